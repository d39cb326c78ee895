"""What tells which way something is for an asker, and for which way a rule is."""

from collections.abc import Set
from dataclasses import dataclass

from bot.answering.criteria.subject import ANYTHING
from bot.texts import Text
from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.terms import language_of, query_terms

_ANY_TERM = frozenset(query_terms(" ".join(ANYTHING)))
_SUBJECT = LazyPattern(
    r"^(?!no|nothing\b)(?P<is>[a-z -]{3,40}?) (?:is|are|can|may)\b"
    r"|\bfor (?P<for>[a-z -]{3,40})$|^(?P<ko>[가-힣 ]{2,20}?)[은는을를](?= |$)"
)
"""What a rule is for: "recalled goods are …", "for a recalled product", "회수 대상 상품은 …"."""


@dataclass(frozen=True, slots=True)
class State:
    """What tells that something is so, that it is not, and that a rule turns on it."""

    name: str
    is_so: LazyPattern
    is_not: LazyPattern
    told_not: LazyPattern
    """What only an asker says for "it is not"; a rule may say it beside: "opened, but unused"."""
    turns_on_it: LazyPattern
    no_matter: LazyPattern
    gain: float
    """How much a rule for the asker's state gains beside one for the other, in log odds."""
    at_most: float
    """So far, in log odds, it is behind one for the other state in the same document: where a rule
    for those who have the receipt fits, the one for those who have none does."""
    beside_one: bool
    """Whether a rule for the other state stands back only beside one for the asker's: "refunds need
    the receipt" is an answer to those who have none."""
    implies_not: LazyPattern | None = None
    """What a rule says that holds only where it is not so: whether goods are opened matters where
    nothing is wrong with them."""
    matters_to: LazyPattern | None = None
    """What a message is about, for it to matter; None is anything."""
    of_other: LazyPattern | None = None
    """What says it of something else: of the till, of the box, of what the customer did."""
    by_itself: bool = False
    """Whether a rule for the asker's state gains where there is none for the other, too."""
    unusual: LazyPattern | None = None
    """What a rule begins with that is for no usual case: "faulty goods are …" stands back where the
    asker says nothing of it."""
    goods_before: LazyPattern | None = None
    """Before what a rule names the goods that it is for: recalled ones need no receipt."""
    goods_behind: LazyPattern | None = None
    """The goods that it names behind that: "faulty clothing can …"."""
    sought: tuple[bool, Text] | None = None
    """What to look for besides the question, where it is one way: such rules stand by themselves,
    and seldom name the goods that it is about."""

    def asked(self, text: str) -> bool | None:
        """Which way it is for the asker; None where nothing is said, or it does not matter."""
        if self.matters_to and not self.matters_to.search(text):
            return None
        if self.of_other and self.of_other.search(text):
            return None
        if self.is_not.search(text) or self.told_not.search(text):
            return False
        return True if self.is_so.search(text) else None

    def ruled(self, text: str) -> bool | None:
        """Which way a rule is for; None where it does not turn on it."""
        if self.no_matter.search(text):
            return None
        if self.turns_on_it.search(text):
            return not self.is_not.search(text)
        return False if self.implies_not and self.implies_not.search(text) else None

    def besides(self, asked: str) -> str | None:
        """What to look for besides the question."""
        if self.sought is None or self.asked(asked) is not self.sought[0]:
            return None
        return self.sought[1][language_of(asked)]

    def is_unusual(self, text: str) -> bool:
        """Whether a rule is for those alone for whom it is so, which is no usual case."""
        return bool(self.unusual and self.unusual.search(text))

    def is_special(self, text: str, named: Set[str]) -> bool:
        """Whether a rule is for some goods alone, and the question names none of them."""
        goods = set(query_terms(self._goods(text))) - _ANY_TERM
        return bool(goods) and goods.isdisjoint(named)

    def _goods(self, text: str) -> str:
        if self.goods_behind and (match := self.goods_behind.search(text)):
            return match["goods"]
        match = self.goods_before.search(text) if self.goods_before else None
        # A table's cell names its row first: "Warranty: chargers are …".
        said = text[: match.start()].rpartition(": ")[2].strip() if match else ""
        subject = _SUBJECT.search(said)
        return subject["is"] or subject["for"] or subject["ko"] if subject else ""

"""A state of goods, such as opened: reads it from the asker's words and from a rule."""

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
"""The goods of a rule: "recalled goods are …", "for a recalled product", "회수 대상 상품은 …"."""


@dataclass(frozen=True, slots=True)
class State:
    """A state: the words that say it is so, that it is not, and that a rule depends on it."""

    name: str
    is_so: LazyPattern
    is_not: LazyPattern
    told_not: LazyPattern
    """More words for "it is not", read in messages only: a rule may say "opened, but unused"."""
    turns_on_it: LazyPattern
    no_matter: LazyPattern
    gain: float
    """How much a rule for the asker's state gains beside one for the other, in log odds."""
    at_most: float
    """Log odds that a rule may be behind one for the other state in the same document: if the rule
    for those with a receipt fits, so does the one for those without."""
    beside_one: bool
    """Whether a rule for the other state moves back only beside one for the asker's: "refunds need
    the receipt" is an answer to those who have none."""
    implies_not: LazyPattern | None = None
    """Words of a rule that only applies if it is not so: opened or not matters only for goods that
    are not faulty."""
    matters_to: LazyPattern | None = None
    """Words of messages to which the state matters; None is any message."""
    of_other: LazyPattern | None = None
    """Words that say it of something else: a broken till or box, or "the customer broke it"."""
    by_itself: bool = False
    """Whether a rule for the asker's state gains even without one for the other."""
    unusual: LazyPattern | None = None
    """The start of a rule for an unusual case: "faulty goods are …" moves back if no fault is
    mentioned."""
    goods_before: LazyPattern | None = None
    """Words after the goods of a rule: "recalled goods can be returned without a receipt"."""
    goods_behind: LazyPattern | None = None
    """A pattern with the goods of a rule in it: "faulty clothing can …"."""
    sought: tuple[bool, Text] | None = None
    """An extra search for one side of the state: such rules stand apart, and seldom name the goods
    of the question."""

    def asked(self, text: str) -> bool | None:
        """The asker's side, whether it is so; None if nothing is said, or it does not matter."""
        if self.matters_to and not self.matters_to.search(text):
            return None
        if self.of_other and self.of_other.search(text):
            return None
        if self.is_not.search(text) or self.told_not.search(text):
            return False
        return True if self.is_so.search(text) else None

    def ruled(self, text: str) -> bool | None:
        """The side that a rule is for, whether it is so; None if it does not depend on that."""
        if self.no_matter.search(text):
            return None
        if self.turns_on_it.search(text):
            return not self.is_not.search(text)
        return False if self.implies_not and self.implies_not.search(text) else None

    def besides(self, asked: str) -> str | None:
        """The extra search for the asker's side, if there is one."""
        if self.sought is None or self.asked(asked) is not self.sought[0]:
            return None
        return self.sought[1][language_of(asked)]

    def is_unusual(self, text: str) -> bool:
        """Whether a rule is only for an unusual case, such as faulty goods."""
        return bool(self.unusual and self.unusual.search(text))

    def is_special(self, text: str, named: Set[str]) -> bool:
        """Whether a rule is only for certain goods, and the question names none of them."""
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

"""Rules for goods in another state than the asker's: opened or not, with the receipt or without.

Both kinds of rule are near the question, and too rare in what the ranker has learnt from.
"""

import math
from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

from bot.answering.check.subject import ANYTHING
from bot.answering.conditions import OPENED, OPENED_NO_MATTER, PROOF, RECEIPT
from knowledge.late import Late
from knowledge.lexical import language_of, query_terms
from knowledge.model import Language

_AGAINST, _SPECIAL = 6.0, 3.0
"""How far a rule for the other state stands back, in log odds, and one for some goods alone."""
_MOST_LIFTED = 7.5
"""A rule for the asker's state is brought no further up than that, however well the other fits."""
_WITHOUT_PROOF: dict[Language, str] = {
    "en": "customer with no receipt and no proof of purchase",
    "ko": "영수증이나 구매 증빙이 없는 고객",
}
_ANY_TERM = frozenset(query_terms(" ".join(ANYTHING)))
_SUBJECT = Late(
    r"^(?!no|nothing\b)(?P<is>[a-z -]{3,40}?) (?:is|are|can|may)\b"
    r"|\bfor (?P<for>[a-z -]{3,40})$|^(?P<ko>[가-힣 ]{2,20}?)[은는을를](?= |$)"
)
"""What a rule is for: "recalled goods are …", "for a recalled product", "회수 대상 상품은 …"."""


class Rule(NamedTuple):
    """A statement, the document that it is of, and how well it fits the question, in log odds."""

    text: str
    document: str
    score: float


@dataclass(frozen=True, slots=True)
class _State:
    """What tells that something is so, that it is not, and that a rule turns on it."""

    is_so: Late
    is_not: Late
    told_not: Late
    """What only an asker says for "it is not"; a rule may say it beside: "opened, but unused"."""
    turns_on_it: Late
    no_matter: Late
    gain: float
    """How much a rule for the asker's state gains beside one for the other, in log odds."""
    at_most: float
    """So far, in log odds, it is behind one for the other state in the same document: where a rule
    for those who have the receipt fits, the one for those who have none does."""
    beside_one: bool
    """Whether a rule for the other state stands back only beside one for the asker's: "refunds need
    the receipt" is an answer to those who have none."""

    def asked(self, text: str) -> bool | None:
        """Which way it is for the asker; None where nothing is said."""
        if self.is_not.search(text) or self.told_not.search(text):
            return False
        return True if self.is_so.search(text) else None

    def ruled(self, text: str) -> bool | None:
        """Which way a rule is for; None where it does not turn on it."""
        if self.no_matter.search(text) or not self.turns_on_it.search(text):
            return None
        return not self.is_not.search(text)

    def is_special(self, text: str, named: Set[str]) -> bool:
        """Whether it matters for other goods, but not for those that a rule names: recalled ones.

        Not where the question names them, too.
        """
        match = self.no_matter.search(text)
        subject = _SUBJECT.search(text[: match.start()].strip()) if match else None
        goods = (
            set(query_terms(subject["is"] or subject["for"] or subject["ko"])) - _ANY_TERM
            if subject
            else set()
        )
        return bool(goods) and goods.isdisjoint(named)


_OPEN = _State(
    is_so=Late(
        r"(?<!\bnot )(?<!n't )(?<!\bbe )\b(?:opened|unsealed|unwrapped|unpacked)\b|\balready open\b"
        r"|(?:개봉한|개봉했|뜯은|뜯었|사용한|사용했)"
    ),
    is_not=Late(
        r"\bunopened\b|\bsealed\b|\bnot (?:been )?opened\b|n't (?:been )?open"
        # "14일 동안 사용한" is used; "안뜯은거", as it is typed, is not opened.
        r"|\bnever (?:been )?opened\b|미개봉|(?:개봉|사용)(?:하지|을 안| 안)|뜯지"
        r"|(?<![가-힣])(?:안|못) ?(?:뜯|개봉|사용|깠|깐|열었|열어 ?[봤본]|연 ?[거것])"
    ),
    told_not=Late(
        # "Exchanged for a new one" tells nothing of what is brought back.
        r"(?:\b(?:is|are|still)|'s|'re) (?:brand[ -]?new|unused)\b"
        r"|\bin its (?:original )?(?:box|packaging|wrapping|wrapper)\b"
        r"|\bnever (?:been )?used\b|\bnot (?:been )?used\b|n't (?:been )?used\b"
        r"|미사용|(?<![가-힣])안 ?(?:쓴|썼)|포장(?:도|은|이)? ?그대로"
        r"|(?<![가-힣])새 ?(?:거|것|상품|제품|물건)"
        r"(?:[이예]?[에예]요|입니다|인데|이고|이야|야|임|래요?)"
    ),
    turns_on_it=OPENED,
    no_matter=OPENED_NO_MATTER,
    gain=4.0,
    at_most=math.inf,
    beside_one=False,
)
_NO_PROOF = (
    rf"\b(?:no|without|lost|lose|losing|missing)\b(?:(?!with\b)[^.?!;]){{0,16}}\b{PROOF}"
    rf"|n't (?:have|got|find|show)\b[^.?!;]{{0,16}}\b{PROOF}"
    rf"|\b{PROOF}\b[^.?!;]{{0,12}}\b(?:lost|gone|missing)\b"
    r"|(?:영수증|구매 ?증빙)[이을를은도]? ?(?:전혀 ?)?(?:없|안 (?:가|갖)|못 찾|잃|분실|버[렸려])"
    r"|(?:잃어버린|분실한) 영수증"
)
_PROVED = _State(
    is_so=Late(
        rf"\b(?:with|has|have|got|brought|shows?)\b[^.?!;]{{0,12}}\b{PROOF}"
        r"|(?:영수증|구매 ?증빙)[이을를은도]? ?(?:있|가져|갖고|보여)"
    ),
    is_not=Late(_NO_PROOF),
    told_not=Late(_NO_PROOF),
    turns_on_it=Late(rf"{RECEIPT.pattern}|{_NO_PROOF}"),
    # "Without a receipt: store credit" is a rule for those who have none.
    no_matter=Late(r"(?<=[a-z] )without (?:an? |the |any )?receipt\b|영수증이? 없어도"),
    gain=1.0,
    at_most=4.0,
    beside_one=True,
)


def contradicts(asked: str, text: str) -> bool:
    """Whether a rule is for unopened goods and the asker's are opened, or the other way round."""
    said = _OPEN.asked(asked)
    return said is not None and _OPEN.ruled(text) is (not said)


def names_a_state(text: str) -> bool:
    """Whether a message says that something is opened or not, or whether there is a receipt."""
    return any(state.asked(text) is not None for state in (_OPEN, _PROVED))


def agrees(asked: str, text: str) -> bool:
    """Whether a rule turns on a state that the question names, and is for that one."""
    return any(
        (said := state.asked(asked)) is not None and state.ruled(text) is said
        for state in (_OPEN, _PROVED)
    )


def besides(asked: str) -> str | None:
    """What to look for besides the question: rules for those who have no receipt stand by
    themselves, and seldom name the goods that it is about."""
    return _WITHOUT_PROOF[language_of(asked)] if _PROVED.asked(asked) is False else None


def turned(asked: str, rules: Sequence[Rule], named: Set[str] = frozenset()) -> list[float]:
    """What to add to the score of each statement, by the states that the question names.

    Named are the terms of the question and what they may stand for.
    """
    each = [_by_state(state, asked, rules) for state in (_OPEN, _PROVED)]
    each.append(_by_goods(asked, rules, named))
    # What is for another state in one way gains nothing by being for the asker's in another.
    return [sum(some) if min(some) >= 0 else min(some) for some in zip(*each, strict=True)]


def _by_state(state: _State, asked: str, rules: Sequence[Rule]) -> list[float]:
    said = state.asked(asked)
    if said is None:
        return [0.0] * len(rules)
    ruled = [state.ruled(one.text) for one in rules]
    if (not said) not in ruled or (state.beside_one and said not in ruled):
        return [0.0] * len(rules)
    lifts = _lifts(rules, ruled, said, state.at_most)
    gains = {said: state.gain, not said: -_AGAINST, None: 0.0}
    return [
        gains[way] + (lifts[one.document] if way is said else 0.0)
        for one, way in zip(rules, ruled, strict=True)
    ]


def _by_goods(asked: str, rules: Sequence[Rule], named: Set[str]) -> list[float]:
    """Beside a rule for those who have no receipt: less for goods that need none, recalled ones."""
    is_without = _PROVED.asked(asked) is False
    if not is_without or all(_PROVED.ruled(one.text) is not False for one in rules):
        return [0.0] * len(rules)
    return [-_SPECIAL * _PROVED.is_special(one.text, named) for one in rules]


def _lifts(
    rules: Sequence[Rule], ruled: Sequence[bool | None], said: bool, at_most: float
) -> dict[str, float]:
    """By document: what brings its best rule for the asker's state near its best for the other."""
    best: dict[tuple[str, bool | None], float] = {}
    for one, way in zip(rules, ruled, strict=True):
        key = one.document, way
        best[key] = max(one.score, best.get(key, -math.inf))
    return {
        document: min(
            _MOST_LIFTED,
            max(0.0, best.get((document, not said), -math.inf) - at_most - fit),
        )
        for (document, way), fit in best.items()
        if way is said
    }

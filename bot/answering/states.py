"""Rules for goods in another state than the asker's: opened or not, with the receipt or without.

Both kinds of rule are near the question, and too rare in what the ranker has learnt from.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.answering.conditions import OPENED, OPENED_NO_MATTER, PROOF, RECEIPT
from knowledge.late import Late

_AGAINST = 6.0
"""How far a rule for the other state stands back, in log odds."""


@dataclass(frozen=True, slots=True)
class _State:
    """What tells that something is so, that it is not, and that a rule turns on it."""

    is_so: Late
    is_not: Late
    turns_on_it: Late
    no_matter: Late
    gain: float
    """How much a rule for the asker's state gains beside one for the other, in log odds."""
    beside_one: bool
    """Whether a rule for the other state stands back only beside one for the asker's: "refunds need
    the receipt" is an answer to those who have none."""

    def asked(self, text: str) -> bool | None:
        """Which way it is for the asker; None where nothing is said."""
        if self.is_not.search(text):
            return False
        return True if self.is_so.search(text) else None

    def ruled(self, text: str) -> bool | None:
        """Which way a rule is for; None where it does not turn on it."""
        if self.no_matter.search(text) or not self.turns_on_it.search(text):
            return None
        return not self.is_not.search(text)


_OPEN = _State(
    is_so=Late(
        r"(?<!\bnot )(?<!n't )(?<!\bbe )\b(?:opened|unsealed|unwrapped|unpacked)\b|\balready open\b"
        r"|(?<!안 )(?<!못 )(?:개봉한|개봉했|뜯은|뜯었|사용한|사용했)"
    ),
    is_not=Late(
        r"\bunopened\b|\bsealed\b|\bnot (?:been )?opened\b|n't (?:been )?open"
        r"|미개봉|(?:개봉|사용)(?:하지|을 안| 안)|(?:안|못) (?:뜯|개봉|사용)|뜯지"
    ),
    turns_on_it=OPENED,
    no_matter=OPENED_NO_MATTER,
    gain=4.0,
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
    turns_on_it=Late(rf"{RECEIPT.pattern}|{_NO_PROOF}"),
    # "Without a receipt: store credit" is a rule for those who have none.
    no_matter=Late(r"(?<=[a-z] )without (?:an? |the |any )?receipt\b|영수증이? 없어도"),
    gain=1.0,
    beside_one=True,
)


def contradicts(asked: str, text: str) -> bool:
    """Whether a rule is for unopened goods and the asker's are opened, or the other way round."""
    said = _OPEN.asked(asked)
    return said is not None and _OPEN.ruled(text) is (not said)


def turned(asked: str, texts: Sequence[str]) -> list[float]:
    """What to add to the score of each statement, by the states that the question names."""
    each = [_by_state(state, asked, texts) for state in (_OPEN, _PROVED)]
    return [sum(some) for some in zip(*each, strict=True)]


def _by_state(state: _State, asked: str, texts: Sequence[str]) -> list[float]:
    said = state.asked(asked)
    if said is None:
        return [0.0] * len(texts)
    rules, other = [state.ruled(text) for text in texts], not said
    if other not in rules or (state.beside_one and said not in rules):
        return [0.0] * len(texts)
    return [state.gain * (rule is said) - _AGAINST * (rule is other) for rule in rules]

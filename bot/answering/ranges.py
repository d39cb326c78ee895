"""Which of several rules a value falls under: up to 2,000 won, from there to 10,000, above.

Handbooks grade much by amounts, weights and times, with a sentence or a row for each range. These
are near each other in words and in meaning; the number in the question says which one is meant.
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import NamedTuple

from knowledge.late import Late
from knowledge.nearness import Said
from knowledge.values import Bound, Kind, Value, values

_GRADED = frozenset({Kind.MONEY, Kind.COUNT, Kind.DURATION, Kind.BUSINESS_DAYS, Kind.PERCENT})
_MEANT = frozenset({Bound.EXACTLY, Bound.ABOUT})
_UPPER = frozenset({Bound.AT_MOST, Bound.BELOW})
_LOWER = frozenset({Bound.AT_LEAST, Bound.ABOVE})
_GOES_ON = Late(
    r"\b(?:above|over|beyond|after|below|under|than) that\b"
    r"|\b(?:beyond|anything|afterwards?|otherwise)\b"
    r"|그보다|그 ?(?:이상|뒤|후|밖)|(?:넘는|초과) ?(?:만큼|부분|분)|나머지"
)
"""What says in one sentence how it is beyond the range, too."""


def ruled_out(asked: str, said: Sequence[Said]) -> list[bool]:
    """Which statements are for another range than that of a value that the question gives.

    Only beside a statement of the same passage that is for its range: 17 kg are too many where
    nothing but "up to 15 kg" is said, and that is the answer. A row that is named by another value
    always is for another: rope of 9.8 mm, where 8 mm are asked about.
    """
    found = [False] * len(said)
    for value in _given(asked):
        holds = [_holds(value, one.text) for one in said]
        graded = {one.passage.passage_id for one, held in zip(said, holds, strict=True) if held}
        for place, (one, held) in enumerate(zip(said, holds, strict=True)):
            found[place] |= held is False and one.passage.passage_id in graded
            found[place] |= _is_named_by_another(value, one.text)
    return found


def _given(asked: str) -> list[Value]:
    """The values of a question that something may be graded by."""
    return [
        one for one in values(asked) if one.kind in _GRADED and one.high is None and one.per is None
    ]


def _holds(value: Value, text: str) -> bool | None:
    """Whether the range of a statement holds the value, or some of what the question gives as a
    range itself ("less than $2,500"); None where it has no range, or several."""
    if _GOES_ON.search(text):
        return None
    of_kind = _like(value, text)
    lows, highs = list(_ends(of_kind, _LOWER)), list(_ends(of_kind, _UPPER))
    if (not lows and not highs) or max(len(lows), len(highs)) > 1:
        return None
    # "Free up to 15 km, over 15 km ₩1,000 per km" is about every distance.
    if lows and highs and lows[0].amount >= highs[0].amount:
        return None
    asked = _End(value.amount, value.bound not in (Bound.BELOW, Bound.ABOVE))
    above = value.bound in _LOWER or all(_is_above(asked, one) for one in lows)
    below = value.bound in _UPPER or all(_is_above(one, asked) for one in highs)
    return above and below


def _is_named_by_another(value: Value, text: str) -> bool:
    """Whether a row's first cell has values of this kind, and none that may be this one."""
    name, *others = text.split("; ")
    if value.bound not in _MEANT or not others or ": " not in name:
        return False
    of_kind = _like(value, name)
    return bool(of_kind) and all(_is_another(value, one) for one in of_kind)


def _like(value: Value, text: str) -> list[Value]:
    """The values of a text that can be compared with this one."""
    return [one for one in values(text) if (one.kind, one.unit) == (value.kind, value.unit)]


def _is_another(value: Value, one: Value) -> bool:
    return one.bound in _MEANT and one.high is None and one.amount != value.amount


class _End(NamedTuple):
    amount: Decimal
    included: bool


def _ends(some: Iterable[Value], bounds: frozenset[Bound]) -> Iterable[_End]:
    """The lower or the upper ends of ranges: 5 to 10 kg, at least 5 kg, over 5 kg."""
    for one in some:
        if one.high is not None:
            yield _End(one.amount if bounds is _LOWER else one.high, included=True)
        elif one.bound in bounds:
            yield _End(one.amount, one.bound in (Bound.AT_LEAST, Bound.AT_MOST))


def _is_above(upper: _End, lower: _End) -> bool:
    """Whether a range that goes up to the one end meets a range that begins at the other."""
    meets = upper.included and lower.included and upper.amount == lower.amount
    return upper.amount > lower.amount or meets

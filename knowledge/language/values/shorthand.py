"""Reads shorthand: 2x TVs, x2, 15p, 1/2 h."""

import re
from decimal import Decimal

from knowledge.language.values.atom import Atom, Form
from knowledge.language.values.identifiers import verbatim
from knowledge.language.values.units import UNITS, Unit, unit_behind
from knowledge.language.values.value import ValueKind

_HANGUL = re.compile(r"[가-힣]")
_NEAR = 100
"""Characters on both sides that decide the language."""
_RHYTHM = re.compile(
    r"\s?(?:/|an?\s|per\s|each\s|every\s)(?:day|week|month|year|hour|shift|night)\b"
    r"|\s(?:daily|weekly|monthly|yearly)\b",
    re.IGNORECASE,
)
_MULTIPLIED = re.compile(
    r"\s(?:the\s)?(?:(?:loyalty|bonus|reward)\s)?(?:points|stamps|rewards|usual|normal|price|zoom)\b",
    re.IGNORECASE,
)
_PARTED = (
    r"[\s-]?(?:h|hrs?|hours?|mins?|minutes?|days?|weeks?|wks?|months?|mths?|years?|kgs?|g|lbs?|l|ml"
    r"|lit(?:re|er)s?|km|miles?|m|cm|inch(?:es)?|cups?|시간)\b"
)


def is_korean(match: re.Match[str]) -> bool:
    """Whether there is Hangul around a match."""
    near = match.string[max(0, match.start() - _NEAR) : match.end() + _NEAR]
    return _HANGUL.search(near) is not None


def _fraction(match: re.Match[str]) -> Atom:
    unit, word, end = unit_behind(match.string, match.end())
    top, bottom = (Decimal(match[name]) for name in ("top", "bottom"))
    amount = (int(match["whole"] or 0) * bottom + top) * unit.factor / bottom
    return Atom(unit.kind, amount, unit.name, word=word, end=end)


def _pence(match: re.Match[str]) -> Atom:
    # In Korean, 15p is page 15.
    if is_korean(match):
        return verbatim(match)
    return _counted(Decimal(match["figure"]), UNITS["pence"], "pence", match.end())


def _times(match: re.Match[str]) -> Atom:
    """The 2 of "2x TVs", "2x daily" and "2x points"."""
    amount, end = Decimal(match["figure"]), match.end()
    if _RHYTHM.match(match.string, end):
        return _counted(amount, UNITS["times"], "times", end)
    if _MULTIPLIED.match(match.string, end):
        return _counted(amount, UNITS["배"], "배", end)
    unit, word, unit_end = unit_behind(match.string, end)
    if unit.kind is not ValueKind.COUNT:
        return _counted(amount, UNITS["items"], "items", end)
    return _counted(amount, unit, word, unit_end)


def _counted(amount: Decimal, unit: Unit, word: str, end: int) -> Atom:
    return Atom(unit.kind, amount * unit.factor, unit.name, word=word, end=end)


_LONE = r"(?<![\d.,/£$€₩+-])"
FIGURES = (
    Form(
        rf"{_LONE}(?:(?P<whole>\d{{1,2}})\s)?(?P<top>[1-7])/(?P<bottom>[2348])(?={_PARTED})",
        _fraction,
    ),
    Form(r"(?<![\d.,/£$€₩+])(?<!\D-)(?P<figure>\d{1,2})(?-i:p)(?![\w-])", _pence),
    Form(rf"{_LONE}(?P<figure>\d{{1,2}})\s?(?-i:x)(?=\s[a-z가-힣])", _times),
    Form(rf"{_LONE}(?P<figure>\d{{1,2}})(?-i:x)(?=\s?(?:[.,;:)가-힣]|$))", _times),
)
ENGLISH = (Form(r"(?<!\d\s)(?-i:x)(?P<figure>[2-9]|1\d)(?!\w|[.-]\w|\s?(?:cm|mm|m)\b)", _times),)

"""Reads dates in figures with slashes or dots: 12/20, unless something else is likelier.

The year is at one end. In Korean the month comes first. In English either may come first: in 15/12
the month can only be 12, and 3/4 stays as text. With dots the day comes first: 20.10.2026.
"""

import re
from decimal import Decimal

from knowledge.language.values.atom import Atom, Form
from knowledge.language.values.identifiers import verbatim
from knowledge.language.values.shorthand import is_korean
from knowledge.language.values.units import unit_behind
from knowledge.language.values.value import ValueKind

_MONTHS, _DAYS = 12, 31
_SMALL = 10
"""Up to this denominator, 3/10 is rather a fraction than a day."""
DAY_NAME = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?"
_KOREAN_DAY = r"\s?\([월화수목금토일](?:요일)?\)"
WEEKDAY = re.compile(
    rf"\.?{_KOREAN_DAY}|\s[월화수목금토일]요일(?!\s?[~-])"
    rf"|,?\s?\({DAY_NAME}\)",
    re.IGNORECASE,
)
"""The weekday of a date, such as (화) in 11월 3일(화)."""
_LED = re.compile(
    r"\b(?:on|by|until|till|from|since|before|after|through|due|dated|bought|ordered|delivered"
    rf"|{DAY_NAME},?)\s$",
    re.IGNORECASE,
)
_LEAD = 12
_PLACE = re.compile(
    r"(?:통로|구역|선반|진열대|번호|규격|비율|축척|사이즈|혈압|배점|점수|배율|채널|전체의?):?\s?$"
)
_BESIDE = re.compile(r"\s?(?:통로|구역|선반|진열대|규격|비율|사이즈|배(?!송))")
_TO = r"\s?[~-]\s?"
_PARTNER = re.compile(rf"(?:{_KOREAN_DAY})?{_TO}(?P<one>\d{{1,2}})/(?P<two>\d{{1,2}})(?![\d/])")
_BEFORE = re.compile(rf"(?<![\d/])(?P<one>\d{{1,2}})/(?P<two>\d{{1,2}})(?:{_KOREAN_DAY})?{_TO}$")
_LONGEST = 16
"""Characters to the other end of a range."""


def same_year(date: Atom, month: int, day: int) -> Atom | None:
    """Another day in a date's year, such as 11.29 in 2026.11.16~11.29; None if it is no day."""
    if not _is_day(month, day):
        return None
    return date._replace(amount=date.amount // 10_000 * 10_000 + month * 100 + day)


def _with_year(match: re.Match[str]) -> Atom:
    one, two = int(match["one"]), int(match["two"])
    months = _months(one, two)
    if len(months) != 1:
        return verbatim(match)
    [month] = months
    return _on(month, one + two - month, int(match["year"]))


def _day_first(match: re.Match[str]) -> Atom:
    day, month = int(match["one"]), int(match["two"])
    return _on(month, day, int(match["year"])) if _is_day(month, day) else verbatim(match)


def _of_month(match: re.Match[str]) -> Atom:
    one, two = int(match["one"]), int(match["two"])
    read = _in_korean if _is_written_in_korean(match) else _in_english
    month = read(match, one, two)
    return _on(month, one + two - month) if month else verbatim(match)


def _dotted(match: re.Match[str]) -> Atom:
    return _on(int(match["month"]), int(match["day"]))


def _short_year(match: re.Match[str]) -> Atom:
    return _on(int(match["month"]), int(match["day"]), 2000 + int(match["year"]))


def _on(month: int, day: int, year: int = 0) -> Atom:
    amount = Decimal(year * 10_000 + month * 100 + day)
    return Atom(ValueKind.DATE if year else ValueKind.MONTH_DAY, amount, "day")


def _months(one: int, two: int) -> set[int]:
    """The figures that can be a month, with the other one as the day."""
    return {month for month, day in ((one, two), (two, one)) if _is_day(month, day)}


def _is_day(month: int, day: int) -> bool:
    return 1 <= month <= _MONTHS and 1 <= day <= _DAYS


def _is_written_in_korean(match: re.Match[str]) -> bool:
    near = match.string[max(0, match.start() - 2) : match.end() + 2]
    return "~" in near or is_korean(match)


def _in_korean(match: re.Match[str], month: int, day: int) -> int | None:
    text, end = match.string, match.end()
    if not _is_day(month, day):
        return None
    if WEEKDAY.match(text, end):
        return month
    before = text[max(0, match.start() - _LONGEST) : match.start()]
    if (
        unit_behind(text, end)[1] not in ("", "일")
        or _PLACE.search(before)
        or _BESIDE.match(text, end)
    ):
        return None
    if not _is_share(month, day):
        return month
    other = _PARTNER.match(text, end) or _BEFORE.search(before)
    return month if other and _are_days(month, day, other, text) else None


def _is_share(top: int, bottom: int) -> bool:
    return top < bottom <= _SMALL


def _are_days(month: int, day: int, other: re.Match[str], text: str) -> bool:
    """Whether two fractions are days: 3/4~3/8 (a falling range of fractions), 12/28~1/3."""
    one, two = int(other["one"]), int(other["two"])
    if not _is_day(one, two):
        return False
    if not _is_share(one, two):
        return True
    later = two > day if other.re is _PARTNER else two < day
    return one == month and later


def _in_english(match: re.Match[str], one: int, two: int) -> int | None:
    before = match.string[max(0, match.start() - _LEAD) : match.start()]
    months = _months(one, two)
    if (one, two) == (24, 7) or len(months) != 1 or not _LED.search(before):
        return None
    return None if unit_behind(match.string, match.end())[1] else months.pop()


_YEAR = r"(?P<year>(?:19|20)\d\d)(?![\d/]|\.\d)"
_MONTH, _DAY = r"(?P<month>1[0-2]|0?[1-9])", r"(?P<day>3[01]|[12]\d|0?[1-9])"
_ONE, _TWO = r"(?P<one>\d{1,2})", r"(?P<two>\d{1,2})"
FIGURES = (
    Form(rf"(?<![\d/.]){_ONE}/{_TWO}/{_YEAR}", _with_year),
    Form(rf"(?<![\d/.]){_ONE}\.\s?{_TWO}\.\s?{_YEAR}", _day_first),
    Form(r"(?<![\d/])(?P<one>\d{1,3})/(?P<two>\d{1,3})(?![\d/])", _of_month),
    Form(
        rf"(?<![\d/.])(?P<year>\d\d)[./]\s?{_MONTH}[./]\s?{_DAY}(?=\.?{_KOREAN_DAY})", _short_year
    ),
    Form(rf"(?<![\d/.]){_MONTH}\.\s?{_DAY}(?=\.?{_KOREAN_DAY})", _dotted),
    Form(rf"(?:(?<=~)|(?<=~ )){_MONTH}\.\s{_DAY}(?=\.)", _dotted),
    Form(rf"(?<![\d/.]){_MONTH}\.\s{_DAY}(?=\.(?:{_TO}|까지|부터|에\s|\s?이후))", _dotted),
)

"""Reads days relative to today: 어제, 지난달 말, last Friday, next week."""

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import NamedTuple

from knowledge.language.calendar.period import Period, day_of, months_from
from knowledge.language.ja import days as ja
from knowledge.language.patterns.cues import cue
from knowledge.language.patterns.lazy import LazyPattern

MONTH_NAME = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    "|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
)
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
WEEKDAYS = {name: n % 7 for n, name in enumerate("mon tue wed thu fri sat sun".split())}
WEEKDAYS |= {name: n for n, name in enumerate("월화수목금토일")} | ja.WEEKDAYS
"""0 for Monday; by the first three letters, or the Korean or Japanese one."""
_NEAR = {
    "the day before yesterday": -2, "yesterday": -1, "today": 0, "right now": 0, "now": 0,
    "currently": 0, "at the moment": 0, "the day after tomorrow": 2, "tomorrow": 1,
    "그끄저께": -3, "엊그저께": -2, "엊그제": -2, "그저께": -2, "그제": -2, "어저께": -1,
    "어제": -1, "오늘": 0, "지금": 0, "현재": 0, "요즘": 0, "내일모레": 2, "내일": 1, "모레": 2,
    "글피": 3,
}  # fmt: skip
_STEPS = {
    "last": -1, "previous": -1, "this": 0, "next": 1, "coming": 1,
    "지지난": -2, "저저번": -2, "지난": -1, "저번": -1, "이번": 0, "다음": 1, "담": 1, "오는": 1,
    "다다음": 2, "재작년": -2, "작년": -1, "지난해": -1, "올해": 0, "금년": 0,
    "내년": 1, "내후년": 2, **ja.STEPS,
}  # fmt: skip


class Form(NamedTuple):
    """A way to name days: its pattern, and a reader of a match (None if no such day exists)."""

    pattern: LazyPattern
    read: Callable[[re.Match[str], date], Period | None]


def month_number(name: str) -> int:
    """3 for march, Mar and 3."""
    return int(name) if name.isdecimal() else _MONTHS.index(name[:3].lower()) + 1


def in_year(match: re.Match[str], year: int) -> Period | None:
    """A month of a year, a day of it or its start or end, by the groups of the match."""
    found = {"day": None, "edge": None, **match.groupdict()}
    number = month_number(match["month"])
    if found["day"]:
        day = day_of(year, number, int(found["day"]))
        return Period.of_day(day) if day else None
    return Period.of_month(year, number).at(found["edge"])


def _step(match: re.Match[str]) -> int:
    return _STEPS[match["step"].lower()]


def _near(match: re.Match[str], today: date) -> Period:
    return Period.of_day(today + timedelta(days=(_NEAR | ja.NEAR)[match["near"].lower()]))


def _week(match: re.Match[str], today: date) -> Period:
    week = Period.of_week(today + timedelta(weeks=_step(match)))
    if match["weekday"]:
        return Period.of_day(week.first + timedelta(days=WEEKDAYS[match["weekday"]]))
    return week._replace(first=week.last - timedelta(days=1)) if match["weekend"] else week


def _weekday(match: re.Match[str], today: date) -> Period:
    # Last Friday is the one before today, next Friday the one after; this Friday is this week's.
    number, step = WEEKDAYS[match["weekday"][:3].lower()], _step(match)
    if step == 0:
        return Period.of_day(Period.of_week(today).first + timedelta(days=number))
    apart = (today.weekday() - number if step < 0 else number - today.weekday()) % 7 or 7
    return Period.of_day(today + timedelta(days=step * apart))


def _english(match: re.Match[str], today: date) -> Period:
    edge, step = match["edge"] or match["edge2"], _step(match)
    if match["unit"].lower() == "week":
        return Period.of_week(today + timedelta(weeks=step)).at(edge)
    if match["unit"].lower() == "year":
        if match["same"]:
            return Period.of_day(months_from(today, 12 * step))
        return Period.of_year(today.year + step).at(edge)
    return Period.of_month(today.year, today.month + step).at(edge)


def _month(match: re.Match[str], today: date) -> Period | None:
    month = Period.of_month(today.year, today.month + _step(match))
    if match["day"]:
        day = day_of(month.first.year, month.first.month, int(match["day"]))
        return Period.of_day(day) if day else None
    return month.at(match["edge"])


def _year(match: re.Match[str], today: date) -> Period | None:
    year = today.year + _step(match)
    if match["month"]:
        return in_year(match, year)
    if match["part"] == "이맘때":
        return Period.of_day(months_from(today, 12 * _step(match)))
    return Period.of_year(year).at(match["part"])


def _month_of_year(match: re.Match[str], today: date) -> Period | None:
    return in_year(match, today.year + _step(match))


def _next_such(match: re.Match[str], today: date) -> Period | None:
    """지난 12월, next March: the nearest one that has ended or not yet begun."""
    years = {-1: (0, -1), 0: (0,), 1: (0, 1)}[_step(match)]
    found = [in_year(match, today.year + n) for n in years]
    return next((one for one in found if one and _fits(one, _step(match), today)), None)


def _fits(period: Period, step: int, today: date) -> bool:
    return step == 0 or (period.last < today if step < 0 else period.first > today)


_PIECES = {
    "STEP": "지지난|저저번|지난|저번|이번|다음|담|다다음",
    "EN_STEP": "last|previous|this|next|coming",
    "YEAR": "재작년|작년|지난해|올해|금년|내년|내후년",
    "NEAR": "|".join(word for word in _NEAR if word > "z"),
    "EN_NEAR": "|".join(word for word in _NEAR if word < "z"),
    "NAME": MONTH_NAME,
    "START": r"(?<![가-힣])",
    "END": r"(?![가-힣](?<![에의은는도부까엔중인이라]))",
    "IN_MONTH": r"\s?(?P<day>\d{1,2})\s?일|\s?(?P<edge>말|초|중순)",
    "MONTH": r"(?P<month>1[0-2]|0?[1-9])월",
    "EDGE": r"(?:\b(?P<edge>end|start|beginning|middle)\sof\s(?:the\s)?"
    r"|\b(?P<edge2>early|late|mid)[\s-])?",
}
"""Only a particle may follow the Korean ones: 다음 주문 is not a week, 그제야 not a day."""
FORMS = tuple(
    Form(cue(pattern, **_PIECES), read)
    for pattern, read in (
        (
            r"<START>(?P<step><YEAR>)(?:\s?<MONTH><IN_MONTH>?|\s?(?P<part>말|초|이맘때))?<END>",
            _year,
        ),
        (r"<START>(?P<step>지난|오는|이번|다음)\s?<MONTH><IN_MONTH>?", _next_such),
        (r"<START>(?P<step><STEP>)\s?달<IN_MONTH>?<END>", _month),
        (
            r"<START>(?P<step><STEP>)\s?주"
            r"(?:\s?(?P<weekday>[월화수목금토일])요일|(?P<weekend>말))?<END>",
            _week,
        ),
        (r"<START>(?<![일월년자]\s)(?P<near><NEAR>)<END>", _near),
        (r"\b(?P<near><EN_NEAR>)\b(?<!from now)", _near),
        (r"\b(?P<step><EN_STEP>)\s(?P<weekday>mon|tue|wed|thu|fri|sat|sun)\w{0,3}day\b", _weekday),
        (
            r"<START>(?P<step>지난|저번|이번|다음)\s?(?P<weekday>[월화수목금토일])요일<END>",
            _weekday,
        ),
        (r"\b(?P<month><NAME>)\s(?:of\s)?(?P<step>last|this|next)\syear\b", _month_of_year),
        (r"\b(?P<step>last|this|next)\syear,?\sin\s(?P<month><NAME>)\b", _month_of_year),
        (r"<EDGE>\b(?P<step>last|this|next|coming)\s(?P<month><NAME>)\b(?!\s\d)", _next_such),
        (
            r"<EDGE>(?P<same>this\stime\s)?\b(?P<step><EN_STEP>)\s(?P<unit>week|month|year)\b",
            _english,
        ),
        (ja.DAY, _near),
        (ja.WEEK, _week),
        (ja.MONTH, _month),
        (ja.YEAR, _year),
    )
)

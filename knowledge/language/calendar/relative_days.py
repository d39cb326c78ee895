"""Reads days relative to today: 어제, 지난달 말, last Friday, next week."""

import re
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import NamedTuple

from knowledge.language.calendar.period import Period, day_of, months_from
from knowledge.language.en import day_words as en
from knowledge.language.ja import day_words as ja
from knowledge.language.ko import day_words as ko
from knowledge.language.patterns.lazy import LazyPattern

LANGUAGES = (en, ko, ja)
"""Each has words near today, steps and weekdays by number, and forms with their readers' names."""
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
WEEKDAYS = {name: number for one in LANGUAGES for name, number in one.WEEKDAYS.items()}
"""0 for Monday; by the first three letters, or the Korean or Japanese one."""
_NEAR = {word: days for one in LANGUAGES for word, days in one.NEAR.items()}
_STEPS: Mapping[str, int] = {word: steps for one in LANGUAGES for word, steps in one.STEPS.items()}


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
    return Period.of_day(today + timedelta(days=_NEAR[match["near"].lower()]))


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


def _unit(match: re.Match[str], today: date) -> Period:
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


_READERS: Mapping[str, Callable[[re.Match[str], date], Period | None]] = {
    "near": _near,
    "week": _week,
    "weekday": _weekday,
    "unit": _unit,
    "month": _month,
    "year": _year,
    "month_of_year": _month_of_year,
    "next_such": _next_such,
}
FORMS = tuple(
    Form(LazyPattern(pattern), _READERS[name]) for one in LANGUAGES for name, pattern in one.FORMS
)

"""Reads days that recur every month: "the second and fourth Sunday", "매월 둘째·넷째 일요일"."""

import re
from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from knowledge.language.calendar.weekdays import weekdays

LAST = -1
"""The number of the last week, beside 1 to 5."""
_WEEK = 7
_LONGEST_SPAN = 70
"""Days within which every such day recurs, except a fifth one."""
_EN = ("first", "second", "third", "fourth", "fifth")
_SHORT_EN = ("1st", "2nd", "3rd", "4th", "5th")
_KO = (("첫",), ("둘", "두"), ("셋", "세"), ("넷", "네"), ("다섯",))
_FULL = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_ORDINAL = rf"(?:{'|'.join((*_EN, *_SHORT_EN))}|last)"
_EVERY_MONTH = re.compile(
    r"\b(?:of|in) (?:the|each|every|a) month\b|\b(?:each|every) month\b|\bmonthly\b", re.IGNORECASE
)
"""Required: "the first Monday after that" is one day, and "last Sunday" is past."""
_FOUND_EN = re.compile(
    rf"\b(?P<weeks>{_ORDINAL}(?:(?:, and |, | and | & |/| or ){_ORDINAL}){{0,4}}) "
    rf"(?P<days>{_FULL}(?:(?:, and |, | and | & |/| or ){_FULL}){{0,4}})\b"
    r"(?! (?:in|of) (?!(?:the|each|every|a) month))",
    re.IGNORECASE,
)
_ORDINAL_KO = (
    r"(?:첫 ?(?:번?째)?|(?:두|세|네|다섯) ?번째|(?:둘|셋|넷|다섯)째|마지막|[1-5] ?(?:번?째)?)"
    r"(?: ?주차?)?"
)
_AND_KO = r"(?: ?[,·/&] ?|[와과] ?| 및 )"
_FOUND_KO = re.compile(
    rf"(?<![\d가-힣])(?P<weeks>{_ORDINAL_KO}(?:{_AND_KO}{_ORDINAL_KO}){{0,4}}) ?"
    rf"(?P<days>(?:[월화수목금토일]{_AND_KO}){{0,4}}[월화수목금토일]요일)"
)
_OF_ONE_MONTH = re.compile(r"(?:\d월|(?:이번|다음|지난) ?달)의? ?$")


@dataclass(frozen=True, slots=True)
class Monthly:
    """Weekdays, with Monday as 0, in some weeks of every month."""

    days: frozenset[int]
    weeks: frozenset[int]
    by_week: bool = False
    """Whether "둘째 주 화요일" may also be the Tuesday of the calendar's second week."""

    def has(self, day: date) -> bool | None:
        """Whether a day is one of them; None if the words are ambiguous."""
        if day.weekday() not in self.days:
            return False
        first = day.replace(day=1).weekday()
        numbers = {nth(day), (day.day + first - 1) // _WEEK + 1} if self.by_week else {nth(day)}
        readings = {number in self.weeks for number in numbers}
        is_last = LAST in self.weeks and is_last_of_its_kind(day)
        return is_last or (readings == {True} if len(readings) == 1 else None)

    def next_from(self, day: date) -> date | None:
        """The next such day on or after a day; None if the words are ambiguous."""
        for later in range(min(_LONGEST_SPAN, (date.max - day).days + 1)):
            has = self.has(day + timedelta(days=later))
            if has is not False:
                return day + timedelta(days=later) if has else None
        return None


def monthly(text: str) -> list[Monthly]:
    """The days in a text that recur every month."""
    return list(_monthly(text))


def nth(day: date) -> int:
    """The number of its weekday in its month, from 1: 3 for the third Sunday."""
    return (day.day - 1) // _WEEK + 1


def is_last_of_its_kind(day: date) -> bool:
    """Whether it is the last of its weekday in its month."""
    return day.day + _WEEK > monthrange(day.year, day.month)[1]


def _monthly(text: str) -> Iterator[Monthly]:
    if _EVERY_MONTH.search(text):
        for found in _FOUND_EN.finditer(text):
            words = re.findall(r"\w+", found["weeks"].lower())
            weeks = (_numbered(one) for one in words if one not in ("and", "or"))
            yield Monthly(weekdays(found["days"]), frozenset(weeks))
    for found in _FOUND_KO.finditer(text):
        weeks_ko = found["weeks"]
        # "2, 4 일요일" does not number weeks.
        if re.search("[째주]|첫|마지막", weeks_ko) and not _OF_ONE_MONTH.search(
            text[: found.start()]
        ):
            numbers = map(_numbered_ko, re.split("[,·/&와과]| 및 ", weeks_ko))
            yield Monthly(weekdays(found["days"]), frozenset(numbers), by_week="주" in weeks_ko)


def _numbered(word: str) -> int:
    if word == "last":
        return LAST
    return (_EN.index(word) if word in _EN else _SHORT_EN.index(word)) + 1


def _numbered_ko(word: str) -> int:
    word = word.strip()
    if word.startswith("마지막"):
        return LAST
    if word[0].isdecimal():
        return int(word[0])
    return next(n for n, forms in enumerate(_KO, 1) if word.startswith(forms))

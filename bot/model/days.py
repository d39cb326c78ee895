"""Writes days in words, and adds days."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from bot import texts
from knowledge.model.documents import Language


def in_words(day: date, language: Language) -> str:
    """Writes a day: 1 March 2026, or 2026년 3월 1일."""
    return _written(day, texts.MONTHS, language)


def in_short(day: date, language: Language) -> str:
    """Writes a day for a grey line: 1 Mar 2026, or 2026년 3월 1일."""
    return _written(day, texts.SHORT_MONTHS, language)


def _written(day: date, months: Mapping[str, texts.Text], language: Language) -> str:
    month = months[str(day.month)][language]
    return texts.DAY[language].format(day=day.day, month=month, year=day.year)


def weekday_in_words(day: date, language: Language) -> str:
    """Writes a weekday: Sunday, or 일요일."""
    return texts.WEEKDAYS[str(day.weekday())][language]


def to_the_minute(at: datetime, language: Language) -> str:
    """Writes a time: 1 March 2026 at 09:05, or 2026년 3월 1일 09:05."""
    return texts.MOMENT[language].format(day=in_words(at.date(), language), time=f"{at:%H:%M}")


def shifted(day: date, days: int) -> date:
    """Adds days, may be negative; stops at the calendar's first and last day."""
    try:
        return day + timedelta(days=days)
    except OverflowError:
        return date.max if days > 0 else date.min


_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_DAILY = re.compile(r"\s*([01]\d|2[0-3]):([0-5]\d)\s*")
_WEEKLY = re.compile(r"\s*(mon|tue|wed|thu|fri|sat|sun)\s+([01]\d|2[0-3]):([0-5]\d)\s*")


@dataclass(frozen=True, slots=True)
class Weekly:
    """A day of the week and a time, such as `mon 09:00`."""

    day: int
    """0 for Monday."""
    hour: int
    minute: int

    @classmethod
    def written(cls, text: str) -> "Weekly":
        """Reads `mon 09:00`. Raises ValueError."""
        match = _WEEKLY.fullmatch(text.casefold())
        if match is None:
            raise ValueError("write a day and a time: mon 09:00")
        return cls(_DAYS.index(match[1]), int(match[2]), int(match[3]))

    def __str__(self) -> str:
        return f"{_DAYS[self.day]} {self.hour:02}:{self.minute:02}"

    def after(self, moment: datetime) -> datetime:
        """Returns the first time after a moment, in its time zone."""
        days = (self.day - moment.weekday()) % 7
        found = (moment + timedelta(days=days)).replace(
            hour=self.hour, minute=self.minute, second=0, microsecond=0
        )
        return found if found > moment else found + timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Daily:
    """A time of each day: 09:00, or when each store opens."""

    at: time | None
    """None for when a store opens."""

    @classmethod
    def written(cls, text: str) -> "Daily":
        """Reads `09:00` or `opening`. Raises ValueError."""
        if text.strip().casefold() == "opening":
            return cls(None)
        match = _DAILY.fullmatch(text)
        if match is None:
            raise ValueError("write a time, 09:00, or: opening")
        return cls(time(int(match[1]), int(match[2])))

    def __str__(self) -> str:
        return f"{self.at:%H:%M}" if self.at else "opening"

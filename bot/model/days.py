"""Writes days in words, and adds days."""

from datetime import date, datetime, timedelta

from knowledge.model.documents import Language

_MONTHS = (
    "January February March April May June July August September October November December"
).split()
_WEEK = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_WEEK_KO = "월화수목금토일"


def in_words(day: date, language: Language) -> str:
    """Writes a day: 1 March 2026, or 2026년 3월 1일."""
    if language == "ko":
        return f"{day.year}년 {day.month}월 {day.day}일"
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def weekday_in_words(day: date, language: Language) -> str:
    """Writes a weekday: Sunday, or 일요일."""
    return f"{_WEEK_KO[day.weekday()]}요일" if language == "ko" else _WEEK[day.weekday()]


def to_the_minute(at: datetime, language: Language) -> str:
    """Writes a time: 1 March 2026 at 09:05, or 2026년 3월 1일 09:05."""
    between = " " if language == "ko" else " at "
    return f"{in_words(at.date(), language)}{between}{at:%H:%M}"


def shifted(day: date, days: int) -> date:
    """Adds days, may be negative; stops at the calendar's first and last day."""
    try:
        return day + timedelta(days=days)
    except OverflowError:
        return date.max if days > 0 else date.min

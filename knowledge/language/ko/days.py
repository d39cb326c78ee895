"""Names days in Korean."""

from knowledge.language.calendar.named_days import ANY_DAY, relative_in


def on_day(words: str) -> str:
    """A day, and 기준 after one that has passed: "일요일", "내년", "작년 기준"."""
    day = relative_in(words)
    return f"{words} 기준" if day and day.period.first < ANY_DAY else words

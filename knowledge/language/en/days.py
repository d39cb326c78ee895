"""Names days in English."""

import re

from knowledge.language.calendar.named_days import relative_in
from knowledge.language.calendar.weekdays import weekdays

_OF_MONTH = re.compile(r"(?<!\d)\d\d?(?!\d)")


def on_day(words: str) -> str:
    """A day with its preposition: "on Sundays", "in 2027", "as of next year"."""
    if _OF_MONTH.search(words):
        return f"on {words}"
    if relative_in(words):
        return f"as of {words}"
    return f"on {words}" if weekdays(words) else f"in {words}"

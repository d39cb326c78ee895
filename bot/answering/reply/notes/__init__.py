"""Lines that are added to an answer: its last day, its weekday, a no by its limit."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from bot.answering.reply.notes.day_of_month import with_monthly_day
from bot.answering.reply.notes.last_day import with_last_day
from bot.answering.reply.notes.limit import with_limit
from bot.model import Answer, Question

Note = Callable[[Answer, Question], Answer]
"""The answer with its line; unchanged if the line does not fit the question."""

NOTES: Mapping[str, Note] = MappingProxyType(
    {
        "last_day": with_last_day,
        "day_of_month": with_monthly_day,
        "limit": with_limit,
    }
)
"""Added in this order; `python -m benchmarks.criteria` prints what each of them is worth."""

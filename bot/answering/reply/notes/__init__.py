"""Lines added to an answer: its last day, its weekday, a no that its rule or its limit says."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from bot.answering.reply.notes.day_of_month import with_monthly_day
from bot.answering.reply.notes.denied import with_denial
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
        "denied": with_denial,
    }
)
"""Added in this order; `python -m benchmarks.criteria` prints what each of them is worth."""

"""Lines that are added to an answer: its last day, its weekday, the day it is as of."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from bot.answering.reply.notes.day_of_month import with_its_day
from bot.answering.reply.notes.documents_tomorrow import with_own_day
from bot.answering.reply.notes.last_day import counted
from bot.model import Answer, Question

Note = Callable[[Answer, Question], Answer]
"""The answer with its line; unchanged if the line does not fit the question."""

NOTES: Mapping[str, Note] = MappingProxyType(
    {
        "last_day": counted,
        "day_of_month": with_its_day,
        "documents_tomorrow": with_own_day,
    }
)
"""Added in this order; `python -m benchmarks.criteria` prints what each of them is worth."""

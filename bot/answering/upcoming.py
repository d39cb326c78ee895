"""What the documents will say: versions that are not in force yet on the question's day."""

from collections.abc import AsyncIterator
from dataclasses import replace

from bot.answering.evidence import weigh
from bot.days import shifted
from bot.model import Evidence, Question
from bot.ports import Search

_MOST_DAYS = 3
_LOOKED_AT = 6
"""Passages of each day; those that are in force already are left out of them."""


async def upcoming(question: Question, search: Search) -> AsyncIterator[tuple[Question, Evidence]]:
    """The question as of the next days on which something takes effect, with what starts then."""
    tomorrow = shifted(question.filters.as_of, 1)
    started = await search.history.starting(tomorrow, question.filters)
    days = sorted({one.effective_from for one in started if one.effective_from})
    keys = {one.key for one in started}
    for day in days[:_MOST_DAYS]:
        then = replace(question, filters=replace(question.filters, as_of=day))
        found = await search.find(then.text, then.filters, _LOOKED_AT)
        hits = tuple(hit for hit in found.hits if hit.passage.header.key in keys)
        if hits:
            yield then, await weigh(then, replace(found, hits=hits), search)

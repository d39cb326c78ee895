"""Lists contradictions between documents that a person may read."""

import asyncio
from dataclasses import replace
from datetime import date

from bot.conversation.outgoing import shown_section, shown_title, shown_words
from bot.ports import Index, Indexer
from knowledge.language.terms import language_of
from knowledge.model.documents import Filters
from knowledge.model.report import NotedClash, Quoted


async def contradictions(indexer: Indexer, index: Index, filters: Filters) -> list[NotedClash]:
    """Returns the clashes whose documents may both be read, the most important first.

    Raises IndexMissingError.
    """
    async with index.pinned() as search:
        headers = await search.history.starting(date.min, filters)
        status = await asyncio.to_thread(indexer.status)
        if status.published.number != search.generation.number:
            return []  # Another index was published just now; its clashes do not fit these headers.
    readable = {one.key for one in headers}
    clashes = status.review.clashes
    return [_shown(one) for one in clashes if {one.left.key, one.right.key} <= readable]


def _shown(clash: NotedClash) -> NotedClash:
    return replace(clash, left=_quoted(clash.left), right=_quoted(clash.right))


def _quoted(said: Quoted) -> Quoted:
    return replace(
        said,
        title=shown_title(said.title, language_of(said.sentence)),
        section=shown_section(said.section),
        sentence=shown_words(said.sentence),
        value=shown_words(said.value),
    )

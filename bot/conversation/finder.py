"""Searches passages without answering, for a search that inserts its results into a chat."""

from collections.abc import Callable
from datetime import date

from bot.conversation.outgoing import shown
from bot.model import Citation, Source
from bot.ports import Index
from bot.shown.reply import to_source
from knowledge.model.documents import Audience, Filters, Language


class Finder:
    """Finds passages; by default those in force today that all staff may read."""

    def __init__(self, index: Index, today: Callable[[], date]) -> None:
        self._index = index
        self._today = today

    async def find(self, text: str, language: Language, limit: int) -> list[Source]:
        """Returns the best passages for a text, best first. Raises KnowledgeError."""
        filters = Filters(as_of=self._today(), audience=Audience.STAFF, language=language)
        return await self.within(filters, text, language, limit)

    async def within(
        self, filters: Filters, text: str, language: Language, limit: int
    ) -> list[Source]:
        """Returns the best passages that pass the filters. Raises KnowledgeError."""
        async with self._index.pinned() as search:
            found = await search.find(text, filters, limit)
        return [
            shown(
                to_source(
                    number, Citation(hit.passage, hit.passage.text), hit.score, filters.as_of
                ),
                language,
            )
            for number, hit in enumerate(found.hits, start=1)
        ]

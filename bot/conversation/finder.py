"""Looking passages up without a question: for a search that inserts what it finds."""

from collections.abc import Callable
from datetime import date

from bot.conversation.outgoing import shown
from bot.model import Citation, Source
from bot.ports import Index
from bot.shown.sources import to_source
from knowledge.model.documents import Audience, Filters, Language


class Finder:
    """Finds passages; where nobody says otherwise, those that all staff may read, as of today."""

    def __init__(self, index: Index, today: Callable[[], date]) -> None:
        self._index = index
        self._today = today

    async def find(self, text: str, language: Language, limit: int) -> list[Source]:
        """The best passages for a text, best first. Raises KnowledgeError."""
        filters = Filters(as_of=self._today(), audience=Audience.STAFF, language=language)
        return await self.within(filters, text, language, limit)

    async def within(
        self, filters: Filters, text: str, language: Language, limit: int
    ) -> list[Source]:
        """The best of the passages that the filters let through. Raises KnowledgeError."""
        async with self._index.pinned() as search:
            found = await search.find(text, filters, limit)
        return [
            shown(to_source(number, Citation(hit.passage, hit.passage.text), hit.score), language)
            for number, hit in enumerate(found.hits, start=1)
        ]

"""Looking passages up without a question: for a search that inserts what it finds."""

from collections.abc import Callable
from datetime import date

from bot.model import Citation, Source
from bot.outgoing import shown
from bot.ports import Index
from bot.sources import to_source
from knowledge.model import Audience, Filters, Language


class Finder:
    """Finds passages that everybody on the staff may read, as they are in force today."""

    def __init__(self, index: Index, today: Callable[[], date]) -> None:
        self._index = index
        self._today = today

    async def find(self, text: str, language: Language, limit: int) -> list[Source]:
        """The best passages for a text, best first. Raises KnowledgeError."""
        filters = Filters(as_of=self._today(), audience=Audience.STAFF, language=language)
        async with self._index.pinned() as search:
            found = await search.find(text, filters, limit)
        return [
            shown(to_source(number, Citation(hit.passage, hit.passage.text), hit.score), language)
            for number, hit in enumerate(found.hits, start=1)
        ]

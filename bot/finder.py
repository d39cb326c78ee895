"""Looking passages up without a question: for a search that inserts what it finds."""

from collections.abc import Callable
from datetime import date

from bot.model import Source
from bot.ports import Index
from knowledge.model import Audience, Filters, Hit, Language


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
        return [_source(number, hit) for number, hit in enumerate(found.hits, start=1)]


def _source(number: int, hit: Hit) -> Source:
    passage, header = hit.passage, hit.passage.header
    return Source(
        number=number,
        title=header.title,
        section=passage.heading,
        quote=passage.text,
        passage=passage.text,
        doc_id=header.doc_id,
        passage_id=passage.passage_id,
        version=header.version,
        page=passage.page,
        url=header.url,
        effective_from=header.effective_from,
        score=round(hit.score, 3),
    )

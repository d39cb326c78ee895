"""Looks up the versions of documents in one generation, also those not in force."""

import asyncio
from dataclasses import dataclass
from datetime import date

from knowledge.compare.versions import Difference, diff
from knowledge.index.storage.generations import Generations
from knowledge.model.documents import Filters, Header, Passage
from knowledge.search.library import Library


@dataclass(frozen=True, slots=True)
class History:
    """Finds old, new and upcoming versions. Filters only by audience and type of store."""

    library: Library
    generations: Generations
    generation: int

    async def versions(self, header: Header, filters: Filters) -> list[Header]:
        """Returns every version, oldest first, after those of other names that it replaced."""
        return await asyncio.to_thread(self._versions, header, filters)

    async def starting(self, since: date, filters: Filters) -> list[Header]:
        """Returns the versions that start on a day or later, the latest first."""
        return await asyncio.to_thread(self.library.starting, self.generation, since, filters)

    async def in_force(self, filters: Filters) -> list[Header]:
        """Returns the versions that a person may see and that count on the day."""
        return await asyncio.to_thread(self.library.in_force, self.generation, filters)

    async def passages(self, header: Header) -> list[Passage]:
        """Returns all passages of one version of a document, in order."""
        return await asyncio.to_thread(self.library.passages_of, self.generation, header.key)

    async def text(self, header: Header) -> str:
        """Returns the text of one version of a document, without personal data."""
        document = await asyncio.to_thread(self.generations.document, self.generation, header)
        return document.text

    async def difference(self, old: Header, new: Header) -> Difference:
        """Returns the changes from one version of a document to another."""
        return await asyncio.to_thread(self._difference, old, new)

    def _versions(self, header: Header, filters: Filters) -> list[Header]:
        number = self.generation
        own = self.library.versions(number, header.doc_id, filters)
        replaced = {one.supersedes.rpartition("@")[0] for one in own if one.supersedes}
        earlier = [
            other
            for doc_id in sorted(replaced - {header.doc_id})
            for other in self.library.versions(number, doc_id, filters)
        ]
        return [*earlier, *own]

    def _difference(self, old: Header, new: Header) -> Difference:
        document, number = self.generations.document, self.generation
        return diff(document(number, old), document(number, new))

"""Opens the published index for searches, and counts its readers."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from datetime import date

from knowledge.index.storage.generations import Generations
from knowledge.index.storage.reader_counts import ReaderCounts
from knowledge.model.documents import Filters, Found, Generation, Passage, StoreNames
from knowledge.models.embedder import RememberedVectors
from knowledge.models.reader import Pair
from knowledge.search.catalogue.catalogue import Catalogues
from knowledge.search.comparison import History
from knowledge.search.snapshot import Halves, Snapshot


class HybridSearch:
    """Searches the published index, or a given one."""

    def __init__(
        self,
        halves: Halves,
        generations: Generations,
        readers: ReaderCounts | None = None,
        *,
        only: Generation | None = None,
        vectors: RememberedVectors | None = None,
        catalogues: Catalogues | None = None,
    ) -> None:
        self._halves = halves
        self._generations = generations
        self._readers = readers or ReaderCounts()
        self._only = only
        self._vectors = vectors or RememberedVectors()
        self._catalogues = catalogues or Catalogues(halves.library, halves.glossary)
        self._named: tuple[Generation, StoreNames] | None = None
        """The stores of the generation that was asked for last."""

    def at(self, generation: Generation) -> "HybridSearch":
        """Returns the same search in one generation, published or not."""
        # Shares the remembered vectors: a sentence's vector is the same in every generation.
        return HybridSearch(
            self._halves,
            self._generations,
            self._readers,
            only=generation,
            vectors=self._vectors,
            catalogues=self._catalogues,
        )

    @asynccontextmanager
    async def pinned(self) -> AsyncGenerator[Snapshot]:
        """Holds the index as it is now for all searches of a question. Raises IndexMissingError."""
        generation = self._only or self._generations.published()
        with self._readers.reading(generation.number):
            history = History(self._halves.library, self._generations, generation.number)
            yield Snapshot(self._halves, self._vectors, generation, history, self._catalogues)

    async def find(self, text: str, filters: Filters, limit: int = 6) -> Found:
        """Returns the best passages for the text, best first. Raises IndexMissingError."""
        async with self.pinned() as snapshot:
            return await snapshot.find(text, filters, limit)

    async def passages(self, ids: Sequence[str]) -> dict[str, Passage]:
        """Returns passages by id, without access checks. Raises IndexMissingError."""
        generation = self._only or self._generations.published()
        with self._readers.reading(generation.number):
            return await asyncio.to_thread(self._halves.library.passages, generation, ids)

    async def mentions(self, words: str) -> bool:
        """Whether any rule has these words one after the other. Raises IndexMissingError."""
        generation = self._only or self._generations.published()
        with self._readers.reading(generation.number):
            return await asyncio.to_thread(self._halves.library.in_rules, generation.number, words)

    async def store_names(self) -> StoreNames:
        """Returns the stores that documents are limited to. Raises IndexMissingError."""
        generation = self._only or self._generations.published()
        if self._named is None or self._named[0] != generation:
            with self._readers.reading(generation.number):
                names = await asyncio.to_thread(self._generations.store_names, generation.number)
            self._named = generation, names
        return self._named[1]

    async def warm_up(self) -> None:
        """Loads the models, so that the first question does not wait for them."""
        async with self.pinned() as snapshot:
            await snapshot.find("환불 refund", Filters(as_of=date.max), limit=1)
            await snapshot.likeness("환불", ["refund"])
            await snapshot.nearness("환불", [], 0)
            await snapshot.relevance("환불", [Pair("", "refund")])

"""A replica with an indexer and a Chroma of its own, over a folder of documents of the test."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path

from knowledge.index import Builder, Indexer, Reviews
from knowledge.index.artefacts import Companion, Published, Shelf
from knowledge.index.storage.database import Database
from knowledge.index.storage.generations import Generations
from knowledge.index.storage.reader_counts import ReaderCounts
from knowledge.index.vector_store import ChromaStore
from knowledge.model.documents import Filters
from knowledge.model.places import Places
from knowledge.search.hybrid import HybridSearch
from knowledge.search.library import Library
from knowledge.search.snapshot import Halves
from knowledge.split.token_count import TokenCounter
from tests.engines.replicas import replica
from tests.fakes import FakeEmbedder
from tests.unit.knowledge.texts import filled

TODAY = Filters(as_of=date(2026, 11, 21))


class Branch:
    """One replica: it indexes as the leader, or follows."""

    def __init__(
        self,
        data: Path,
        source: Path,
        tokens: TokenCounter,
        published: Published,
        shelf: Shelf,
        companions: Sequence[Companion] = (),
    ) -> None:
        self.data, self.source = data, source
        self.database = Database(data / "knowledge.db")
        self.generations = Generations(self.database)
        self.store = ChromaStore(data / "chroma")
        self.readers = ReaderCounts()
        self.embedder = FakeEmbedder()
        parts = replica(data, self.database, self.readers, published, shelf, self.store, companions)
        self.follower, self.sharing = parts.follower, parts.sharing
        self.importer, self.exporter = parts.importer, parts.exporter
        builder = Builder(
            self.generations, self.store, self.embedder, tokens, str, clean_version="1"
        )
        self.indexer = Indexer(
            lambda: Places.of(source),
            builder,
            self.generations,
            self.store,
            Reviews(self.generations, lambda: date(2026, 11, 21)),
            readers=self.readers,
            shared=self.sharing,
        )
        halves = Halves(Library(self.database), self.store, self.embedder)
        self.search = HybridSearch(halves, self.generations, self.readers)

    def write(self, files: dict[str, str]) -> None:
        filled(self.source, files)

    async def answers(self, text: str) -> list[str]:
        """What a question finds now, best first."""
        found = await self.search.find(text, TODAY)
        return [hit.passage.text for hit in found.hits]

    def numbers(self) -> list[int]:
        """The generations that are in the file, published or not."""
        rows = self.database.rows("SELECT generation FROM generations ORDER BY generation")
        return [row["generation"] for row in rows]

    def pointer(self) -> tuple[int, int | None] | None:
        return self.importer.carried.pointer()

    def close(self) -> None:
        self.store.close()
        self.database.close()

"""Passages put into an index by hand, without files."""

from collections.abc import Sequence
from pathlib import Path

from knowledge.index import fingerprint
from knowledge.index.storage.database import Database
from knowledge.index.storage.generations import Generations
from knowledge.index.vector_store import PassageStore
from knowledge.language.meanings.glossary import NO_GLOSSARY, Glossary
from knowledge.model.documents import Document, Entry, Generation, Header, Passage
from knowledge.models.embedder import Embedder
from knowledge.models.reader import CrossEncoder
from knowledge.search.hybrid import HybridSearch
from knowledge.search.library import Library
from knowledge.search.snapshot import Halves
from tests.unit.knowledge.memory_store import MemoryStore


class Shelf:
    """An open knowledge.db, with short ways to fill and to search it."""

    def __init__(self, path: Path) -> None:
        self.database = Database(path)
        self.generations = Generations(self.database)
        self.library = Library(self.database)

    def close(self) -> None:
        self.database.close()

    def published(self) -> Generation:
        return self.generations.published()

    def add(self, passages: Sequence[Passage], embedder: str | None = None) -> int:
        """Write these passages, each document with its passages as its text; nobody sees them."""
        texts: dict[Header, list[str]] = {}
        for passage in passages:
            texts.setdefault(passage.header, []).append(passage.text)
        number = self.generations.next_number()
        self.generations.add(
            Generation(
                number,
                embedder,
                rules="1",
                source="/srv/handbook",
                contents=f"contents {number}",
                made_at="2026-11-21T09:00:00+00:00",
            ),
            [
                Document(header, "\n\n".join(parts), digest=f"{parts}")
                for header, parts in texts.items()
            ],
            [Entry(passage, fingerprint(passage)) for passage in passages],
        )
        return number

    def publish(self, passages: Sequence[Passage], embedder: str | None = None) -> int:
        """Serve these passages."""
        number = self.add(passages, embedder)
        self.generations.publish(number)
        self.generations.forget_others()
        return number

    async def shelve(
        self, store: PassageStore, embedder: Embedder, passages: Sequence[Passage]
    ) -> int:
        """Serve these passages, to be found by meaning too."""
        number = self.generations.next_number()
        ids = [passage.passage_id for passage in passages]
        vectors = await embedder.embed([passage.searchable for passage in passages])
        await store.add(number, ids, vectors)
        self.publish(passages, embedder.name)
        await store.keep_only(self.generations.kept())
        return number

    def search(
        self,
        embedder: Embedder | None = None,
        store: PassageStore | None = None,
        weigher: Embedder | None = None,
        glossary: Glossary = NO_GLOSSARY,
        cross_encoder: CrossEncoder | None = None,
        bi_encoder: Embedder | None = None,
    ) -> HybridSearch:
        halves = Halves(
            self.library,
            store or MemoryStore(),
            embedder,
            weigher,
            glossary,
            cross_encoder,
            bi_encoder,
        )
        return HybridSearch(halves, self.generations)

"""An indexer over a folder of a test."""

from datetime import date
from pathlib import Path

from knowledge.index import Builder, Clean, Indexer, Judge, Reviews
from knowledge.index.storage.reader_counts import ReaderCounts
from knowledge.index.vector_rows import MOST
from knowledge.index.vector_store import PassageStore
from knowledge.model.documents import Filters, Passage
from knowledge.model.places import Places
from knowledge.models.embedder import Embedder
from knowledge.split.token_count import TokenCounter
from tests.unit.knowledge.memory_store import MemoryStore
from tests.unit.knowledge.shelf import Shelf
from tests.unit.knowledge.texts import filled


def _as_it_is(text: str) -> str:
    return text


class Indexed:
    """An indexer over a folder of the test, with all that it writes to."""

    def __init__(
        self,
        folder: Path,
        shelf: Shelf,
        tokens: TokenCounter,
        embedder: Embedder | None = None,
        store: PassageStore | None = None,
        clean: Clean = _as_it_is,
        judge: Judge | None = None,
        most_statements: int = MOST,
        bi_encoder: Embedder | None = None,
        most_characters: int = 1_000,
    ) -> None:
        self.source = folder / "source"
        self.readers = ReaderCounts()
        self.shelf = shelf
        self.store = store or MemoryStore()
        generations = shelf.generations
        builder = Builder(
            generations,
            self.store,
            embedder,
            tokens,
            clean,
            clean_version="1",
            most_statements=most_statements,
            bi_encoder=bi_encoder,
            most_characters=most_characters,
        )
        self.day = date(2026, 11, 21)
        reviews = Reviews(generations, lambda: self.day)
        self.indexer = Indexer(
            lambda: Places.of(self.source),
            builder,
            generations,
            self.store,
            reviews,
            judge,
            self.readers,
        )

    def write(self, files: dict[str, str]) -> None:
        filled(self.source, files)

    def passages(self) -> dict[str, Passage]:
        """What staff can see now, by text."""
        published = self.shelf.published()
        ids = list(self.shelf.generations.fingerprints(published.number).values())
        visible = self.shelf.library.visible(published, self.today())
        passages = self.shelf.library.passages(published, ids).values()
        return {passage.text: passage for passage in passages if passage.header.key in visible}

    def numbers(self) -> list[int]:
        """The generations that are in the file, published or not."""
        rows = self.shelf.database.rows("SELECT generation FROM generations ORDER BY generation")
        return [row["generation"] for row in rows]

    def today(self) -> Filters:
        return Filters(as_of=self.day)

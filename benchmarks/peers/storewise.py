"""storewise itself, called as the bot calls it."""

from pathlib import Path

from benchmarks.peers.system import PASSAGES
from benchmarks.sets import Shelf, indexed
from bot.model import Question
from knowledge.search.hybrid import HybridSearch


class Storewise:
    """Indexes with redaction, as in production, and searches with all filters."""

    name = "storewise"

    def __init__(self) -> None:
        self._shelf: Shelf | None = None
        self._search: HybridSearch | None = None

    async def index(self, source: Path, folder: Path) -> int:
        """Indexes the source in the folder and returns the number of passages."""
        self._shelf = await indexed(source, folder)
        return self._shelf.report.passages

    async def forget(self) -> None:
        """Forgets earlier questions and warms up."""
        assert self._shelf
        self._search = self._shelf.search()
        await self._search.warm_up()

    async def find(self, question: Question) -> list[str]:
        """Returns the documents of the passages found, best passage first."""
        assert self._search
        found = await self._search.find(question.text, question.filters, PASSAGES)
        return [hit.passage.header.doc_id for hit in found.hits]

    def close(self) -> None:
        """Closes the index."""
        assert self._shelf
        self._shelf.close()

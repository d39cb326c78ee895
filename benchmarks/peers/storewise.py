"""storewise itself, through the doors that the bot uses."""

from pathlib import Path

from benchmarks.peers.system import PASSAGES
from benchmarks.sets import Shelf, indexed
from bot.model import Question
from knowledge.search.hybrid import HybridSearch


class Storewise:
    """Reads the source, takes personal data out, splits, embeds; searches with all filters."""

    name = "storewise"

    def __init__(self) -> None:
        self._shelf: Shelf | None = None
        self._search: HybridSearch | None = None

    async def index(self, source: Path, folder: Path) -> int:
        """Read the source, make an index in the folder; return how many passages it has."""
        self._shelf = await indexed(source, folder)
        return self._shelf.report.passages

    async def forget(self) -> None:
        """Forget earlier questions, and be warm."""
        assert self._shelf
        self._search = self._shelf.search()
        await self._search.warm_up()

    async def find(self, question: Question) -> list[str]:
        """Return the documents of the passages that were found, best passage first."""
        assert self._search
        found = await self._search.find(question.text, question.filters, PASSAGES)
        return [hit.passage.header.doc_id for hit in found.hits]

    def close(self) -> None:
        """Let go of the index."""
        assert self._shelf
        self._shelf.close()

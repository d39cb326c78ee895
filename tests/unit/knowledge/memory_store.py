"""Stores vectors in memory."""

from collections.abc import Collection, Sequence

from knowledge.index.vector_store.protocol import MISSING, Reached, untold
from knowledge.model.errors import IndexMissingError
from knowledge.models.embedder import Vector


class MemoryStore:
    """Stores and compares vectors in memory."""

    def __init__(self) -> None:
        self._generations: dict[int, dict[str, Vector]] = {}

    async def add(
        self,
        generation: int,
        ids: Sequence[str],
        vectors: Sequence[Vector],
        reached: Reached = untold,
    ) -> None:
        """Stores the vectors of a generation, in place of any it had."""
        self._generations[generation] = dict(zip(ids, vectors, strict=True))
        reached(len(ids))

    async def vectors(self, generation: int, ids: Sequence[str]) -> dict[str, Vector]:
        """Returns the vectors of these rows; rows that the generation lacks are left out."""
        kept = self._held(generation)
        return {passage_id: kept[passage_id] for passage_id in ids if passage_id in kept}

    async def size(self, generation: int) -> int:
        """Counts the generation's vectors; 0 where it is missing."""
        return len(self._generations.get(generation, {}))

    async def nearest(self, generation: int, vector: Vector, limit: int) -> list[tuple[str, float]]:
        """Returns ids of rows with their cosines, nearest first. Raises IndexMissingError."""
        scored = [
            (passage_id, float(vector @ other))
            for passage_id, other in self._held(generation).items()
        ]
        return sorted(scored, key=lambda pair: -pair[1])[:limit]

    async def keep_only(self, generations: Collection[int]) -> None:
        """Drops every other generation."""
        self._generations = {
            number: vectors
            for number, vectors in self._generations.items()
            if number in generations
        }

    def close(self) -> None:
        """Does nothing: nothing is open."""

    def _held(self, generation: int) -> dict[str, Vector]:
        if generation not in self._generations:
            raise IndexMissingError(MISSING)
        return self._generations[generation]

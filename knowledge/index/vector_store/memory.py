"""Vectors in memory."""

from collections.abc import Collection, Sequence

from knowledge.index.vector_store.protocol import MISSING
from knowledge.model.errors import IndexMissingError
from knowledge.models.embedder import Vector


class MemoryStore:
    """Vectors in memory, searched one by one: for a few thousand passages, and for tests."""

    def __init__(self) -> None:
        self._generations: dict[int, dict[str, Vector]] = {}

    async def add(self, generation: int, ids: Sequence[str], vectors: Sequence[Vector]) -> None:
        """Make a generation of these passages; what it held before is gone."""
        self._generations[generation] = dict(zip(ids, vectors, strict=True))

    async def vectors(self, generation: int, ids: Sequence[str]) -> dict[str, Vector]:
        """The vectors of those of the passages that the generation holds."""
        kept = self._held(generation)
        return {passage_id: kept[passage_id] for passage_id in ids if passage_id in kept}

    async def size(self, generation: int) -> int:
        """How many vectors the generation holds; 0 where it is missing."""
        return len(self._generations.get(generation, {}))

    async def nearest(self, generation: int, vector: Vector, limit: int) -> list[tuple[str, float]]:
        """Ids of rows with their cosine, nearest first. Raises IndexMissingError."""
        scored = [
            (passage_id, float(vector @ other))
            for passage_id, other in self._held(generation).items()
        ]
        return sorted(scored, key=lambda pair: -pair[1])[:limit]

    async def keep_only(self, generations: Collection[int]) -> None:
        """Drop every other generation."""
        self._generations = {
            number: vectors
            for number, vectors in self._generations.items()
            if number in generations
        }

    def close(self) -> None:
        """Nothing is open."""

    def _held(self, generation: int) -> dict[str, Vector]:
        if generation not in self._generations:
            raise IndexMissingError(MISSING)
        return self._generations[generation]

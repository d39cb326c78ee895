"""Stores vectors in memory."""

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from knowledge.index.vector_store.protocol import MISSING, Reached, untold
from knowledge.model.errors import IndexMissingError
from knowledge.models.embedder import Vector


class MemoryStore:
    """Stores and compares vectors in memory: for a few thousand passages, and for tests."""

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


# Compares all vectors of a small generation in memory, which is faster than a graph.


EXACT_UP_TO = 60_000
"""Most vectors that are held in memory: 123 MB.

On a busy machine a question takes .3-.5 ms at 1,000 passages and 2-6 at 10,000. Chroma's graph
takes 2-3 and 14, and misses some of the nearest (docs/decisions/0013).
"""


class Exact:
    """The vectors of a generation that no longer changes."""

    def __init__(self, ids: Sequence[str], vectors: NDArray[np.float32]) -> None:
        """Takes one row of `vectors` for each id."""
        self._ids = ids
        self._places: dict[str, int] | None = None
        self._vectors = _of_length_one(vectors)

    @property
    def size(self) -> int:
        """Counts the vectors."""
        return len(self._ids)

    def vectors(self, ids: Sequence[str]) -> dict[str, Vector]:
        """Returns the vectors of these ids; unknown ids are left out."""
        if self._places is None:
            self._places = {one: place for place, one in enumerate(self._ids)}
        places = self._places
        return {one: self._vectors[places[one]] for one in ids if one in places}

    def nearest(self, vector: Vector, limit: int) -> list[tuple[str, float]]:
        """Returns ids of rows with their cosines, nearest first; equals keep their order."""
        if not self._ids:
            return []
        cosines = self._vectors @ _of_length_one(vector)
        rows = np.arange(len(cosines))
        if limit < len(rows):
            rows = np.sort(np.argpartition(-cosines, limit - 1)[:limit])
        best = rows[np.argsort(-cosines[rows], kind="stable")]
        return [
            (self._ids[row], cosine)
            for row, cosine in zip(best.tolist(), cosines[best].tolist(), strict=True)
        ]


def _of_length_one(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32, copy=False)

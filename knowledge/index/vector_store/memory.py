"""Compares all vectors of a small generation in memory, which is faster than a graph."""

from collections.abc import Sequence
from pathlib import Path
from typing import Self
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from knowledge.models.embedder import Vector

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

    @classmethod
    def kept(cls, path: Path) -> Self | None:
        """Reads the vectors from a file that `keep` has written; None where it is unreadable."""
        try:
            with path.open("rb") as file, np.load(file) as arrays:
                return cls(arrays["ids"].tobytes().decode().split("\0"), arrays["vectors"])
        except (OSError, ValueError, KeyError, BadZipFile):
            return None

    def keep(self, path: Path) -> None:
        """Writes the vectors into a file. Raises OSError."""
        ids = np.frombuffer("\0".join(self._ids).encode(), np.uint8)
        unfinished = path.with_suffix(".new")
        with unfinished.open("wb") as file:
            np.savez(file, ids=ids, vectors=self._vectors)
        unfinished.replace(path)

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

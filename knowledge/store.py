"""Where the vectors of passages are kept: the one module that knows Chroma."""

import asyncio
import threading
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar

import numpy as np

from knowledge.embedding import Vector
from knowledge.errors import IndexMissingError, KnowledgeError

if TYPE_CHECKING:
    from chromadb.api import ClientAPI
    from chromadb.api.models.Collection import Collection as Vectors

P = ParamSpec("P")
R = TypeVar("R")

_MISSING = "the vectors are missing; run `storewise reindex`"
_DAMAGED = "the vectors cannot be opened; delete the data directory and run `storewise reindex`"
_BATCH = 1000
"""Chroma takes at most 5461 rows at once."""


class PassageStore(Protocol):
    """Keeps the vectors of each generation's passages. A store that blocks moves to a thread."""

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
        """Passage ids with their cosine, nearest first. Raises IndexMissingError."""
        ...

    async def keep_only(self, generations: Collection[int]) -> None:
        """Drop every other generation."""
        ...


class ChromaStore:
    """A Chroma collection for each generation, in a folder on disk. One process may write to it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._opened: ClientAPI | None = None

    async def add(self, generation: int, ids: Sequence[str], vectors: Sequence[Vector]) -> None:
        """Make a generation of these passages; what it held before is gone."""
        await self._in_thread(self._add, generation, list(ids), list(vectors))

    async def vectors(self, generation: int, ids: Sequence[str]) -> dict[str, Vector]:
        """The vectors of those of the passages that the generation holds."""
        return await self._in_thread(self._vectors, generation, list(ids))

    async def size(self, generation: int) -> int:
        """How many vectors the generation holds; 0 where it is missing."""
        return await self._in_thread(self._size, generation)

    async def nearest(self, generation: int, vector: Vector, limit: int) -> list[tuple[str, float]]:
        """Passage ids with their cosine, nearest first. Raises IndexMissingError."""
        return await self._in_thread(self._nearest, generation, vector, limit)

    async def keep_only(self, generations: Collection[int]) -> None:
        """Drop every other generation."""
        await self._in_thread(self._keep_only, generations)

    async def _in_thread(self, call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run one blocking call; Chroma's errors become ours."""
        from chromadb.errors import ChromaError  # noqa: PLC0415 - 0.7 s to import

        try:
            return await asyncio.to_thread(call, *args, **kwargs)
        except ChromaError as error:
            raise KnowledgeError(_DAMAGED) from error

    def _add(self, generation: int, ids: list[str], vectors: list[Vector]) -> None:
        client = self._client()
        name = _name(generation)
        if name in {collection.name for collection in client.list_collections()}:
            client.delete_collection(name)
        collection = client.create_collection(
            name, embedding_function=None, configuration={"hnsw": {"space": "cosine"}}
        )
        for start in range(0, len(ids), _BATCH):
            end = start + _BATCH
            collection.add(ids=ids[start:end], embeddings=_stubbed(vectors[start:end]))

    def _vectors(self, generation: int, ids: list[str]) -> dict[str, Vector]:
        found: dict[str, Vector] = {}
        for start in range(0, len(ids), _BATCH):
            part = self._collection(generation).get(
                ids=ids[start : start + _BATCH], include=["embeddings"]
            )
            embeddings = part["embeddings"]
            if embeddings is not None:
                found |= {
                    passage_id: np.asarray(vector, dtype=np.float32)
                    for passage_id, vector in zip(part["ids"], embeddings, strict=True)
                }
        return found

    def _size(self, generation: int) -> int:
        try:
            return self._collection(generation).count()
        except IndexMissingError:
            return 0

    def _nearest(self, generation: int, vector: Vector, limit: int) -> list[tuple[str, float]]:
        found = self._collection(generation).query(
            query_embeddings=_stubbed([vector]),
            n_results=limit,
            include=["distances"],
        )
        distances = found["distances"] or [[]]
        return [
            (passage_id, 1.0 - distance)
            for passage_id, distance in zip(found["ids"][0], distances[0], strict=True)
        ]

    def _keep_only(self, generations: Collection[int]) -> None:
        client = self._client()
        kept = {_name(generation) for generation in generations}
        for collection in client.list_collections():
            if collection.name.startswith("kb_") and collection.name not in kept:
                client.delete_collection(collection.name)

    def _collection(self, generation: int) -> "Vectors":
        from chromadb.errors import NotFoundError  # noqa: PLC0415

        try:
            # Without None Chroma would store its default function, which downloads a model.
            return self._client().get_collection(_name(generation), embedding_function=None)
        except NotFoundError as error:
            raise IndexMissingError(_MISSING) from error

    def _client(self) -> "ClientAPI":
        import chromadb  # noqa: PLC0415 - 0.7 s to import, and only a search needs it
        from chromadb.config import Settings  # noqa: PLC0415

        with self._lock:
            if self._opened is None:
                try:
                    self._opened = chromadb.PersistentClient(
                        str(self._path), settings=Settings(anonymized_telemetry=False)
                    )
                except (ValueError, OSError, RuntimeError) as error:
                    raise KnowledgeError(_DAMAGED) from error
            return self._opened


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
        """Passage ids with their cosine, nearest first. Raises IndexMissingError."""
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

    def _held(self, generation: int) -> dict[str, Vector]:
        if generation not in self._generations:
            raise IndexMissingError(_MISSING)
        return self._generations[generation]


def _stubbed(vectors: list[Vector]) -> Any:
    # Chroma's stub asks for an array type that is float32 and int32 at once; float32 is right.
    return vectors


def _name(generation: int) -> str:
    return f"kb_{generation}"

"""Runs Chroma in this process, with its files in the data directory."""

import asyncio
import re
import shutil
import threading
from collections.abc import Collection, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from knowledge.index.vector_store.folders import folder_of
from knowledge.index.vector_store.memory import EXACT_UP_TO, Exact
from knowledge.index.vector_store.protocol import GRAPH, MISSING, Reached, untold
from knowledge.model.errors import IndexMissingError, KnowledgeError
from knowledge.models.embedder import Vector

if TYPE_CHECKING:
    from chromadb.api.client import Client
    from chromadb.api.models.Collection import Collection as Vectors

_BATCH = 1000
"""Chroma takes at most 5461 rows at once."""
_COLLECTION = "passages"
_NO_GRAPH: Any = {"space": "cosine", "ef_construction": 8, "max_neighbors": 4}
"""For vectors that are compared in memory: storing 46,000 takes 6 s instead of 106."""
_AT_ONCE = 12_000
"""Most vectors to compare without a thread: waking one would take about as long."""


class ChromaStore:
    """Stores each generation in its own Chroma database, in its own folder.

    The first question reads the vectors of a small generation into memory, from a file beside
    Chroma's: importing Chroma takes longer than all else at a start.

    Dropping a generation removes its folder. With one database for all, Chroma would keep the index
    files of a dropped collection for ever and never shrink its SQLite file. No folder changes once
    it is published, so a process that reads one never misses rows that another wrote.
    """

    def __init__(self, path: Path, exact_up_to: int = EXACT_UP_TO) -> None:
        """Compares up to `exact_up_to` vectors in memory; larger generations use Chroma's graph."""
        self._path = path
        self._exact_up_to = exact_up_to
        self._lock = threading.Lock()
        self._opened: dict[int, _Opened] = {}
        self._reading = threading.Lock()
        self._in_memory: dict[int, Exact | None] = {}
        """The vectors of each generation that was read; None of a large one."""

    async def add(
        self,
        generation: int,
        ids: Sequence[str],
        vectors: Sequence[Vector],
        reached: Reached = untold,
    ) -> None:
        """Stores the vectors of a generation, in place of any it had."""
        await asyncio.to_thread(self._add, generation, list(ids), list(vectors), reached)

    async def vectors(self, generation: int, ids: Sequence[str]) -> dict[str, Vector]:
        """Returns the vectors of these rows; rows that the generation lacks are left out."""
        if exact := self._at_once(generation):
            return exact.vectors(ids)
        return await asyncio.to_thread(self._vectors, generation, list(ids))

    async def size(self, generation: int) -> int:
        """Counts the generation's vectors; 0 where it is missing."""
        return await asyncio.to_thread(self._size, generation)

    async def nearest(self, generation: int, vector: Vector, limit: int) -> list[tuple[str, float]]:
        """Returns ids of rows with their cosines, nearest first. Raises IndexMissingError."""
        if exact := self._at_once(generation):
            return exact.nearest(vector, limit)
        return await asyncio.to_thread(self._nearest, generation, vector, limit)

    async def keep_only(self, generations: Collection[int]) -> None:
        """Drops every other generation with its files, also unfinished ones."""
        await asyncio.to_thread(self._keep_only, generations)

    @property
    def folder(self) -> Path:
        """The folder with a folder for each generation."""
        return self._path

    async def drop(self, generation: int) -> None:
        """Closes and deletes the vectors of one generation."""
        await asyncio.to_thread(self._drop, generation)

    def close(self) -> None:
        """Closes files and threads; a generation in use is closed after its last reader."""
        with self._lock:
            for generation in list(self._opened):
                self._let_go(generation)

    def _at_once(self, generation: int) -> Exact | None:
        """Returns the vectors in memory if they are few enough to compare without a thread."""
        exact = self._in_memory.get(generation)
        few = exact is not None and exact.size <= _AT_ONCE
        return exact if few and self._folder(generation).exists() else None

    def _add(
        self, generation: int, ids: list[str], vectors: list[Vector], reached: Reached
    ) -> None:
        self._drop(generation)
        graph = GRAPH if len(ids) > self._exact_up_to else _NO_GRAPH
        with self._using(generation, made_with=graph) as opened:
            for start in range(0, len(ids), _BATCH):
                end = start + _BATCH
                opened.collection.add(ids=ids[start:end], embeddings=_stubbed(vectors[start:end]))
                reached(min(end, len(ids)))
            if 0 < len(ids) <= self._exact_up_to:
                Exact(ids, np.asarray(vectors, dtype=np.float32)).keep(self._file(generation))

    def _vectors(self, generation: int, ids: list[str]) -> dict[str, Vector]:
        if exact := self._in_memory.get(generation):
            return exact.vectors(ids)
        found: dict[str, Vector] = {}
        with self._using(generation) as opened:
            for start in range(0, len(ids), _BATCH):
                part = opened.collection.get(
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
            if exact := self._exact(generation):
                return exact.size
            with self._using(generation) as opened:
                return opened.collection.count()
        except IndexMissingError:
            return 0

    def _nearest(self, generation: int, vector: Vector, limit: int) -> list[tuple[str, float]]:
        if exact := self._exact(generation):
            return exact.nearest(vector, limit)
        with self._using(generation) as opened:
            found = opened.collection.query(
                query_embeddings=_stubbed([vector]), n_results=limit, include=["distances"]
            )
        distances = found["distances"] or [[]]
        return [
            (passage_id, 1.0 - distance)
            for passage_id, distance in zip(found["ids"][0], distances[0], strict=True)
        ]

    def _exact(self, generation: int) -> Exact | None:
        """Reads the vectors of a small generation, once; None of a large one.

        Raises IndexMissingError.
        """
        if not self._folder(generation).exists():
            raise IndexMissingError(MISSING)
        with self._reading:
            if generation not in self._in_memory:
                self._in_memory[generation] = self._read(generation)
            return self._in_memory[generation]

    def _read(self, generation: int) -> Exact | None:
        kept = Exact.kept(self._file(generation))
        if kept is not None:
            return kept if kept.size <= self._exact_up_to else None
        with self._using(generation) as opened:
            is_large = opened.collection.count() > self._exact_up_to
            return None if is_large else _all(opened.collection)

    def _keep_only(self, generations: Collection[int]) -> None:
        # Another process may have deleted some folders: their vectors in memory go too.
        known = {*self._opened, *self._in_memory}
        for number in known - {*generations}:
            self._drop(number)
        for folder in self._path.glob("kb_*"):
            # Other folders stay: somebody's own Chroma may be in the same place.
            name = re.fullmatch(r"kb_(\d+)", folder.name)
            if name and int(name[1]) not in generations:
                self._drop(int(name[1]))

    def _drop(self, generation: int) -> None:
        with self._lock:
            self._let_go(generation)
        # A file that cannot be removed now, such as an open one on Windows, goes next time.
        shutil.rmtree(self._folder(generation), ignore_errors=True)

    def _let_go(self, generation: int) -> None:
        self._in_memory.pop(generation, None)
        opened = self._opened.pop(generation, None)
        if opened is not None:
            opened.is_unwanted = True
            opened.close_when_idle()

    @contextmanager
    def _using(self, generation: int, *, made_with: Any = None) -> Generator["_Opened"]:
        """Opens a generation and holds it open; `made_with` makes a new one with that graph.

        Raises IndexMissingError and KnowledgeError in place of Chroma's errors.
        """
        folder = self._folder(generation)
        if not made_with and not folder.exists():
            raise IndexMissingError(MISSING)
        from chromadb.errors import ChromaError, NotFoundError  # noqa: PLC0415 - 0.7 s to import

        try:
            with self._lock:
                if generation not in self._opened:
                    self._opened[generation] = _open(folder, made_with)
                opened = self._opened[generation]
                opened.users += 1
            try:
                yield opened
            finally:
                with self._lock:
                    opened.users -= 1
                    opened.close_when_idle()
        except NotFoundError as error:
            raise IndexMissingError(MISSING) from error
        except (ChromaError, OSError) as error:
            raise KnowledgeError(
                f"the vectors in {folder} cannot be read or written; make room on the disk or "
                "delete that folder, then run `storewise reindex`"
            ) from error

    def _folder(self, generation: int) -> Path:
        return folder_of(self._path, generation)

    def _file(self, generation: int) -> Path:
        return self._folder(generation) / "vectors.npz"


@dataclass(slots=True)
class _Opened:
    """An open generation, and its number of readers."""

    client: "Client"
    collection: "Vectors"
    users: int = 0
    is_unwanted: bool = False

    def close_when_idle(self) -> None:
        # Closing a client during a query would raise AttributeError there.
        if self.is_unwanted and not self.users:
            self.client.close()


def _all(collection: "Vectors") -> Exact:
    found = collection.get(include=["embeddings"])
    return Exact(found["ids"], np.asarray(found["embeddings"], dtype=np.float32))


def _open(folder: Path, graph: Any) -> _Opened:
    client = _client(folder)
    try:
        if graph:
            collection = client.create_collection(
                _COLLECTION, embedding_function=None, configuration={"hnsw": graph}
            )
        else:
            # Without None Chroma would take its default function, which downloads a model.
            collection = client.get_collection(_COLLECTION, embedding_function=None)
    except BaseException:
        client.close()
        raise
    return _Opened(client, collection)


def _client(folder: Path) -> "Client":
    from chromadb.api.client import Client  # noqa: PLC0415 - 0.7 s to import
    from chromadb.config import Settings  # noqa: PLC0415

    settings = Settings(
        is_persistent=True, persist_directory=str(folder), anonymized_telemetry=False
    )
    try:
        return Client(settings=settings)
    except AttributeError:
        # After a failure Chroma keeps half a client for the folder; this attempt has removed it.
        return Client(settings=settings)


def _stubbed(vectors: list[Vector]) -> Any:
    # Chroma's stub asks for an array type that is float32 and int32 at once; float32 is right.
    return vectors

"""Compares the vectors of a small generation in memory, although they are on a server."""

import asyncio
import logging
from collections.abc import Collection, Sequence
from typing import Protocol

from knowledge.index.vector_store.memory import Exact
from knowledge.index.vector_store.protocol import PassageStore, Reached, untold
from knowledge.model.errors import KnowledgeError
from knowledge.models.embedder import Vector

logger = logging.getLogger(__name__)

UP_TO = 12_000
"""Most vectors that are read from a server: 25 MB in memory, some 120 MB of JSON on the way."""
_MOST_GENERATIONS = 2
"""The published one and the one before, or the one that is compared with it."""


class ReadableStore(PassageStore, Protocol):
    """A store whose vectors can be read at once."""

    async def all(self, generation: int, most: int) -> Exact | None:
        """Reads all vectors of a generation; None where there are more than `most`."""
        ...


class RememberedStore:
    """Answers from the server until the vectors of a small generation are in memory.

    After that, questions are answered by meaning even while the server is away.
    """

    def __init__(self, store: ReadableStore, up_to: int = UP_TO) -> None:
        self._store = store
        self._up_to = up_to
        self._exact: dict[int, Exact | None] = {}
        """The vectors by generation; None where they are too many, or are being read."""
        self._reading: set[asyncio.Task[None]] = set()

    async def add(
        self,
        generation: int,
        ids: Sequence[str],
        vectors: Sequence[Vector],
        reached: Reached = untold,
    ) -> None:
        """Stores the vectors of a generation, in place of any it had."""
        await self.settled()
        self._exact.pop(generation, None)
        await self._store.add(generation, ids, vectors, reached)

    async def vectors(self, generation: int, ids: Sequence[str]) -> dict[str, Vector]:
        """Returns the vectors of these rows; rows that the generation lacks are left out."""
        if exact := self._exact.get(generation):
            return exact.vectors(ids)
        return await self._store.vectors(generation, ids)

    async def size(self, generation: int) -> int:
        """Counts the generation's vectors; 0 where it is missing."""
        return await self._store.size(generation)

    async def nearest(self, generation: int, vector: Vector, limit: int) -> list[tuple[str, float]]:
        """Returns ids of rows with their cosines, nearest first. Raises IndexMissingError."""
        if exact := self._exact.get(generation):
            return await asyncio.to_thread(exact.nearest, vector, limit)
        found = await self._store.nearest(generation, vector, limit)
        if generation not in self._exact:
            self._exact = {**dict(list(self._exact.items())[1 - _MOST_GENERATIONS :])}
            self._exact[generation] = None
            task = asyncio.create_task(self._read(generation))
            self._reading.add(task)
            task.add_done_callback(self._reading.discard)
        return found

    async def keep_only(self, generations: Collection[int]) -> None:
        """Drops every other generation."""
        for number in [one for one in self._exact if one not in generations]:
            self._exact.pop(number, None)
        await self._store.keep_only(generations)

    async def settled(self) -> None:
        """Waits until the vectors that questions asked for are in memory."""
        await asyncio.gather(*self._reading)

    def close(self) -> None:
        """Closes files, threads and connections."""
        for task in self._reading:
            task.cancel()
        self._store.close()

    async def _read(self, generation: int) -> None:
        try:
            exact = await self._store.all(generation, self._up_to)
        except KnowledgeError as error:
            logger.warning("vectors stay on the server", extra={"reason": type(error).__name__})
            self._exact.pop(generation, None)  # the next question tries again
            return
        if generation in self._exact:  # it was not made again meanwhile
            self._exact[generation] = exact

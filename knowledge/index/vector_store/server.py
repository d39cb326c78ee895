"""Uses a separate Chroma server over its HTTP interface (docs/decisions/0006)."""

import asyncio
import logging
import time
from base64 import b64encode
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, ParamSpec, TypeVar
from urllib.parse import quote

import httpx
import numpy as np

from knowledge.index.vector_store.memory import Exact
from knowledge.index.vector_store.owner import known_owner, owner, owner_of
from knowledge.index.vector_store.protocol import GRAPH, MISSING, Reached, untold
from knowledge.model.errors import IndexMissingError, KnowledgeError
from knowledge.model.patience import PATIENCE_S, Patience
from knowledge.models.embedder import Vector

logger = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")

_BATCH = 300
"""Rows in a request: Chroma Cloud's limit, and a tenth of a second for a nearby server."""
_WORK_S = 60.0
"""Timeout of a request while indexing, when nobody waits for an answer."""
_THREADS = 8
"""Calls at once: a server that hangs must not take the threads of everything else."""
UP_TO = 12_000
"""Most vectors that are read from a server: 25 MB in memory, some 120 MB of JSON on the way."""
_MOST_GENERATIONS = 2
"""The published one and the one before, or the one that is compared with it."""


class ChromaServerStore:
    """Stores each generation as a collection in a Chroma server that others may share.

    The first question reads the vectors of a small generation into memory. After that, questions
    are answered by meaning even while the server is away.
    """

    def __init__(
        self,
        url: str,
        owner_file: Path,
        token: str | None = None,
        tenant: str = "default_tenant",
        database: str = "default_database",
        patience_s: float = PATIENCE_S,
        installation: str | None = None,
        grace_s: float = 0.0,
        exact_up_to: int = UP_TO,
    ) -> None:
        """Waits at most `patience_s` for a call of a question; indexing waits longer.

        All replicas of an installation read the same collections; only the leader adds and drops.
        A collection is dropped `grace_s` after it was not wanted for the first time, as another
        replica may still answer from it.
        """
        self._installation = installation
        self._grace_s = grace_s
        self._unwanted: dict[str, float] = {}
        self._url = url
        self._owner_file = owner_file
        self._patience = Patience(patience_s)
        self._patience_s = patience_s
        self._threads = ThreadPoolExecutor(_THREADS, "chroma")
        self._collections: dict[int, str] = {}
        self._exact_up_to = exact_up_to
        self._exact: dict[int, Exact | None] = {}
        """The vectors by generation; None where they are too many, or are being read."""
        self._reading: set[asyncio.Task[None]] = set()
        # Proxies check the first header; Chroma's own interface asks for the second.
        headers = {"Authorization": f"Bearer {token}", "X-Chroma-Token": token} if token else {}
        place = f"tenants/{quote(tenant, safe='')}/databases/{quote(database, safe='')}"
        self._client = httpx.Client(base_url=f"{url.rstrip('/')}/api/v2/{place}", headers=headers)

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
        await self._in_thread(self._add, generation, list(ids), list(vectors), reached)

    async def vectors(self, generation: int, ids: Sequence[str]) -> dict[str, Vector]:
        """Returns the vectors of these rows; rows that the generation lacks are left out.

        Raises KnowledgeError where the server does not answer in time.
        """
        if exact := self._exact.get(generation):
            return exact.vectors(ids)
        wanted = list(ids)
        batches = -(-len(wanted) // _BATCH) or 1  # a question needs one, a run may need many
        return await self._in_time(batches, self._vectors, generation, wanted)

    async def size(self, generation: int) -> int:
        """Counts the generation's vectors; 0 where it is missing. Raises KnowledgeError."""
        return await self._in_time(1, self._size, generation)

    async def nearest(self, generation: int, vector: Vector, limit: int) -> list[tuple[str, float]]:
        """Returns ids of rows with their cosines, nearest first.

        Raises IndexMissingError; raises KnowledgeError where the server does not answer in time.
        """
        if exact := self._exact.get(generation):
            return await asyncio.to_thread(exact.nearest, vector, limit)
        found = await self._in_time(1, self._nearest, generation, vector, limit)
        if self._exact_up_to and generation not in self._exact:
            self._exact = dict([*self._exact.items()][1 - _MOST_GENERATIONS :])
            self._exact[generation] = None
            task = asyncio.create_task(self._read(generation))
            self._reading.add(task)
            task.add_done_callback(self._reading.discard)
        return found

    async def keep_only(self, generations: Collection[int]) -> None:
        """Drops every other generation of this data directory; other owners' collections stay."""
        self._exact = {number: one for number, one in self._exact.items() if number in generations}
        await self._in_thread(self._keep_only, generations)

    async def settled(self) -> None:
        """Waits until the vectors that questions asked for are in memory."""
        await asyncio.gather(*self._reading)

    def close(self) -> None:
        """Closes the connections."""
        for task in self._reading:
            task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._client.close()

    async def _read(self, generation: int) -> None:
        try:
            exact = await self._in_thread(self._all, generation)
        except KnowledgeError as error:
            logger.warning("vectors stay on the server", extra={"reason": type(error).__name__})
            self._exact.pop(generation, None)  # the next question tries again
            return
        if generation in self._exact:  # it was not made again meanwhile
            self._exact[generation] = exact

    async def _in_time(
        self, times: int, call: Callable[P, R], *args: P.args, **kwargs: P.kwargs
    ) -> R:
        """Waits `times` as long as for one search. Raises KnowledgeError after that."""
        try:
            async with self._patience.waiting(times=times):
                return await self._in_thread(call, *args, **kwargs)
        except TimeoutError as error:
            raise KnowledgeError(self._away) from error

    async def _in_thread(self, call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Runs a blocking call in a thread. Raises KnowledgeError in place of httpx's errors."""
        try:
            made = partial(call, *args, **kwargs)
            return await asyncio.get_running_loop().run_in_executor(self._threads, made)
        except httpx.TransportError as error:
            raise KnowledgeError(self._away) from error
        # A server that only looks like Chroma answers 200 with something else.
        except (httpx.HTTPError, LookupError, TypeError, ValueError) as error:
            raise KnowledgeError(
                f"the server at {self._url} is not Chroma; check CHROMA_URL"
            ) from error

    @property
    def _away(self) -> str:
        return (
            f"the Chroma server at {self._url} cannot be reached; start it, or unset CHROMA_URL to "
            "keep the vectors in the data directory"
        )

    def _add(
        self, generation: int, ids: list[str], vectors: list[Vector], reached: Reached
    ) -> None:
        known = self._known_owner() or owner(self._owner_file)
        name = f"kb_{known}_{generation}"
        self._drop(name)
        made = self._asked("POST", "collections", {"name": name, "configuration": {"hnsw": GRAPH}})
        for start in range(0, len(ids), _BATCH):
            end = start + _BATCH
            rows = {"ids": ids[start:end], "embeddings": list(map(_packed, vectors[start:end]))}
            self._asked("POST", f"collections/{made['id']}/add", rows)
            reached(min(end, len(ids)))

    def _known_owner(self) -> str | None:
        if self._installation is not None:
            return owner_of(self._installation)
        return known_owner(self._owner_file)

    def _all(self, generation: int) -> Exact | None:
        """Reads all vectors of a generation; None where they are too many."""
        count = int(self._within(generation, "GET", "count"))
        if count > self._exact_up_to:
            return None
        ids: list[str] = []
        vectors = np.empty((count, 0), dtype=np.float32)
        for start in range(0, count, _BATCH):
            wanted = {"limit": _BATCH, "offset": start, "include": ["embeddings"]}
            part = self._within(generation, "POST", "get", wanted)
            some = np.asarray(part["embeddings"], dtype=np.float32)
            if not start:
                vectors = np.empty((count, some.shape[1]), dtype=np.float32)
            vectors[start : start + len(some)] = some
            ids += part["ids"]
        # It may have been dropped, or made again, between two requests.
        return Exact(ids, vectors) if len(set(ids)) == count else None

    def _vectors(self, generation: int, ids: list[str]) -> dict[str, Vector]:
        self._collection(generation, self._patience_s + 1)
        found: dict[str, Vector] = {}
        for start in range(0, len(ids), _BATCH):
            wanted = {"ids": ids[start : start + _BATCH], "include": ["embeddings"]}
            part = self._within(generation, "POST", "get", wanted, self._patience_s + 1)
            found |= {
                passage_id: np.asarray(vector, dtype=np.float32)
                for passage_id, vector in zip(part["ids"], part["embeddings"], strict=True)
            }
        return found

    def _size(self, generation: int) -> int:
        try:
            return int(self._within(generation, "GET", "count", patience_s=self._patience_s + 1))
        except IndexMissingError:
            return 0

    def _nearest(self, generation: int, vector: Vector, limit: int) -> list[tuple[str, float]]:
        query = {
            "query_embeddings": [vector.tolist()],
            "n_results": limit,
            "include": ["distances"],
        }
        # Longer than the question waits, so that only `nearest` ends the wait.
        found = self._within(generation, "POST", "query", query, self._patience_s + 1)
        return [
            (passage_id, 1.0 - distance)
            for passage_id, distance in zip(found["ids"][0], found["distances"][0], strict=True)
        ]

    def _keep_only(self, generations: Collection[int]) -> None:
        name = self._known_owner()
        if name is None:
            return
        kept = {f"kb_{name}_{generation}" for generation in generations}
        own = [one["name"] for one in self._asked("GET", "collections")]
        unwanted = [one for one in own if one.startswith(f"kb_{name}_") and one not in kept]
        now = time.monotonic()
        self._unwanted = {one: self._unwanted.get(one, now) for one in unwanted}
        for one, since in self._unwanted.items():
            if now - since >= self._grace_s:
                self._drop(one)

    def _drop(self, name: str) -> None:
        self._collections = {}
        try:
            self._asked("DELETE", f"collections/{name}")
        except IndexMissingError:
            return

    def _within(
        self,
        generation: int,
        method: str,
        path: str,
        content: object = None,
        patience_s: float = _WORK_S,
    ) -> Any:
        """Sends a request to a generation's collection and returns the reply."""
        collection = self._collection(generation, patience_s)
        try:
            return self._asked(method, f"collections/{collection}/{path}", content, patience_s)
        except IndexMissingError:
            # Another process has dropped the collection, and may have made it again.
            self._collections.pop(generation, None)
            raise

    def _collection(self, generation: int, patience_s: float = _WORK_S) -> str:
        """Returns the id of a generation's collection; asks the server only once."""
        known = self._collections.get(generation)
        if known is not None:
            return known
        name = self._known_owner()
        if name is None:
            raise IndexMissingError(MISSING)
        found = self._asked("GET", f"collections/kb_{name}_{generation}", patience_s=patience_s)
        self._collections[generation] = str(found["id"])
        return str(found["id"])

    def _asked(
        self, method: str, path: str, content: object = None, patience_s: float = _WORK_S
    ) -> Any:
        timeout = httpx.Timeout(patience_s, connect=self._patience_s + 1)
        response = self._client.request(method, path, json=content, timeout=timeout)
        status = response.status_code
        if status == httpx.codes.NOT_FOUND and response.json()["error"] == "NotFoundError":
            raise IndexMissingError(MISSING)
        if status in (httpx.codes.UNAUTHORIZED, httpx.codes.FORBIDDEN):
            raise KnowledgeError(
                f"the Chroma server at {self._url} rejects the token; check CHROMA_TOKEN"
            )
        if not response.is_success:
            raise KnowledgeError(
                f"the Chroma server at {self._url} answers {status}; read its log, and check "
                "CHROMA_URL, CHROMA_TENANT and CHROMA_DATABASE"
            )
        return response.json()


def _packed(vector: Vector) -> str:
    """Encodes a vector for Chroma: a quarter of the characters that its numbers would need."""
    return b64encode(np.asarray(vector, dtype="<f4").tobytes()).decode()

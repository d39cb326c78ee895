"""Replicas that share an index: each with a data directory, all with one shelf and one pointer."""

import asyncio
import shutil
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from knowledge.index.artefacts import (
    Companion,
    Exporter,
    Follower,
    Importer,
    Published,
    PublishedIndex,
    Sharing,
    Shelf,
)
from knowledge.index.artefacts.protocols import OwnVectors
from knowledge.index.storage.carried import Carried
from knowledge.index.storage.database import Database
from knowledge.index.storage.generations import Generations
from knowledge.index.storage.reader_counts import ReaderCounts
from knowledge.model.errors import KnowledgeError, OutrunError


@dataclass
class FakePublished:
    """A pointer in memory; every move is kept."""

    moves: list[PublishedIndex] = field(default_factory=list)
    last: int = 0
    failure: KnowledgeError | None = None

    def __post_init__(self) -> None:
        self._moved = asyncio.Event()

    async def current(self) -> PublishedIndex | None:
        self._maybe_fail()
        return self.moves[-1] if self.moves else None

    async def next_number(self, above: int) -> int:
        self._maybe_fail()
        self.last = max(self.last, above) + 1
        return self.last

    async def publish(self, index: PublishedIndex, after: PublishedIndex | None) -> None:
        if await self.current() != after:
            raise OutrunError("another replica has published an index meanwhile; try again")
        self.moves.append(index)
        self._moved.set()
        self._moved = asyncio.Event()

    async def wait_for_change(self, known: PublishedIndex | None, timeout_s: float) -> None:
        self._maybe_fail()
        if await self.current() == known:
            with suppress(TimeoutError):
                async with asyncio.timeout(timeout_s):
                    await self._moved.wait()

    def _maybe_fail(self) -> None:
        if self.failure is not None:
            raise self.failure


@dataclass
class FakeShelf:
    """Files in a folder of the test; it counts what was fetched."""

    folder: Path
    failure: KnowledgeError | None = None
    fetched: list[str] = field(default_factory=list)
    hangs: bool = False
    """Whether whoever fetches waits for ever."""

    async def put(self, name: str, path: Path) -> None:
        self._maybe_fail()
        self.folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, self.folder / name)

    async def get(self, name: str, path: Path) -> None:
        self._maybe_fail()
        self.fetched.append(name)
        if self.hangs:
            await asyncio.Event().wait()
        if not (self.folder / name).exists():
            cure = "`storewise reindex --full` makes a new one"
            raise KnowledgeError(f"{name} is not on the shelf; {cure}")
        shutil.copyfile(self.folder / name, path)

    async def names(self) -> Collection[str]:
        self._maybe_fail()
        return sorted(path.name for path in self.folder.iterdir()) if self.folder.exists() else []

    async def drop(self, name: str) -> None:
        (self.folder / name).unlink(missing_ok=True)

    def _maybe_fail(self) -> None:
        if self.failure is not None:
            raise self.failure


@dataclass(frozen=True)
class Replica:
    """The parts of one replica that share its index."""

    follower: Follower
    sharing: Sharing
    importer: Importer
    exporter: Exporter


def replica(
    data: Path,
    database: Database,
    readers: ReaderCounts,
    published: Published,
    shelf: Shelf,
    vectors: OwnVectors | None = None,
    companions: Sequence[Companion] = (),
) -> Replica:
    """Composes a replica over an open knowledge.db, as the app does."""
    generations = Generations(database)
    exporter = Exporter(database, vectors, companions, data / "outgoing")
    importer = Importer(Carried(database), vectors, companions, data / "incoming")
    follower = Follower(published, shelf, importer, generations, readers)
    sharing = Sharing(published, shelf, exporter, follower, generations)
    return Replica(follower, sharing, importer, exporter)

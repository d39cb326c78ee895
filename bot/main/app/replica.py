"""What makes this process one of several replicas: a common index, and one that leads."""

from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from bot.upkeep.whereabouts import carried_gate, fitted_gate, present
from knowledge.index.artefacts import (
    Companion,
    Exporter,
    Follower,
    Importer,
    Published,
    Sharing,
    Shelf,
)
from knowledge.index.storage.carried import Carried
from knowledge.index.storage.database import Database
from knowledge.index.storage.generations import Generations
from knowledge.index.storage.reader_counts import ReaderCounts
from knowledge.index.vector_store import ChromaStore, PassageStore
from knowledge.model.documents import Generation
from knowledge.model.places import Places

Warm = Callable[[Generation], Awaitable[None]]
"""Reads an index into memory before questions need it."""
Work = Callable[[], Coroutine[Any, Any, object]]


class Leadership(Protocol):
    """Tells who does what one replica has to do; Leadership of adapters.database is one."""

    @property
    def leads(self) -> bool:
        """Whether this replica leads now."""
        ...

    async def run(self) -> None:
        """Takes the lead as soon as nobody has it, until it is cancelled."""
        ...

    async def while_leading(self, work: Work) -> None:
        """Does some work for as long as this replica leads, and again when it leads again."""
        ...


@dataclass(frozen=True, slots=True)
class Replica:
    """The parts of a replica beside those of a single process."""

    follower: Follower
    sharing: Sharing
    leadership: Leadership
    alone: Callable[[], AbstractAsyncContextManager[None]]
    """Keeps other replicas from indexing. Raises AlreadyIndexingError where one does."""


def share_index(
    data: Path,
    index_file: Database,
    store: PassageStore,
    readers: ReaderCounts,
    published: Published,
    shelf: Shelf,
    source: Callable[[], Places],
    warm: Warm,
) -> tuple[Follower, Sharing]:
    """Builds what follows the common index, and what publishes one for all."""
    gate = Companion(
        "gate.json",
        lambda: fitted_gate(source(), data),
        lambda made_of: carried_gate(present(made_of), data),
    )
    # Those of a server are read by all replicas.
    vectors = store if isinstance(store, ChromaStore) else None
    generations = Generations(index_file)
    exporter = Exporter(index_file, vectors, [gate], data / "outgoing")
    importer = Importer(Carried(index_file), vectors, [gate], data / "incoming")
    follower = Follower(published, shelf, importer, generations, readers, warm)
    return follower, Sharing(published, shelf, exporter, follower, generations)

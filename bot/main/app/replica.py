"""What makes this process one of several replicas: a common index, and one that leads."""

from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from bot.main.app.finding import Finding
from bot.main.app.kept import Given, Kept
from bot.settings import Settings
from bot.upkeep.whereabouts import carried_gate, fitted_gate, present
from knowledge.index.artefacts import Companion, Exporter, Follower, Importer, Sharing, Shelf
from knowledge.index.storage.carried import Carried
from knowledge.index.vector_store import ChromaStore
from knowledge.model.documents import Generation
from knowledge.model.errors import AlreadyIndexingError
from knowledge.model.places import COPIES

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


def replica_of(given: Given, kept: Kept, finding: Finding) -> Replica | None:
    """Builds what follows the common index and publishes one for all; None without others."""
    if not kept.database.shared:
        return None
    from adapters.database.locks import Leadership, alone
    from adapters.records.published import SqlPublished

    data, file, generations = given.settings.store.data, finding.file, finding.generations
    gate = Companion(
        "gate.json",
        lambda: fitted_gate(finding.source(), data),
        lambda made_of: carried_gate(present(made_of), data),
    )
    # Those of a server are read by all replicas.
    vectors = finding.store if isinstance(finding.store, ChromaStore) else None
    published, shelf = SqlPublished(kept.database), _shelf(given.settings, kept)
    exporter = Exporter(file, vectors, [gate], data / "outgoing")
    importer = Importer(Carried(file), vectors, [gate], data / "incoming")

    def warm(generation: Generation) -> Awaitable[None]:
        return finding.search.at(generation).warm_up()

    follower = Follower(published, shelf, importer, generations, finding.readers, warm)
    return Replica(
        follower,
        Sharing(published, shelf, exporter, follower, generations),
        Leadership(kept.database.lock("leads")),
        partial(alone, partial(kept.database.lock, "indexes"), AlreadyIndexingError),
    )


def _shelf(settings: Settings, kept: Kept) -> Shelf:
    """The files of the common index: where the settings say, else in the database."""
    where = settings.store.shelf
    if where is None:
        from adapters.records.published import SqlShelf

        return SqlShelf(kept.database)
    from adapters.sources.opening import Opening
    from adapters.sources.shelf import open_shelf

    opens = Opening(settings.sources, settings.teams)
    return open_shelf(where, opens, settings.store.data / COPIES)

"""Builds what is kept in the database: answers, questions, keys, the audit log."""

from collections.abc import Generator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from bot.conversation.threads import MemoryThreads
from bot.ports import Audit, Threads, ToldOwners
from bot.settings import Settings
from bot.upkeep.reports.digests.daily import KeptShifts
from knowledge.index.artefacts import Shelf
from knowledge.model.places import COPIES

if TYPE_CHECKING:
    from adapters.database import Database as SharedDatabase
    from adapters.records import SqlRecords
    from adapters.records.api_keys import SqlKeys
    from adapters.records.counts import SqlShortLived
    from adapters.records.inbox import SqlInbox

_A_FEW_DAYS = 2
"""Days that messages of the day are kept at least: none is posted twice."""


def database_of(settings: Settings) -> "SharedDatabase":
    """The database of everything that is not the index; opened at its first use."""
    from adapters.database import Database as SharedDatabase

    url = settings.database.url
    return SharedDatabase(settings.store.data, url.get_secret_value() if url else None)


def records_of(settings: Settings, database: "SharedDatabase") -> "SqlRecords":
    """Answers and their ratings."""
    from adapters.records import SqlRecords

    return SqlRecords(database, settings.records.days)


def kept_shifts_of(settings: Settings, database: "SharedDatabase") -> KeptShifts:
    """Messages of the day, so that none is posted twice."""
    from adapters.records.shifts import SqlShifts

    return SqlShifts(database, max(settings.records.days, _A_FEW_DAYS))


def told_owners_of(database: "SharedDatabase") -> ToldOwners:
    """Which owners were told of what today."""
    from adapters.records.counts import SqlToldOwners

    return SqlToldOwners(database)


def threads_of(settings: Settings, database: "SharedDatabase") -> Threads:
    """The last questions of each thread."""
    if not database.shared:
        # In the file they would cost 4 ms a question, for follow-ups after a restart.
        return MemoryThreads(settings.memory.expiry)
    from adapters.records.turns import SqlThreads

    return SqlThreads(database, settings.memory.expiry)


def short_lived_of(database: "SharedDatabase") -> "SqlShortLived":
    """What any replica has to know of the last minutes."""
    from adapters.records.counts import SqlShortLived

    return SqlShortLived(database)


def inbox_of(database: "SharedDatabase") -> "SqlInbox":
    """Accepted questions until their reply."""
    from adapters.records.inbox import SqlInbox

    return SqlInbox(database)


@contextmanager
def audit_log(settings: Settings) -> Generator[Audit]:
    """Opens the audit log for a command. Reading it needs no index."""
    with closing(database_of(settings)) as database:
        yield audit_of(settings, database)


def audit_of(settings: Settings, database: "SharedDatabase") -> Audit:
    """Files here, one table for several replicas."""
    if database.shared:
        from adapters.records.audit_table import SqlAudit

        return SqlAudit(database, settings.audit.days)
    from adapters.records.audit_files import AuditFiles

    return AuditFiles(settings.store.data / "audit", settings.audit.days)


@contextmanager
def kept_keys(settings: Settings) -> "Generator[SqlKeys]":
    """Opens the keys of programs for a command. Reading them needs no index."""
    with closing(database_of(settings)) as database:
        yield keys_of(database)


def keys_of(database: "SharedDatabase") -> "SqlKeys":
    """The keys of programs."""
    from adapters.records.api_keys import SqlKeys

    return SqlKeys(database)


def shelf_of(settings: Settings, database: "SharedDatabase") -> Shelf:
    """The files of the common index: where the settings say, else in the database."""
    where = settings.store.shelf
    if where is None:
        from adapters.records.published import SqlShelf

        return SqlShelf(database)
    from adapters.sources.opening import Opening
    from adapters.sources.shelf import open_shelf

    opens = Opening(settings.sources, settings.teams)
    return open_shelf(where, opens, settings.store.data / COPIES)

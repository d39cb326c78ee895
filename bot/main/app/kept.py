"""Builds what is kept in the database: answers, questions, keys, the audit log."""

from collections.abc import Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.conversation.threads import MemoryThreads
from bot.ports import Audit, Threads, ToldOwners, Tries
from bot.settings import Settings
from bot.upkeep.reports.digests.daily import KeptShifts

if TYPE_CHECKING:
    from adapters.database import Database as SharedDatabase
    from adapters.records import SqlRecords
    from adapters.records.api_keys import SqlKeys
    from adapters.records.counts import SqlShortLived
    from adapters.records.inbox import SqlInbox

_A_FEW_DAYS = 2
"""Days that messages of the day are kept at least: none is posted twice."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Everything that is not the index."""

    database: "SharedDatabase"
    """Opened at its first use."""
    records: "SqlRecords"
    """Answers and their ratings."""
    inbox: "SqlInbox"
    """Accepted questions until their reply."""
    short_lived: "SqlShortLived"
    """What any replica has to know of the last minutes."""
    keys: "SqlKeys"
    """The keys of programs."""
    shifts: KeptShifts
    """Messages of the day, so that none is posted twice."""
    told_owners: ToldOwners
    """Which owners were told of what today."""
    tries: Tries
    """What suggestions would answer."""
    threads: Threads
    """The last questions of each thread."""
    audit: Audit
    """Files here, one table for several replicas."""


def kept_of(settings: Settings) -> Kept:
    """Builds what is kept, in the database of the settings."""
    from adapters.database import Database as SharedDatabase
    from adapters.records import SqlRecords
    from adapters.records.api_keys import SqlKeys
    from adapters.records.counts import SqlShortLived, SqlToldOwners
    from adapters.records.inbox import SqlInbox
    from adapters.records.shifts import SqlShifts
    from adapters.records.tries import SqlTries

    url, days = settings.database.url, settings.records.days
    database = SharedDatabase(settings.store.data, url.get_secret_value() if url else None)
    return Kept(
        database,
        SqlRecords(database, days),
        SqlInbox(database),
        SqlShortLived(database),
        SqlKeys(database),
        SqlShifts(database, max(days, _A_FEW_DAYS)),
        SqlToldOwners(database),
        SqlTries(database),
        _threads(settings, database),
        _audit(settings, database),
    )


@contextmanager
def open_kept(settings: Settings) -> Generator[Kept]:
    """Opens what is kept for a command that needs no index."""
    kept = kept_of(settings)
    with closing(kept.database):
        yield kept


def _threads(settings: Settings, database: "SharedDatabase") -> Threads:
    if not database.shared:
        # In the file they would cost 4 ms a question, for follow-ups after a restart.
        return MemoryThreads(settings.memory.expiry)
    from adapters.records.turns import SqlThreads

    return SqlThreads(database, settings.memory.expiry)


def _audit(settings: Settings, database: "SharedDatabase") -> Audit:
    if database.shared:
        from adapters.records.audit_table import SqlAudit

        return SqlAudit(database, settings.audit.days)
    from adapters.records.audit_files import AuditFiles

    return AuditFiles(settings.store.data / "audit", settings.audit.days)

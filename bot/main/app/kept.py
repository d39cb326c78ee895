"""Builds what is given and kept: the settings with what follows from them, and the database."""

from collections.abc import Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, get_args
from zoneinfo import ZoneInfo

from bot.answering.reply.next_questions.suggestions import Clock
from bot.conversation.threads import MemoryThreads
from bot.model.said import USUAL_NAME, Corpus
from bot.ports import (
    Audit,
    PinsKept,
    ReceiptsKept,
    ReviewsKept,
    RulesKept,
    Threads,
    ToldOwners,
    Tries,
)
from bot.privacy import Redactor
from bot.rules.pins import KnownPins
from bot.settings import Settings
from bot.stores import Stores
from bot.upkeep.reports.daily import KeptShifts
from knowledge.model.documents import Language

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
    rules: RulesKept
    """The rules that people write."""
    reviews: ReviewsKept
    """Until when documents were called still true."""
    receipts: ReceiptsKept
    """Who has read which rule."""
    pins: PinsKept
    """Fixed answers."""
    known_pins: KnownPins
    """The same, as each question needs them."""
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
    from adapters.records.pins import SqlPins
    from adapters.records.receipts import SqlReceipts
    from adapters.records.reviews import SqlReviews
    from adapters.records.rules import SqlRules
    from adapters.records.shifts import SqlShifts
    from adapters.records.tries import SqlTries

    url, days = settings.database.url, settings.records.days
    database = SharedDatabase(settings.store.data, url.get_secret_value() if url else None)
    pins = SqlPins(database)
    return Kept(
        database,
        SqlRecords(database, days),
        SqlInbox(database),
        SqlShortLived(database),
        SqlKeys(database),
        SqlShifts(database, max(days, _A_FEW_DAYS)),
        SqlToldOwners(database),
        SqlRules(database),
        SqlReviews(database),
        SqlReceipts(database),
        pins,
        KnownPins(pins),
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


# The settings and what follows from them alone: all parts of the app are built from these.


@dataclass(frozen=True, slots=True)
class Given:
    """What all parts of the app are built from."""

    settings: Settings
    redactor: Redactor
    stores: Stores
    clock: Clock
    """Gives monotonic seconds and limits the time for suggestions."""

    @property
    def zone(self) -> ZoneInfo:
        """The store's time zone."""
        return ZoneInfo(self.settings.store.timezone)

    def today(self) -> date:
        """Returns today's date in the store."""
        return datetime.now(self.zone).date()

    @property
    def corpus(self) -> Corpus:
        """The name of the documents in each language."""
        store = self.settings.store
        is_usual = store.corpus_name == USUAL_NAME["en"]
        each: dict[Language, str] = {
            one: USUAL_NAME[one] if is_usual else store.corpus_name for one in get_args(Language)
        }
        return {**each, "ko": store.corpus_name_ko}

"""Counts what somebody does in a minute, for all replicas together."""

import logging
import time
import uuid
from asyncio import timeout
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any, TypeVar

from sqlalchemy import Connection, Insert, and_, delete, select, text

from adapters.database import Database
from adapters.database.engine import counted_of_day, insert, is_written
from adapters.database.tables import model_calls, short_lived, told
from bot.conversation.rate_limits import MemoryCounts
from bot.model.errors import RecordsError

logger = logging.getLogger(__name__)

T = TypeVar("T")

_PATIENCE_S = 1.0
"""Seconds to wait for the database: a person waits for the answer."""
_PAUSE_S = 10.0
"""Seconds in which a database that was away is not asked."""
_TIDY_S = 600.0
"""Seconds between two deletions of counts that are over."""

_COUNT = text(
    "INSERT INTO counts (key, until, made) VALUES (:key, now() + interval '60 s', 1)"
    " ON CONFLICT (key) DO UPDATE SET"
    " made = CASE WHEN counts.until > now() THEN counts.made + 1 ELSE 1 END,"
    " until = CASE WHEN counts.until > now() THEN counts.until ELSE excluded.until END"
    " RETURNING made, extract(epoch FROM until - now())"
)
_TELL = text(
    "INSERT INTO counts (key, until, made) SELECT :told, until, 1 FROM counts WHERE key = :key"
    " ON CONFLICT (key) DO UPDATE SET until = excluded.until WHERE counts.until < excluded.until"
)
_TIDY = text("DELETE FROM counts WHERE until < now() - interval '60 s'")


class SqlCounts:
    """Counts in PostgreSQL; while that is away, each replica counts for itself."""

    def __init__(self, database: Database) -> None:
        self._results = database.raising(RecordsError)
        self._here = MemoryCounts()
        self._asks_at = 0.0
        self._tidies_at = 0.0

    async def counted(self, key: str, most: int) -> float | None:
        """Counts one more. None if accepted; else the seconds until the next is accepted."""
        here = await self._here.counted(key, most)
        await self._tidy()
        found = await self._soon(lambda db: _counted(db, key))
        if found is None:
            return here
        made, left_s = found
        return None if made <= most else left_s

    async def first(self, key: str, person: str) -> bool:
        """Whether a person asks this for the first time in the key's minute."""
        here = await self._here.first(key, person)
        told = {"key": key, "told": f"told {person} {key}"}
        found = await self._soon(lambda db: db.execute(_TELL, told).rowcount > 0)
        return here if found is None else found

    async def _tidy(self) -> None:
        if time.monotonic() >= self._tidies_at:
            self._tidies_at = time.monotonic() + _TIDY_S
            await self._soon(lambda db: db.execute(_TIDY).rowcount)

    async def _soon(self, work: Callable[[Connection], T]) -> T | None:
        """Returns what the database says; None if it is away."""
        if time.monotonic() < self._asks_at:
            return None
        try:
            async with timeout(_PATIENCE_S):
                return await self._results.write_each(work)
        except (RecordsError, TimeoutError) as error:
            self._asks_at = time.monotonic() + _PAUSE_S
            about = {"error": type(error).__name__, "cure": str(error) or "is it overloaded?"}
            logger.warning("messages are counted on this replica alone", extra=about)
            return None


def _counted(db: Connection, key: str) -> tuple[int, float]:
    made, left_s = db.execute(_COUNT, {"key": key}).one()
    return int(made), float(left_s)


# Counts calls of the language model by day; the count survives restarts.


class SqlCalls:
    """Limits the calls of a day in the database, for all replicas together."""

    def __init__(self, database: Database, most: int, today: Callable[[], date]) -> None:
        """`today` returns the day in the store's time zone."""
        self.most = most
        self._results = database.raising(RecordsError)
        self._today = today
        self._told: date | None = None

    async def take(self) -> bool:
        """Counts a call before it is made; False if today's limit is reached."""
        day = self._today()
        try:
            is_taken = await self._results.write(
                lambda db: counted_of_day(db, model_calls, {"day": day}, self.most)
            )
        except RecordsError as error:
            # Uncounted calls would have no limit.
            about = {"cause": str(error)}
            logger.warning("model calls cannot be counted, so none is made", extra=about)
            return False
        if not is_taken and self._told != day:
            self._told = day
            logger.warning(
                "the language model is not asked any more today", extra={"calls": self.most}
            )
        return is_taken

    async def made(self) -> int | None:
        """The number of calls today; None if it cannot be read."""
        of_today = select(model_calls.c.made).where(model_calls.c.day == self._today())
        try:
            return await self._results.read(lambda db: db.execute(of_today).scalar()) or 0
        except RecordsError:
            return None


# Notes which owners were told of what today, without anybody's words.


class SqlToldOwners:
    """Notes it in the database; earlier days are deleted. Every method raises RecordsError."""

    def __init__(self, database: Database) -> None:
        self._results = database.raising(RecordsError)

    async def note(self, what: str, day: date) -> bool:
        """Notes that somebody is told of it on a day; False if they were already."""
        noted_as = uuid.uuid4().hex
        return await self._results.write(lambda db: _noted(db, what, day, noted_as))

    async def forget(self, what: str) -> None:
        """Forgets it: nobody was reached."""
        one = delete(told).where(told.c.what == what)
        await self._results.write(lambda db: db.execute(one).rowcount)

    async def noted(self, what: str, day: date) -> bool:
        """Whether they were told of it on this day."""
        one = select(told.c.what).where(told.c.what == what, told.c.day == day)
        return await self._results.read(lambda db: db.execute(one).first() is not None)


def _noted(db: Connection, what: str, day: date, noted_as: str) -> bool:
    db.execute(delete(told).where(told.c.day < day))
    given = insert(db, told).values(what=what, day=day, noted_as=noted_as)
    if db.execute(given.on_conflict_do_nothing()).rowcount:
        return True
    return is_written(db, and_(told.c.what == what, told.c.noted_as == noted_as))


# Keeps for minutes what any replica may have to know, without personal data.

_TIDY_EVERY = timedelta(minutes=10)

Now = Callable[[], datetime]


def _utc_now() -> datetime:
    return datetime.now(UTC)


class SqlShortLived:
    """Keeps it in the database, so that a restart forgets nothing either."""

    def __init__(self, database: Database, now: Now = _utc_now) -> None:
        self._database = database
        self._results = database.raising(RecordsError)
        self._now = now
        self._tidied_at: datetime | None = None

    @property
    def shared(self) -> bool:
        """Whether other replicas use it, too."""
        return self._database.shared

    async def claim(self, key: str, keep_s: float) -> bool:
        """Claims a key for so many seconds; False if it is claimed already. Raises RecordsError."""
        values = self._values(key, uuid.uuid4().hex, keep_s)
        return await self._results.write(lambda db: self._claim(db, values))

    async def keep(self, key: str, value: str, keep_s: float) -> None:
        """Keeps a key's value for so many seconds, in place of an earlier one.

        Raises RecordsError.
        """
        values = self._values(key, value, keep_s)
        await self._results.write(lambda db: self._keep(db, values))

    async def find(self, key: str) -> str | None:
        """Returns a key's value; None if there is none any more. Raises RecordsError."""
        known = select(short_lived.c.value).where(
            short_lived.c.key == key, short_lived.c.until > self._now()
        )
        return await self._results.read(lambda db: db.execute(known).scalar())

    async def forget(self, key: str) -> None:
        """Forgets a key, so that it can be claimed again. Raises RecordsError."""
        one = delete(short_lived).where(short_lived.c.key == key)
        await self._results.write(lambda db: db.execute(one).rowcount)

    def _values(self, key: str, value: str, keep_s: float) -> dict[str, Any]:
        return {"key": key, "value": value, "until": self._now() + timedelta(seconds=keep_s)}

    def _claim(self, db: Connection, values: dict[str, Any]) -> bool:
        self._tidy(db)
        is_over = short_lived.c.until <= self._now()
        if db.execute(_put(db, values, is_over)).rowcount:
            return True
        of_key = short_lived.c.key == values["key"]
        return is_written(db, and_(of_key, short_lived.c.value == values["value"]))

    def _keep(self, db: Connection, values: dict[str, Any]) -> None:
        self._tidy(db)
        db.execute(_put(db, values))

    def _tidy(self, db: Connection) -> None:
        now = self._now()
        if self._tidied_at is None or now - self._tidied_at >= _TIDY_EVERY:
            db.execute(delete(short_lived).where(short_lived.c.until <= now))
            self._tidied_at = now


def _put(db: Connection, values: dict[str, Any], where: Any = None) -> Insert:
    given = insert(db, short_lived).values(values)
    new = {"value": given.excluded.value, "until": given.excluded.until}
    put: Insert = given.on_conflict_do_update(index_elements=["key"], set_=new, where=where)
    return put

"""Keeps for minutes what any replica may have to know, without personal data."""

import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Insert, and_, delete, select

from adapters.database import Database
from adapters.database.engine import insert
from adapters.database.statements import is_written
from adapters.database.tables import short_lived
from bot.model.errors import RecordsError

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

"""Keeps what suggestions would answer, so that a restart tries only what changed."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, delete, select

from adapters.database import Database
from adapters.database.engine import insert
from adapters.database.tables import tries
from bot.model.errors import RecordsError

_DAYS = 90
"""Then it is tried again, if it still may be suggested."""


class SqlTries:
    """Keeps it in the database, for all replicas. Every method raises RecordsError."""

    def __init__(self, database: Database) -> None:
        self._results = database.raising(RecordsError)

    async def all(self) -> Mapping[str, str]:
        """Returns the results by what they depend on."""
        rows = select(tries.c.key, tries.c.result).order_by(tries.c.tried_at)
        found = await self._results.read(lambda db: db.execute(rows).all())
        return {row.key: row.result for row in found}

    async def note(self, key: str, result: str) -> None:
        """Keeps a result, and forgets old ones."""
        now = datetime.now(UTC)
        values = {"key": key, "result": result, "tried_at": now}
        old = delete(tries).where(tries.c.tried_at < now - timedelta(days=_DAYS))

        def write(db: Connection) -> int:
            db.execute(old)
            given = insert(db, tries).values(values)
            put = given.on_conflict_do_update(index_elements=["key"], set_=values)
            return db.execute(put).rowcount

        await self._results.write(write)

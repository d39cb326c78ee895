"""Counts what somebody does in a minute, for all replicas together."""

import logging
import time
from asyncio import timeout
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection, text

from adapters.database import Database
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

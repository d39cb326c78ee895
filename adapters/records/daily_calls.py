"""Counts calls of the language model by day; the count survives restarts."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import date
from pathlib import Path

logger = logging.getLogger(__name__)

_TABLE = "CREATE TABLE IF NOT EXISTS calls (day TEXT PRIMARY KEY, made INTEGER NOT NULL)"
_COUNT = (
    "INSERT INTO calls VALUES (?, 1) ON CONFLICT (day) DO UPDATE SET made = made + 1 "
    "WHERE made < ? RETURNING made"
)
_BUSY_S = 1.0


class DailyCalls:
    """Limits calls per day across processes, in a small SQLite file."""

    def __init__(self, path: Path, most: int, today: Callable[[], date]) -> None:
        """`today` returns the day in the store's time zone."""
        self.most = most
        self._path = path
        self._today = today
        self._told: date | None = None

    async def take(self) -> bool:
        """Counts a call before it is made; False if today's limit is reached."""
        return await asyncio.to_thread(self._take)

    async def made(self) -> int | None:
        """The number of calls today; None if it cannot be read."""
        return await asyncio.to_thread(self._made)

    def _take(self) -> bool:
        day = self._today()
        try:
            with closing(self._opened()) as db, db:
                taken = db.execute(_COUNT, (day.isoformat(), self.most)).fetchall()
                db.execute("DELETE FROM calls WHERE day < ?", (day.isoformat(),))
        except (sqlite3.Error, OSError) as error:
            # Uncounted calls would have no limit.
            about = {"path": str(self._path), "error": type(error).__name__}
            logger.warning("model calls cannot be counted, so none is made", extra=about)
            return False
        if not taken and self._told != day:
            self._told = day
            logger.warning(
                "the language model is not asked any more today", extra={"calls": self.most}
            )
        return bool(taken)

    def _made(self) -> int | None:
        try:
            with closing(self._opened()) as db:
                query = "SELECT made FROM calls WHERE day = ?"
                row = db.execute(query, (self._today().isoformat(),)).fetchone()
        except (sqlite3.Error, OSError):
            return None
        return row[0] if row else 0

    def _opened(self) -> sqlite3.Connection:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        db = sqlite3.connect(self._path, timeout=_BUSY_S)
        db.execute(_TABLE)
        return db

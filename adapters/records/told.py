"""Notes which owners were told of what today, without anybody's words."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import TypeVar

from bot.model.errors import RecordsError

_TABLE = (
    "CREATE TABLE IF NOT EXISTS told (what TEXT PRIMARY KEY, day TEXT NOT NULL) "
    "STRICT, WITHOUT ROWID"
)
_BUSY_S = 5.0

Result = TypeVar("Result")


class SqliteToldOwners:
    """Notes it in a small SQLite file, made by the first telling; earlier days are deleted."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def note(self, what: str, day: date) -> bool:
        """Notes that somebody is told of it on a day; False if they were already."""
        return await self._done(lambda db: _noted(db, what, day))

    async def forget(self, what: str) -> None:
        """Forgets it: nobody was reached."""
        await self._done(lambda db: db.execute("DELETE FROM told WHERE what = ?", [what]))

    async def noted(self, what: str, day: date) -> bool:
        """Whether they were told of it on this day."""
        sql, values = "SELECT 1 FROM told WHERE what = ? AND day = ?", [what, day.isoformat()]
        return await self._done(lambda db: db.execute(sql, values).fetchone() is not None)

    async def _done(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        try:
            return await asyncio.to_thread(self._in_file, work)
        except (sqlite3.Error, OSError) as error:
            said = f"{self._path} cannot be read or written; let this user write to its folder"
            raise RecordsError(said) from error

    def _in_file(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.touch(mode=0o600)
        with closing(sqlite3.connect(self._path, timeout=_BUSY_S)) as db, db:
            db.execute(_TABLE)
            return work(db)


def _noted(db: sqlite3.Connection, what: str, day: date) -> bool:
    db.execute("DELETE FROM told WHERE day < ?", [day.isoformat()])
    made = db.execute("INSERT OR IGNORE INTO told VALUES (?, ?)", [what, day.isoformat()])
    return made.rowcount == 1

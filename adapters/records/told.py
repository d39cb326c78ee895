"""Notes which owners were told of what today, without anybody's words."""

import sqlite3
from datetime import date
from pathlib import Path

from adapters.records.small_file import SmallFile

_TABLE = (
    "CREATE TABLE IF NOT EXISTS told (what TEXT PRIMARY KEY, day TEXT NOT NULL) "
    "STRICT, WITHOUT ROWID"
)


class SqliteToldOwners:
    """Notes it in a small SQLite file, made by the first telling; earlier days are deleted."""

    def __init__(self, path: Path) -> None:
        self._file = SmallFile(path, _TABLE)

    async def note(self, what: str, day: date) -> bool:
        """Notes that somebody is told of it on a day; False if they were already."""
        return await self._file.done(lambda db: _noted(db, what, day))

    async def forget(self, what: str) -> None:
        """Forgets it: nobody was reached."""
        await self._file.done(lambda db: db.execute("DELETE FROM told WHERE what = ?", [what]))

    async def noted(self, what: str, day: date) -> bool:
        """Whether they were told of it on this day."""
        sql, values = "SELECT 1 FROM told WHERE what = ? AND day = ?", [what, day.isoformat()]
        return await self._file.done(lambda db: db.execute(sql, values).fetchone() is not None)


def _noted(db: sqlite3.Connection, what: str, day: date) -> bool:
    db.execute("DELETE FROM told WHERE day < ?", [day.isoformat()])
    made = db.execute("INSERT OR IGNORE INTO told VALUES (?, ?)", [what, day.isoformat()])
    return made.rowcount == 1

"""A small SQLite file of this user's, opened for each use."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from bot.model.errors import RecordsError

_BUSY_S = 5.0

Result = TypeVar("Result")


class SmallFile:
    """The file with its tables, made by the first use."""

    def __init__(self, path: Path, tables: str) -> None:
        """`tables` is a script that makes what is not there yet."""
        self._path = path
        self._tables = tables

    async def done(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """Does some work as one transaction. Raises RecordsError."""
        try:
            return await asyncio.to_thread(self._in_file, work)
        except (sqlite3.Error, OSError) as error:
            said = f"{self._path} cannot be read or written; let this user write to its folder"
            raise RecordsError(said) from error

    def _in_file(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.touch(mode=0o600)
        with closing(sqlite3.connect(self._path, timeout=_BUSY_S)) as db, db:
            db.row_factory = sqlite3.Row
            db.execute("PRAGMA foreign_keys = ON")
            db.executescript(self._tables)
            return work(db)

"""records.db: one connection, used by one thread at a time, and cures for its errors."""

import sqlite3
import threading
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

from bot.model.errors import RecordsError

_VERSION = 4
_TABLES = """
CREATE TABLE IF NOT EXISTS answers (
    row INTEGER PRIMARY KEY, answer_id TEXT NOT NULL UNIQUE, given_at TEXT NOT NULL,
    thread TEXT NOT NULL, person TEXT NOT NULL, question TEXT NOT NULL, same TEXT NOT NULL,
    verdict TEXT NOT NULL, reply TEXT NOT NULL, place TEXT NOT NULL DEFAULT ''
);
CREATE INDEX IF NOT EXISTS answers_by_day ON answers (given_at);
CREATE INDEX IF NOT EXISTS answers_by_thread ON answers (thread, given_at);
CREATE INDEX IF NOT EXISTS answers_by_person ON answers (person, given_at);
CREATE TABLE IF NOT EXISTS feedback (
    answer_id TEXT NOT NULL REFERENCES answers (answer_id) ON DELETE CASCADE,
    person TEXT NOT NULL, good INTEGER NOT NULL, given_at TEXT NOT NULL, reason TEXT NOT NULL,
    comment TEXT,
    PRIMARY KEY (answer_id, person)
);
CREATE TABLE IF NOT EXISTS messages (
    message TEXT PRIMARY KEY,
    answer_id TEXT NOT NULL REFERENCES answers (answer_id) ON DELETE CASCADE
);
CREATE INDEX IF NOT EXISTS messages_by_answer ON messages (answer_id);
CREATE TABLE IF NOT EXISTS corrections (
    answer_id TEXT NOT NULL REFERENCES answers (answer_id) ON DELETE CASCADE,
    doc_id TEXT NOT NULL, at TEXT NOT NULL, correction_id TEXT NOT NULL,
    PRIMARY KEY (answer_id, doc_id)
);
"""
_NEW_COLUMNS = {"answers": {"place": "TEXT NOT NULL DEFAULT ''"}}
"""Columns of later versions that a table of an earlier one lacks."""
_BUSY_S = 1.0
"""Seconds to wait for another process: a person is waiting for the answer."""
_TURN_S = 3.0
"""Seconds to wait for our own threads: one may be deleting a month's answers."""

_BUSY = "another process writes to it; try again in a minute"
_CURES = {
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
    sqlite3.SQLITE_FULL: "its disk is full; make room",
    sqlite3.SQLITE_READONLY: "let this user write to it",
    sqlite3.SQLITE_CANTOPEN: "let this user read and write its folder",
}
"""What an operator can do about an error, by SQLite's primary code."""
_OURS = (sqlite3.IntegrityError, sqlite3.ProgrammingError)
"""Our own bugs, not problems of the file."""


class RecordsFile:
    """The file, opened on first use; readable only by this user."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._alone = threading.Lock()
        self._opened: sqlite3.Connection | None = None

    @contextmanager
    def used(self) -> Generator[sqlite3.Connection]:
        """The connection, for one thread at a time. Raises RecordsError."""
        if not self._alone.acquire(timeout=_TURN_S):
            raise RecordsError(f"{self._path} is busy; try again in a minute")
        try:
            yield self._connection()
        except _OURS:
            raise
        except (sqlite3.DatabaseError, OSError) as error:
            self._close()  # once the file is fixed, no restart is needed
            raise _trouble(error, self._path) from error
        finally:
            self._alone.release()

    @contextmanager
    def writing(self) -> Generator[sqlite3.Connection]:
        """A transaction: everything in it is written, or nothing. Raises RecordsError."""
        with self.used() as db, db:
            db.execute("BEGIN IMMEDIATE")
            yield db

    def shrink(self) -> None:
        """Returns freed space to the disk, the log's too.

        Raises RecordsError.
        """
        with self.used() as db:
            # Not execute: it frees only one page, as the statement returns rows without columns.
            db.executescript("PRAGMA incremental_vacuum")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def close(self) -> None:
        """Closes the file after pending writes."""
        with self._alone:
            self._close()

    def _close(self) -> None:
        if self._opened is not None:
            self._opened.close()
            self._opened = None

    def _connection(self) -> sqlite3.Connection:
        if self._opened is None:
            self._opened = _opened(self._path)
        return self._opened


def _opened(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)
    path.chmod(0o600)  # SQLite gives its log the same mode
    db = sqlite3.connect(path, timeout=_BUSY_S, check_same_thread=False, isolation_level=None)
    try:
        _prepare(db, path)
    except BaseException:
        db.close()
        raise
    return db


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    db.row_factory = sqlite3.Row
    with closing(db.execute("PRAGMA user_version")) as cursor:
        found = cursor.fetchone()[0]
    if found > _VERSION:
        raise RecordsError(
            f"{path} was written by a newer storewise: install that one, or move the file away"
        )
    if found == 0:
        db.execute("PRAGMA auto_vacuum = INCREMENTAL")  # must come before the first table
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = NORMAL")
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("PRAGMA secure_delete = ON")  # deleted data is overwritten in the file
    if found < _VERSION:
        _renew(db)


def _renew(db: sqlite3.Connection) -> None:
    """Makes the tables, and adds what those of an earlier version lack; all or nothing."""
    with db:
        db.execute("BEGIN IMMEDIATE")  # another process may do the same
        for statement in _TABLES.split(";"):
            db.execute(statement)
        for table, columns in _NEW_COLUMNS.items():
            there = {row["name"] for row in db.execute(f"PRAGMA table_info({table})")}
            for name, kind in columns.items():
                if name not in there:
                    db.execute(f"ALTER TABLE {table} ADD COLUMN {name} {kind}")
        db.execute(f"PRAGMA user_version = {_VERSION}")


def _trouble(error: Exception, path: Path) -> RecordsError:
    """The error with its cure, in our words."""
    if isinstance(error, OSError):
        return RecordsError(f"{path} cannot be used; let this user own it, and write its folder")
    if not isinstance(error, sqlite3.OperationalError):
        return RecordsError(f"{path} is damaged; delete it: new answers will be stored again")
    cure = _CURES.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, "does its disk work?")
    return RecordsError(f"{path} cannot be read or written now; {cure}")

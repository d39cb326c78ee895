"""Opens one SQLite file that many threads read while one writes."""

import sqlite3
import threading
from collections.abc import Generator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from knowledge.index.storage import schema, sqlite_copy
from knowledge.model.errors import KnowledgeError

_BUSY_S = 10.0
"""Seconds that a statement waits for another process that writes."""

_CURES = {
    sqlite3.SQLITE_BUSY: "another process writes to it; try again in a minute",
    sqlite3.SQLITE_FULL: "its disk is full; make room",
    sqlite3.SQLITE_READONLY: "let this user write to it",
    sqlite3.SQLITE_CANTOPEN: "let this user read and write its folder",
}
"""Advice for the operator, by SQLite's primary error code."""

_OURS = (sqlite3.IntegrityError, sqlite3.ProgrammingError)
"""Errors that are bugs of ours, not problems of the file."""

Values = Sequence[object] | dict[str, object]


class Database:
    """Reads and writes knowledge.db; readers never wait and see only committed rows.

    Each thread reads through its own connection, and one more connection writes. Only one process
    may write (see `knowledge.index.storage.lock`).
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._opened: list[sqlite3.Connection] = []
        self._reader = threading.local()
        self._writing = threading.Lock()
        self._open()

    def _open(self) -> None:
        path = self._path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._writer = self._connect()
            self._prepare()
            self._file = sqlite_copy.file_id(path)
        except sqlite3.DatabaseError as error:
            self._close()
            raise _trouble(error, path) from error
        except OSError as error:
            self._close()
            raise KnowledgeError(f"the folder {path.parent} cannot be used for data") from error
        except KnowledgeError:
            self._close()
            raise

    def rows(self, sql: str, values: Values = ()) -> list[sqlite3.Row]:
        """Runs a query and returns all its rows. Raises KnowledgeError."""
        try:
            with closing(self._mine().execute(sql, values)) as cursor:
                return cursor.fetchall()
        except _OURS:
            raise
        except sqlite3.DatabaseError as error:
            raise _trouble(error, self._path) from error

    @contextmanager
    def writing(self) -> Generator[sqlite3.Connection]:
        """Opens a transaction: all of it is written, or nothing. Raises KnowledgeError."""
        with self._alone() as db, db:
            db.execute("BEGIN IMMEDIATE")
            yield db

    @contextmanager
    def copying(self, other: Path) -> Generator[sqlite3.Connection]:
        """Opens a transaction in which another SQLite file is read as `other`."""
        with self._alone() as db:
            db.execute("ATTACH ? AS other", [str(other)])
            try:
                with db:
                    db.execute("BEGIN IMMEDIATE")
                    yield db
            finally:
                db.execute("DETACH other")

    @property
    def path(self) -> Path:
        """The file."""
        return self._path

    def fault(self) -> str | None:
        """Returns `missing`, `replaced` or `damaged`; None if the opened file can be read."""
        return sqlite_copy.fault(self._path, self._file)

    def renew(self) -> None:
        """Sets the file aside and opens an empty one in its place. Raises KnowledgeError."""
        with self._writing:
            sqlite_copy.set_aside(self._path)
            # Other threads close their own connection when they read next: one may be reading now.
            self._reader = threading.local()
            self._opened = []
            self._writer.close()
            self._open()

    def shrink(self) -> None:
        """Gives the space of deleted rows back to the disk. Raises KnowledgeError."""
        with self._alone() as db:
            # `execute` would free only one page, because the statement gives rows without columns.
            db.executescript("PRAGMA incremental_vacuum")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def close(self) -> None:
        """Closes the file after the current write."""
        with self._writing:
            self._close()

    def _close(self) -> None:
        for connection in self._opened:
            connection.close()

    def _prepare(self) -> None:
        # SQLite does not wait while another process switches the file to write-ahead logging: it
        # fails at once, because the file is locked.
        try:
            with FileLock(f"{self._path}.opening", timeout=_BUSY_S):
                schema.prepare(self._writer)
        except Timeout as error:
            raise _unusable(self._path, _CURES[sqlite3.SQLITE_BUSY]) from error

    @contextmanager
    def _alone(self) -> Generator[sqlite3.Connection]:
        try:
            with self._writing:
                yield self._writer
        except _OURS:
            raise
        except sqlite3.DatabaseError as error:
            raise _trouble(error, self._path) from error

    def _mine(self) -> sqlite3.Connection:
        """Returns this thread's connection."""
        if not hasattr(self._reader, "connection"):
            self._reader.connection = self._connect()
        mine: sqlite3.Connection = self._reader.connection
        return mine

    def _connect(self) -> sqlite3.Connection:
        made = sqlite3.connect(
            self._path, timeout=_BUSY_S, check_same_thread=False, isolation_level=None
        )
        made.row_factory = sqlite3.Row
        self._opened.append(made)
        return made


def _trouble(error: sqlite3.DatabaseError, path: Path) -> KnowledgeError:
    """Turns an error of SQLite into one that says what the operator can do."""
    if "no such table" in str(error):
        # The generation was deleted, because two later ones were published.
        return KnowledgeError("the index has been replaced; ask again")
    if not isinstance(error, sqlite3.OperationalError):
        return KnowledgeError(f"{path} is damaged; delete it and run `storewise reindex`")
    cure = _CURES.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, "does its disk work?")
    return _unusable(path, cure)


def _unusable(path: Path, cure: str) -> KnowledgeError:
    return KnowledgeError(f"{path} cannot be read or written now; {cure}")

"""One SQLite file that many threads read while one writes."""

import sqlite3
import threading
from collections.abc import Generator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from knowledge import schema
from knowledge.errors import IndexMissingError, KnowledgeError

_BUSY_S = 10.0
"""How long a statement waits for another process that writes."""

Values = Sequence[object] | dict[str, object]


class Database:
    """knowledge.db: a reader sees what was committed when its statement began, and never waits.

    Each thread reads through a connection of its own; there is one more for writing. Only one
    process may write (see `knowledge.lock`).
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._opened: list[sqlite3.Connection] = []
        self._reader = threading.local()
        self._writing = threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._writer = self._connect()
        except (OSError, sqlite3.OperationalError) as error:
            raise KnowledgeError(f"the folder {path.parent} cannot be used for data") from error
        try:
            schema.prepare(self._writer)
        except sqlite3.DatabaseError as error:
            self.close()
            raise _trouble(error, path) from error
        except KnowledgeError:
            self.close()
            raise

    def rows(self, sql: str, values: Values = ()) -> list[sqlite3.Row]:
        """What a question to the file gives. Raises KnowledgeError."""
        try:
            with closing(self._mine().execute(sql, values)) as cursor:
                return cursor.fetchall()
        except sqlite3.DatabaseError as error:
            raise _trouble(error, self._path) from error

    @contextmanager
    def writing(self) -> Generator[sqlite3.Connection]:
        """A transaction: all that is written in it, or nothing. Raises KnowledgeError."""
        try:
            with self._writing, self._writer:
                self._writer.execute("BEGIN IMMEDIATE")
                yield self._writer
        except sqlite3.IntegrityError:
            raise  # a bug of ours, not the file's
        except sqlite3.DatabaseError as error:
            raise _trouble(error, self._path) from error

    def shrink(self) -> None:
        """Give the room of what was deleted back to the disk."""
        with self._writing:
            # As a script: `execute` takes one step, and each step frees one page.
            self._writer.executescript("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Close the file."""
        for connection in self._opened:
            connection.close()

    def _mine(self) -> sqlite3.Connection:
        """This thread's connection."""
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
    """What a person can do about an error of SQLite's."""
    if "no such table" in str(error):
        # The tables of a generation that two later ones have replaced are gone.
        return IndexMissingError("the index has been replaced; ask again")
    if isinstance(error, sqlite3.OperationalError):
        return KnowledgeError(f"{path} cannot be read or written now: {error}")
    return KnowledgeError(f"{path} is damaged; delete it and run `storewise reindex`")

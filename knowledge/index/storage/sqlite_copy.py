"""Copies SQLite files while other processes write to them."""

import sqlite3
from contextlib import closing
from pathlib import Path

from knowledge.model.errors import KnowledgeError

_BUSY_S = 10.0


def copy_database(source: Path, target: Path) -> None:
    """Copies a SQLite file as of one moment, with recent writes.

    Raises KnowledgeError, and FileNotFoundError if the file is gone.
    """
    if not source.exists():
        raise FileNotFoundError(source)
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        with closing(_opened(source, "mode=rw")) as db, closing(sqlite3.connect(target)) as copy:
            db.backup(copy)
        check_database(target)
    except sqlite3.OperationalError as error:
        raise KnowledgeError(f"{source} cannot be copied now: {error}; try again") from error
    except sqlite3.DatabaseError as error:
        raise KnowledgeError(f"{source} is damaged; put a copy of it back") from error


def check_database(path: Path) -> None:
    """Reads every page of a copy that nobody else has. Raises sqlite3.DatabaseError if damaged."""
    with closing(_opened(path, "mode=ro&immutable=1")) as db:
        found = [row[0] for row in db.execute("PRAGMA quick_check")]
    if found != ["ok"]:
        raise sqlite3.DatabaseError(found[0])


def fold_in(path: Path) -> bool:
    """Moves recent writes from the `-wal` file into the database; False if somebody uses it.

    A damaged file stays as it is.
    """
    with closing(sqlite3.connect(path, timeout=0.5, isolation_level=None)) as db:
        try:
            db.execute("PRAGMA locking_mode = EXCLUSIVE").fetchall()
            db.execute("BEGIN EXCLUSIVE")
            db.execute("COMMIT")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        except sqlite3.OperationalError as error:
            return error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
        except sqlite3.DatabaseError:
            return True
    return True


def published_in(path: Path) -> tuple[tuple[int, ...], str | None]:
    """Returns the generations that an index keeps, and the places of the published one."""
    try:
        with closing(_opened(path, "mode=rw")) as db:
            # An index of an earlier release has no column for the previous one.
            kept = [number for row in db.execute("SELECT * FROM published") for number in row[1:]]
            sources = db.execute(
                "SELECT source FROM generations g JOIN published p USING (generation)"
            ).fetchall()
    except sqlite3.OperationalError:
        return (), None
    numbers = sorted({number for number in kept if number is not None})
    return tuple(numbers), sources[0][0] if sources else None


def _opened(path: Path, how: str) -> sqlite3.Connection:
    # Not mode=ro: the last connection would leave its -wal and -shm files behind.
    return sqlite3.connect(f"{path.resolve().as_uri()}?{how}", uri=True, timeout=_BUSY_S)

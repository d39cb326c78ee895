"""Copies SQLite files while other processes write to them."""

import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
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
            kept = db.execute("SELECT generation, previous FROM published").fetchall()
            sources = db.execute(
                "SELECT source FROM generations g JOIN published p USING (generation)"
            ).fetchall()
    except sqlite3.OperationalError:
        return (), None
    numbers = sorted({number for row in kept for number in row if number is not None})
    return tuple(numbers), sources[0][0] if sources else None


def _opened(path: Path, how: str) -> sqlite3.Connection:
    # Not mode=ro: the last connection would leave its -wal and -shm files behind.
    return sqlite3.connect(f"{path.resolve().as_uri()}?{how}", uri=True, timeout=_BUSY_S)


# Notices that knowledge.db is no longer the file that was opened, or cannot be read.

_LOOK_S = 2.0
_QUERIES = (
    "SELECT generation FROM published",
    "SELECT count(*) FROM generations",
    # The first and the last rows of the largest table, with their texts: pages all over the file.
    "SELECT length(text) FROM (SELECT text FROM passages ORDER BY row LIMIT 20)",
    "SELECT length(text) FROM (SELECT text FROM passages ORDER BY row DESC LIMIT 20)",
    "SELECT count(key) FROM documents",
)

FileId = tuple[int, int]


def file_id(path: Path) -> FileId | None:
    """Returns a file's device and inode; None if there is no such file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def fault(path: Path, opened: FileId | None) -> str | None:
    """Returns `missing`, `replaced` or `damaged`; None if the opened file is there and is read."""
    now = file_id(path)
    if now is None:
        return "missing"
    if now != opened:
        return "replaced"
    return "damaged" if is_damaged(path) else None


def is_damaged(path: Path) -> bool:
    """Whether the file is no index, or parts of it cannot be read; False if it is only busy."""
    # A connection of its own: an older one may still answer from its memory.
    try:
        with closing(sqlite3.connect(path, timeout=_LOOK_S, isolation_level=None)) as db:
            for query in _QUERIES:
                db.execute(query).fetchall()
    except sqlite3.OperationalError as error:
        return "no such table" in str(error) and path.stat().st_size > 0
    except sqlite3.DatabaseError:
        return True
    return False


def set_aside(path: Path) -> None:
    """Renames a file that cannot be used, so that a new one can take its place."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
    for end in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            Path(f"{path}{end}").unlink()
    with suppress(FileNotFoundError):
        path.replace(f"{path}.damaged-{stamp}")

"""Notices that knowledge.db is no longer the file that was opened, or cannot be read."""

import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

_BUSY_S = 2.0
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
        with closing(sqlite3.connect(path, timeout=_BUSY_S, isolation_level=None)) as db:
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

"""Takes over the rows of an earlier file, all or none."""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, ForeignKey, Table, select
from sqlalchemy.exc import DataError, IntegrityError

from adapters.database.earlier.rows import FILES, Part, Row
from adapters.database.engine import insert
from adapters.database.schema import SchemaError
from knowledge.index.storage.sqlite_copy import fold_in

logger = logging.getLogger(__name__)

AT_ONCE = 500
"""Rows of one statement."""


@dataclass(frozen=True, slots=True)
class Taken:
    """An earlier file whose rows are in the database now."""

    path: Path
    damaged: bool = False
    """None of its rows could be taken over."""


def earlier_files(data: Path) -> list[Path]:
    """Returns the files of earlier versions in a data directory."""
    return [data / name for name in FILES if (data / name).exists()]


def take_over(db: Connection, data: Path) -> list[Taken]:
    """Adds the rows of all earlier files that are not there yet. Raises SchemaError.

    Whatever was taken over before stays as it is; a damaged file costs only its own rows.
    """
    return [_taken_over(db, path) for path in earlier_files(data)]


def check_unused(path: Path) -> None:
    """Raises SchemaError while another process uses a file: it would go on writing to it."""
    if not fold_in(path):
        raise SchemaError(
            f"another process uses {path}, perhaps a server that was not restarted; stop it, "
            "then try again"
        )


def _taken_over(db: Connection, path: Path) -> Taken:
    check_unused(path)
    try:
        with db.begin_nested(), closing(_opened(path)) as earlier:
            count = sum(_added(db, earlier, part) for part in FILES[path.name])
    except sqlite3.OperationalError as error:
        raise SchemaError(f"{path} cannot be read now; let this user read and write it") from error
    except (sqlite3.Error, IntegrityError, DataError, ValueError, TypeError, KeyError) as error:
        cure = f"put a whole copy of it back as {path}, and restart"
        about = {"path": str(path), "error": type(error).__name__, "cure": cure}
        logger.error("a file of an earlier version is damaged; it was left out", extra=about)  # noqa: TRY400 - an error may quote a row
        return Taken(path, damaged=True)
    logger.info("a file was taken over", extra={"path": str(path), "rows": count})
    return Taken(path)


def _opened(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True)
    db.row_factory = sqlite3.Row
    return db


def _added(db: Connection, earlier: sqlite3.Connection, part: Part) -> int:
    known = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
    if earlier.execute(known, [part.name]).fetchone() is None:
        return 0
    rows = earlier.execute(f"SELECT * FROM {part.name} ORDER BY {part.order}")  # noqa: S608 - ours
    count = 0
    while some := rows.fetchmany(AT_ONCE):
        add(db, part.into, [part.made(dict(row)) for row in some])
        count += len(some)
    return count


def add(db: Connection, table: Table, rows: list[Row]) -> None:
    """Adds the rows that are not there yet, and whose parents are there."""
    for parent in table.foreign_keys:
        known = set(_known(db, parent, rows))
        rows = [row for row in rows if row[parent.parent.name] in known]
    if rows:
        db.execute(insert(db, table).on_conflict_do_nothing(), rows)


def _known(db: Connection, parent: ForeignKey, rows: list[Row]) -> Iterator[Any]:
    names = {row[parent.parent.name] for row in rows}
    yield from db.execute(select(parent.column).where(parent.column.in_(names))).scalars()

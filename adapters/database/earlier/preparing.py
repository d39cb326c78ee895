"""Makes the tables, with what was stored before there were any."""

import logging
import tempfile
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from sqlalchemy import Connection, Engine, delete, func, select

from adapters.database import schema
from adapters.database.earlier.taking_over import (
    AT_ONCE,
    Taken,
    add,
    check_unused,
    earlier_files,
    take_over,
)
from adapters.database.sqlite_file import connections
from adapters.database.tables import installation, metadata
from knowledge.index.storage.sqlite_copy import copy_database
from knowledge.model.errors import KnowledgeError

logger = logging.getLogger(__name__)

FOLDER = "earlier"
"""Holds the files whose rows were taken over."""
_LOGS = ("-wal", "-shm", "-journal")


def prepare_file(data: Path, engine: Engine) -> None:
    """Makes the tables of a file; rows of earlier files come in, and those files go aside.

    After a crash in between, the next start takes over what is still there: rows that are known
    already stay as they are. Raises SchemaError, SQLAlchemyError, OSError.
    """
    taken: list[Taken] = []
    schema.prepare(engine, lambda db: taken.extend(take_over(db, data)))
    writing = engine.execution_options(writes=True)
    if not taken and earlier_files(data):  # put back, or left by a crash
        with writing.begin() as db:
            taken.extend(take_over(db, data))
    if taken:
        with writing.begin():  # one process at a time
            for one in taken:
                _put_aside(one)


def prepare_shared(data: Path, file: Path, engine: Engine) -> None:
    """Makes the tables of PostgreSQL; the first replica brings what its data directory holds.

    The files stay as they are. Raises SchemaError, SQLAlchemyError.
    """
    schema.prepare(engine, partial(_fill, data, file))


def _fill(data: Path, file: Path, db: Connection) -> None:
    if file.exists() and file.stat().st_size:
        check_unused(file)
        _copy(file, db)
    take_over(db, data)
    _count_on(db)


def _copy(file: Path, db: Connection) -> None:
    """Copies every row of a file, as this version has them."""
    with tempfile.TemporaryDirectory(prefix="to-postgresql-", dir=file.parent) as folder:
        copy = Path(folder) / file.name
        try:
            copy_database(file, copy)
        except KnowledgeError as error:
            raise schema.SchemaError(str(error)) from error
        engine = connections(copy)
        try:
            schema.prepare(engine)
            with engine.connect() as source:
                _copy_rows(source, db)
        finally:
            engine.dispose()
    logger.info("the rows of a file were copied to PostgreSQL", extra={"path": str(file)})


def _copy_rows(source: Connection, db: Connection) -> None:
    db.execute(delete(installation))  # it moves, with its name
    for table in metadata.sorted_tables:
        found = source.execution_options(yield_per=AT_ONCE).execute(select(table))
        for rows in found.mappings().partitions():
            add(db, table, [dict(row) for row in rows])


def _count_on(db: Connection) -> None:
    """Has the database go on counting after the numbers that came with rows."""
    for table in metadata.sorted_tables:
        for column in table.c:
            if column.identity is not None:
                counter = func.pg_get_serial_sequence(table.name, column.name)
                last = select(func.max(column)).scalar_subquery()
                db.execute(select(func.setval(counter, last)))


def _put_aside(taken: Taken) -> None:
    folder = taken.path.parent / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    target = folder / f"{taken.path.name}{'.damaged' if taken.damaged else ''}"
    if target.exists():
        target = folder / f"{target.name}.{datetime.now(UTC):%Y%m%d-%H%M%S-%f}"
    for log in _LOGS:
        _move(Path(f"{taken.path}{log}"), Path(f"{target}{log}"))
    _move(taken.path, target)


def _move(path: Path, target: Path) -> None:
    if path.exists():
        path.rename(target)

"""Takes the rows of storewise.db along into an empty PostgreSQL."""

import logging
import tempfile
from pathlib import Path

from sqlalchemy import Connection, delete, func, insert, select

from adapters.database import schema
from adapters.database.sqlite_file import connections
from adapters.database.tables import installation, metadata
from knowledge.index.storage.sqlite_copy import copy_database, fold_in
from knowledge.model.errors import KnowledgeError

logger = logging.getLogger(__name__)

_AT_ONCE = 500
"""Rows of one statement."""


def take_along(file: Path, db: Connection) -> None:
    """Copies every row of a file, which stays as it is; nothing if there is none.

    Raises SchemaError.
    """
    if not file.exists() or not file.stat().st_size:
        return
    if not fold_in(file):  # the other process would go on writing to it
        raise schema.SchemaError(
            f"another process uses {file}, perhaps a server that was not restarted; stop it, "
            "then try again"
        )
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
    _count_on(db)
    logger.info("the rows of a file were copied to PostgreSQL", extra={"path": str(file)})


def _copy_rows(source: Connection, db: Connection) -> None:
    db.execute(delete(installation))  # it moves, with its name
    for table in metadata.sorted_tables:
        found = source.execution_options(yield_per=_AT_ONCE).execute(select(table))
        for rows in found.mappings().partitions():
            db.execute(insert(table), [dict(row) for row in rows])


def _count_on(db: Connection) -> None:
    """Has the database go on counting after the numbers that came with rows."""
    for table in metadata.sorted_tables:
        for column in table.c:
            if column.identity is not None:
                counter = func.pg_get_serial_sequence(table.name, column.name)
                last = select(func.max(column)).scalar_subquery()
                db.execute(select(func.setval(counter, last)))

"""Makes the tables, or brings those of an earlier version up to date."""

import logging
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    MetaData,
    String,
    Table,
    delete,
    func,
    insert,
    inspect,
    select,
    text,
)

from adapters.database.engine import is_shared, locked
from adapters.database.sqlite_file import connections, unreferenced
from adapters.database.tables import REVISION, installation, metadata
from knowledge.index.storage.sqlite_copy import copy_database, fold_in
from knowledge.model.errors import KnowledgeError

logger = logging.getLogger(__name__)

_version = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
"""Alembic's own table."""
_LOCK = "storewise tables"
"""The lock under which one replica at a time changes the tables."""
_LOCK_MS = 3_000
"""Milliseconds to wait for a table that something else uses; then it is tried again."""

Fill = Callable[[Connection], None]
"""Fills new tables with rows that were kept elsewhere."""


class SchemaError(Exception):
    """The tables are those of a version that this one cannot work with."""


def prepare(engine: Engine, fill: Fill | None = None) -> None:
    """Makes the tables, or brings them up to date. Raises SchemaError, SQLAlchemyError."""
    with engine.connect() as db:
        if _revision(db) == REVISION:
            return
    with _changing(engine) as db:
        locked(db, _LOCK)
        found = _revision(db)  # another replica may have made them meanwhile
        if found is None:
            _make(db)
            if fill is not None:
                fill(db)
        elif found != REVISION:
            _bring_up(db, found)


@contextmanager
def _changing(engine: Engine) -> Iterator[Connection]:
    """A transaction for changes of tables: all of them are made, or none."""
    with engine.execution_options(writes=True).connect() as db:
        if not is_shared(db):
            with unreferenced(db), db.begin():
                yield db
            return
        with db.begin():
            # A large table takes long, and so does the wait for a replica that changes one.
            db.execute(text("SET LOCAL statement_timeout = 0"))
            yield db


def _revision(db: Connection) -> str | None:
    if not inspect(db).has_table(_version.name):
        return None
    found = db.execute(select(_version.c.version_num)).scalar()
    return str(found) if found is not None else None


def _make(db: Connection) -> None:
    metadata.create_all(db)
    _version.create(db)
    db.execute(_version.insert().values(version_num=REVISION))
    db.execute(installation.insert().values(name="id", value=uuid4().hex[:12]))


def _bring_up(db: Connection, found: str) -> None:
    """Runs the migrations since a revision, unless it is one of a newer storewise."""
    ahead = _number(found) - _number(REVISION)
    if ahead == 1:
        # In a rolling upgrade both versions run at once; each migration leaves this one able to.
        logger.info("the tables are already those of the next version")
        return
    if ahead > 1:
        raise SchemaError(f"{_named(db)} was written by a newer storewise; install that one")
    if is_shared(db):
        # Behind a change that waits for a backup everybody else would wait, too.
        db.execute(text(f"SET LOCAL lock_timeout = {_LOCK_MS}"))
    from adapters.database.migrations import upgrade  # noqa: PLC0415 - Alembic is seldom needed

    upgrade(db)
    logger.info("the tables were brought up to date", extra={"from": found, "to": REVISION})


def _number(revision: str) -> int:
    if not re.fullmatch(r"\d{4}", revision):
        raise SchemaError("the database's tables are not storewise's; use another database")
    return int(revision)


def _named(db: Connection) -> str:
    return str(db.engine.url.database)


# Takes the rows of storewise.db along into an empty PostgreSQL.


_AT_ONCE = 500
"""Rows of one statement."""


def take_along(file: Path, db: Connection) -> None:
    """Copies every row of a file, which stays as it is; nothing if there is none.

    Raises SchemaError.
    """
    if not file.exists() or not file.stat().st_size:
        return
    if not fold_in(file):  # the other process would go on writing to it
        raise SchemaError(
            f"another process uses {file}, perhaps a server that was not restarted; stop it, "
            "then try again"
        )
    with tempfile.TemporaryDirectory(prefix="to-postgresql-", dir=file.parent) as folder:
        copy = Path(folder) / file.name
        try:
            copy_database(file, copy)
        except KnowledgeError as error:
            raise SchemaError(str(error)) from error
        engine = connections(copy)
        try:
            prepare(engine)
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

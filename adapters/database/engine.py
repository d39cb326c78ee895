"""What both kinds of database offer."""

import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Protocol, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Function,
    Insert,
    Table,
    delete,
    func,
    literal,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError

T = TypeVar("T")

Work = Callable[[Connection], T]
"""Reads or writes in one transaction. It may be run again if the connection is lost."""

_RUNG = "rung"


class Engine(Protocol):
    """Runs work in threads of its own."""

    @property
    def place(self) -> str:
        """Names the database for an operator, without its password."""
        ...

    @property
    def shared(self) -> bool:
        """Whether other replicas use it, too."""
        ...

    def reading(self, work: Work[T]) -> Future[T]:
        """Begins to read; errors are those of SQLAlchemy."""
        ...

    def writing(self, work: Work[T], *, lasting: bool) -> Future[T]:
        """Begins a transaction: all of it is written, or nothing.

        A `lasting` one survives a power cut, not only the end of this process.
        """
        ...

    def shrinking(self) -> Future[None]:
        """Begins to return freed space to the disk, where the database does not by itself."""
        ...

    def close(self) -> None:
        """Closes the connections after what was asked before."""
        ...


def insert(db: Connection, table: Table) -> Any:
    """Returns an INSERT that knows `on_conflict_do_nothing` and `on_conflict_do_update`."""
    made: Insert = postgresql.insert(table) if is_shared(db) else sqlite.insert(table)
    return made


def is_shared(db: Connection) -> bool:
    """Whether a connection's database is one that other replicas use, too."""
    return db.dialect.name == "postgresql"


def locked(db: Connection, name: str) -> None:
    """Holds the lock of this name until the transaction ends: for one replica at a time.

    SQLite has one writer anyway.
    """
    if is_shared(db):
        db.execute(select(lock_of(name)))


def lock_of(name: str) -> "Function[Any]":
    """Returns PostgreSQL's call that waits for the lock of this name."""
    return func.pg_advisory_xact_lock(func.hashtextextended(name, 0))


def begun() -> "Future[Any]":
    """Returns the future of work that nobody can take back: who waits for it may be cancelled."""
    future: Future[Any] = Future()
    future.set_running_or_notify_cancel()
    return future


def rung(db: Connection) -> dict[str, None]:
    """Returns the notices of the present transaction, for those in this process alone."""
    found: dict[str, None] = db.info.setdefault(_RUNG, {})
    return found


# An error of a database in our words, with what an operator can do about it.

_OURS = (IntegrityError, ProgrammingError, DataError)
"""Bugs of ours, not troubles of the database."""
_DAMAGED = "it is damaged; put a copy of it back (`storewise restore`), or move it away"
_BUSY = "another process writes to it; try again in a minute"
_FULL = "its disk is full; make room"
_SQLITE = {
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_READONLY: "let this user write to it",
    sqlite3.SQLITE_CANTOPEN: "let this user read and write its folder",
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: _DAMAGED,
}
_POSTGRESQL = {
    None: "start it, and check DATABASE_URL",
    "28P01": "it rejects the password; check DATABASE_URL",
    "28000": "it does not let this user in; check DATABASE_URL",
    "3D000": "there is no such database; make it, or check DATABASE_URL",
    "42501": "this user may not use its tables; let it own the database",
    "53100": _FULL,
    "53300": "it has too many connections; allow more, or run fewer replicas",
    "55P03": "an upgrade has to change a table that is in use; let a backup that runs end",
    "57014": "a statement took too long; is it overloaded?",
}


def said(error: BaseException, place: str) -> str | None:
    """Returns the trouble and its cure; None for a bug of ours."""
    if isinstance(error, OSError):
        return f"{place} cannot be used; let this user own it, and write its folder"
    if not isinstance(error, DBAPIError) or isinstance(error, _OURS):
        return None
    return f"{place} cannot be read or written now; {_cure(error.orig)}"


def is_busy(error: BaseException) -> bool:
    """Whether another process writes to a file just now: by SQLAlchemy's error, or SQLite's own."""
    code = getattr(getattr(error, "orig", error), "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _cure(error: Any) -> str:
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        return _SQLITE.get(code, "does its disk work?")
    return _POSTGRESQL.get(getattr(error, "sqlstate", None), "see its log")


# Statements that several stores need.


def is_written(db: Connection, own: ColumnElement[bool]) -> bool:
    """Whether a row is there that only the present work writes.

    It may have been done before its connection was lost.
    """
    return db.execute(select(literal(1)).where(own)).first() is not None


def inserted_alone(db: Connection, table: Table, row: dict[str, Any], lock: str) -> bool:
    """Inserts a row while nobody else holds the lock of this name; False if its key is there.

    PostgreSQL does both at once, so that a replica that is slow, or dies, never holds the lock.
    """
    given = insert(db, table)
    if is_shared(db):
        held = select(lock_of(lock).label("held")).subquery()
        values = [literal(value, table.c[name].type) for name, value in row.items()]
        given = given.from_select(list(row), select(*values).select_from(held))
    else:
        given = given.values(row)
    return bool(db.execute(given.on_conflict_do_nothing()).rowcount)


def counted_of_day(db: Connection, table: Table, row: dict[str, Any], most: int) -> bool:
    """Counts one more in the column `made` of a row with a `day`; False if it has `most` already.

    The first of a row deletes those of earlier days.
    """
    given = insert(db, table).values(**row, made=1)
    counted = given.on_conflict_do_update(
        index_elements=list(table.primary_key.columns),
        set_={"made": table.c.made + 1},
        where=table.c.made < most,
    )
    made = db.execute(counted.returning(table.c.made)).scalar()
    if made == 1:
        db.execute(delete(table).where(table.c.day < row["day"]))
    return made is not None

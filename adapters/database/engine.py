"""What both kinds of database offer."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Function, Insert, Table, func, select
from sqlalchemy.dialects import postgresql, sqlite

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

"""storewise.db: a file that this machine alone uses."""

import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, create_engine, event
from sqlalchemy import Engine as Connections
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DataError, IntegrityError, ProgrammingError, SQLAlchemyError

from adapters.database.engine import T, Work, begun, is_busy, rung

_BUSY_S = 5.0
"""Seconds to wait for another process that writes."""
_PAUSE_S = 0.02
_READERS = 4
_WRITES = "writes"

Prepare = Callable[[Connections], None]


@dataclass(frozen=True, slots=True)
class _Order:
    """A write that somebody waits for."""

    work: Work[Any]
    done: Future[Any]
    lasting: bool


class SqliteFile:
    """One thread writes, others read.

    What is asked of the writer while it waits for the disk goes into its next transaction together:
    hundreds of messages at once cost a few waits instead of hundreds.
    """

    shared = False

    def __init__(self, path: Path, prepare: Prepare, ring: Callable[[str], None]) -> None:
        """`prepare` makes the tables at the first use; `ring` is told of notices."""
        self._path = path
        self._prepare = prepare
        self._ring = ring
        self._opening = threading.Lock()
        self._opened: Connections | None = None
        self._orders: queue.SimpleQueue[_Order | None] = queue.SimpleQueue()
        self._writer: threading.Thread | None = None
        self._readers = ThreadPoolExecutor(_READERS, "database")

    @property
    def place(self) -> str:
        """Returns the file's path."""
        return str(self._path)

    def reading(self, work: Work[T]) -> Future[T]:
        """Begins to read in another thread."""
        done: Future[T] = begun()
        self._readers.submit(self._read, work, done)
        return done

    def writing(self, work: Work[T], *, lasting: bool) -> Future[T]:
        """Puts a write into the next transaction."""
        done: Future[T] = begun()
        with self._opening:
            if self._writer is None:
                self._writer = threading.Thread(target=self._write, name="database", daemon=True)
                self._writer.start()
        self._orders.put(_Order(work, done, lasting))
        return done

    def shrinking(self) -> Future[None]:
        """Returns freed space to the disk, the log's too."""
        done: Future[None] = begun()
        self._readers.submit(self._shrink, done)
        return done

    def close(self) -> None:
        """Closes the file after what was asked before."""
        if self._writer is not None:
            self._orders.put(None)
            self._writer.join()
            self._writer = None
        self._readers.shutdown()  # a notice of the last write may have made somebody read
        self._forget()
        self._readers = ThreadPoolExecutor(_READERS, "database")

    def _read(self, work: Work[T], done: Future[T]) -> None:
        try:
            with self._connections().begin() as db:
                done.set_result(work(db))
        except Exception as error:  # noqa: BLE001 - whoever waits is told
            self._failed(error)
            done.set_exception(error)

    def _shrink(self, done: Future[None]) -> None:
        try:
            with self._connections().connect() as db:
                connection = db.connection.dbapi_connection
                with closing(db.connection.cursor()) as cursor:
                    # Not execute: it frees one page only, as its rows have no columns.
                    cursor.executescript("PRAGMA incremental_vacuum")
                _pragma(connection, "wal_checkpoint(TRUNCATE)")
            done.set_result(None)
        except Exception as error:  # noqa: BLE001 - whoever waits is told
            done.set_exception(error)

    def _write(self) -> None:
        """The writer's thread: takes what waits, writes all of it, tells each who waits."""
        while (first := self._orders.get()) is not None:
            orders, is_last = self._waiting(first)
            try:
                results, notices = self._together(orders)
            except Exception as error:  # noqa: BLE001 - nobody may wait for a thread that ended
                self._failed(error)
                results, notices = [error] * len(orders), {}
            for order, result in zip(orders, results, strict=True):
                if isinstance(result, Exception):
                    order.done.set_exception(result)
                else:
                    order.done.set_result(result)
            for channel in notices:
                self._ring(channel)
            if is_last:
                break

    def _waiting(self, first: _Order) -> tuple[list[_Order], bool]:
        """What waits now, and whether the file is to be closed after it."""
        orders = [first]
        with suppress(queue.Empty):
            while (order := self._orders.get_nowait()) is not None:
                orders.append(order)
            return orders, True
        return orders, False

    def _together(self, orders: list[_Order]) -> tuple[list[Any], dict[str, None]]:
        """The results of the writes, in one transaction; one that fails undoes itself alone."""
        lasting = any(order.lasting for order in orders)
        with self._connections().connect() as db:
            writing = db.execution_options(**{_WRITES: True})
            _pragma(
                db.connection.dbapi_connection, f"synchronous = {'FULL' if lasting else 'NORMAL'}"
            )
            rung(db).clear()
            with writing.begin():
                results = [_done(writing, order.work) for order in orders]
            return results, dict(rung(db))

    def _connections(self) -> Connections:
        with self._opening:
            if self._opened is None:
                opened = connections(self._path)
                try:
                    self._prepare(opened)
                except BaseException:
                    opened.dispose()
                    raise
                self._opened = opened
            return self._opened

    def _failed(self, error: Exception) -> None:
        # Once the file is fixed, no restart is needed.
        if isinstance(error, SQLAlchemyError | OSError) and not is_busy(error):
            self._forget()

    def _forget(self) -> None:
        with self._opening:
            if self._opened is not None:
                self._opened.dispose()
                self._opened = None


def _done(db: Connection, work: Work[Any]) -> Any:
    try:
        with db.begin_nested():
            return work(db)
    except (IntegrityError, ProgrammingError, DataError) as error:
        return error
    except SQLAlchemyError:
        raise  # the file's trouble is everybody's
    except Exception as error:  # noqa: BLE001 - whoever waits is told
        return error


def connections(path: Path) -> Connections:
    """Returns connections to a file, which is made readable for this user alone."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)
    path.chmod(0o600)  # SQLite gives its log the same mode
    is_new = path.stat().st_size == 0
    made = create_engine(
        URL.create("sqlite", database=str(path)),
        connect_args={"timeout": _BUSY_S, "check_same_thread": False},
        pool_size=_READERS + 1,
        max_overflow=0,
        execution_options={"preserve_rowcount": True},
    )
    event.listen(made, "connect", partial(_connected, is_new=is_new))
    event.listen(made, "begin", _begun)
    return made


@contextmanager
def unreferenced(db: Connection) -> Iterator[None]:
    """Lets the block's transactions make a table anew.

    With foreign keys on, dropping the old table would delete the rows that refer to it.
    """
    connection = db.connection.dbapi_connection
    _pragma(connection, "foreign_keys = OFF")  # within a transaction it has no effect
    try:
        yield
    finally:
        _pragma(connection, "foreign_keys = ON")


def _connected(connection: DBAPIConnection, _: object, *, is_new: bool) -> None:
    connection.isolation_level = None  # transactions begin where `_begun` says
    if is_new:
        _pragma(connection, "auto_vacuum = INCREMENTAL")  # has to come before the first table
    _log_ahead(connection)
    for pragma in (
        "synchronous = NORMAL",
        "foreign_keys = ON",
        "secure_delete = ON",  # deleted words are overwritten in the file
    ):
        _pragma(connection, pragma)


def _log_ahead(connection: DBAPIConnection) -> None:
    """Has the file written ahead. Where another process just changes that, SQLite does not wait."""
    ends_at = time.monotonic() + _BUSY_S
    while True:
        try:
            _pragma(connection, "journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if not is_busy(error) or time.monotonic() >= ends_at:
                raise
            time.sleep(_PAUSE_S)
        else:
            return


def _pragma(connection: DBAPIConnection | None, said: str) -> None:
    if connection is not None:
        with closing(connection.cursor()) as cursor:
            cursor.execute(f"PRAGMA {said}")
            cursor.fetchall()


def _begun(db: Connection) -> None:
    writes = db.get_execution_options().get(_WRITES)
    db.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

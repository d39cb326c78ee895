"""A PostgreSQL database that several replicas share."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from sqlalchemy import URL, create_engine
from sqlalchemy import Engine as Connections
from sqlalchemy.exc import DBAPIError

from adapters.database.engine import T, Work, begun

_THREADS = 8
"""Transactions at once: as many questions are answered at once (`Work`)."""
PATIENCE_S = 10.0
"""Seconds in which a lost connection is tried again: a restart of the server takes two or three."""
_PAUSE_S = 0.1
_LONGEST_PAUSE_S = 1.0
CONNECT_S = 3
_STATEMENT_MS = 30_000

_PASSING = frozenset(
    {
        None,  # no connection at all
        "08000", "08003", "08006",  # the connection is lost
        "57P01", "57P02", "57P03",  # the server stops, or starts
        "40001", "40P01",  # two transactions were in each other's way
        "53300",  # too many connections
        "55P03",  # a migration waits for a table that is in use
    }
)  # fmt: skip

Prepare = Callable[[Connections], None]


class Postgresql:
    """A few threads, each with a connection; work whose connection is lost is done again."""

    shared = True

    def __init__(self, url: URL, prepare: Prepare) -> None:
        """`prepare` makes the tables at the first use."""
        self._url = url
        self._prepare = prepare
        self._opening = threading.Lock()
        self._prepared = False
        self._threads = ThreadPoolExecutor(_THREADS, "database")
        self._away_since: float | None = None
        self._connections = connections(url, _THREADS)
        self._reads = self._connections.execution_options(isolation_level="AUTOCOMMIT")

    @property
    def place(self) -> str:
        """Returns the server and the database."""
        return shown(self._url)

    def reading(self, work: Work[T]) -> Future[T]:
        """Begins to read in another thread, each statement by itself: one round trip."""
        return self._begun(work, self._reads)

    def writing(self, work: Work[T], *, lasting: bool) -> Future[T]:
        """Begins a transaction in another thread. Each lasts: another replica may go on with it."""
        return self._begun(work, self._connections)

    def shrinking(self) -> Future[None]:
        """Does nothing: the server's autovacuum does."""
        done: Future[None] = begun()
        done.set_result(None)
        return done

    def close(self) -> None:
        """Closes the connections after what was asked before."""
        self._threads.shutdown()
        self._connections.dispose()
        self._threads = ThreadPoolExecutor(_THREADS, "database")

    def _begun(self, work: Work[T], connected: Connections) -> Future[T]:
        done: Future[T] = begun()
        self._threads.submit(self._do, work, connected, done)
        return done

    def _do(self, work: Work[T], connected: Connections, done: Future[T]) -> None:
        try:
            done.set_result(self._tried(work, connected))
        except Exception as error:  # noqa: BLE001 - whoever waits is told
            done.set_exception(error)

    def _tried(self, work: Work[T], connected: Connections) -> T:
        # Where the server has been away for long, nobody waits again for each step of a question.
        since = self._away_since or time.monotonic()
        pause_s = _PAUSE_S
        while True:
            try:
                self._ready()
                with connected.begin() as db:
                    result = work(db)
            except DBAPIError as error:
                if not passes(error) or time.monotonic() - since > PATIENCE_S:
                    self._away_since = since
                    raise
                time.sleep(pause_s)
                pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)
            else:
                self._away_since = None
                return result

    def _ready(self) -> None:
        if self._prepared:
            return
        with self._opening:
            if not self._prepared:
                self._prepare(self._connections)
                self._prepared = True


KEEPALIVE: dict[str, Any] = {
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""libpq's settings by which a connection is found lost within 20 s of a silent network."""


def connections(url: URL, most: int) -> Connections:
    """Returns connections that notice within seconds when the server is gone."""
    return create_engine(
        url,
        pool_size=most,
        max_overflow=0,
        execution_options={"preserve_rowcount": True},
        connect_args={
            "connect_timeout": CONNECT_S,
            "application_name": "storewise",
            **KEEPALIVE,
            "options": f"-c statement_timeout={_STATEMENT_MS} -c timezone=UTC",
        },
    )


def plain(url: URL) -> str:
    """Returns an address, with its password, as psycopg itself takes it."""
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


def passes(error: DBAPIError) -> bool:
    """Whether the same work may succeed in a moment."""
    if error.connection_invalidated:
        return True
    with suppress(AttributeError):
        return error.orig.sqlstate in _PASSING  # type: ignore[union-attr] # psycopg's
    return False


def shown(url: URL) -> str:
    """Returns an address without its user and password."""
    return f"PostgreSQL at {url.host or 'this machine'}, database {url.database}"

"""Locks between replicas: one holds each at a time, for as long as its connection lives."""

import asyncio
import logging
import threading
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

import psycopg
from sqlalchemy import URL

from adapters.database.notices import CHANNEL, Notices
from adapters.database.postgresql import CONNECT_S, KEEPALIVE, plain

logger = logging.getLogger(__name__)

_LOOK_S = 2.0
"""Seconds between two looks: whether the lock is free, or still held."""
_TAKE = "SELECT pg_try_advisory_lock(hashtextextended(%s, 0))"

Work = Callable[[], Coroutine[Any, Any, object]]


class Lock:
    """An advisory lock of PostgreSQL on a connection of its own.

    Whoever dies lets it go within a moment, whoever loses the network within 20 s.
    """

    def __init__(self, url: URL, name: str) -> None:
        self._url = plain(url)
        self._name = f"storewise {name}"
        self._connection: psycopg.AsyncConnection | None = None

    async def take(self) -> bool:
        """Takes it, unless another replica holds it; False also without a connection."""
        try:
            self._connection = await psycopg.AsyncConnection.connect(
                self._url,
                autocommit=True,
                connect_timeout=CONNECT_S,
                application_name=self._name,
                **KEEPALIVE,
            )
            row = await (await self._connection.execute(_TAKE, [self._name])).fetchone()
        except psycopg.Error as error:
            logger.warning("no lock can be taken now", extra={"error": type(error).__name__})
            row = None
        if row is not None and row[0]:
            return True
        await self.release()
        return False

    async def is_held(self) -> bool:
        """Whether it is still ours: it is lost with its connection."""
        if self._connection is None:
            return False
        try:
            async with asyncio.timeout(_LOOK_S):
                await self._connection.execute("SELECT 1")
        except (psycopg.Error, TimeoutError):
            await self.release()
            return False
        return True

    async def release(self) -> None:
        """Lets it go."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(psycopg.Error):
                await connection.close()


class Leadership:
    """Whether this replica does what one of them has to do: index by the clock, write first."""

    def __init__(self, lock: Lock | None, look_s: float = _LOOK_S) -> None:
        """Without a lock there are no other replicas: it always leads."""
        self._lock = lock
        self._look_s = look_s
        self._led = asyncio.Event()
        self._lost = asyncio.Event()
        if lock is None:
            self._led.set()

    @property
    def leads(self) -> bool:
        """Whether it leads now."""
        return self._led.is_set()

    async def run(self) -> None:
        """Takes the lead as soon as nobody has it, until it is cancelled."""
        if self._lock is None:
            return
        try:
            while True:
                if await self._lock.take():
                    await self._lead(self._lock)
                await asyncio.sleep(self._look_s)
        finally:
            await self._lock.release()

    async def wait(self) -> None:
        """Waits until it leads."""
        await self._led.wait()

    async def while_leading(self, work: Work) -> None:
        """Does some work for as long as it leads, and again when it leads again."""
        while True:
            await self._led.wait()
            working = asyncio.ensure_future(work())
            losing = asyncio.create_task(self._lost.wait())
            try:
                await asyncio.wait({working, losing}, return_when=asyncio.FIRST_COMPLETED)
                if working.done():
                    working.result()
                    return
            finally:
                losing.cancel()
                working.cancel()
                await asyncio.gather(working, losing, return_exceptions=True)

    async def _lead(self, lock: Lock) -> None:
        logger.info("this replica leads")
        self._lost.clear()
        self._led.set()
        try:
            while await lock.is_held():  # noqa: ASYNC110 - the server tells nobody
                await asyncio.sleep(self._look_s)
        finally:
            self._led.clear()
            self._lost.set()
        logger.warning("this replica no longer leads")


@asynccontextmanager
async def alone(
    made: Callable[[], Lock | None], busy: Callable[[], Exception]
) -> AsyncGenerator[None]:
    """Holds a lock while the block runs; raises the error where another replica holds it."""
    lock = made()
    if lock is not None and not await lock.take():
        raise busy()
    try:
        yield
    finally:
        if lock is not None:
            await lock.release()


# Hears PostgreSQL's notices, on a connection of its own.

_LOOK_AGAIN_S = 0.5
"""Seconds after which a stop is noticed."""
_PAUSE_S = 1.0


class Listening:
    """A thread that passes notices on, and connects again for as long as it takes."""

    def __init__(self, url: URL, notices: Notices) -> None:
        self._url = plain(url)
        self._notices = notices
        self._ends = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """Begins to listen, once."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="notices", daemon=True)
            self._thread.start()

    def end(self) -> None:
        """Ends it; waits for half a second at most."""
        self._ends.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        self._ends.clear()

    def _run(self) -> None:
        while not self._ends.is_set():
            try:
                self._listen()
            except psycopg.Error as error:
                about = {"error": type(error).__name__}
                logger.warning("notices of other replicas are not heard now", extra=about)
                self._ends.wait(_PAUSE_S)

    def _listen(self) -> None:
        with psycopg.connect(
            self._url,
            autocommit=True,
            connect_timeout=CONNECT_S,
            application_name="storewise notices",
        ) as db:
            db.execute(f"LISTEN {CHANNEL}")
            self._notices.ring_all()  # some may have come while nobody listened
            while not self._ends.is_set():
                for notice in db.notifies(timeout=_LOOK_AGAIN_S):
                    self._notices.ring(notice.payload)

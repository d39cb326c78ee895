"""Notices from one transaction to everybody: within this process, or by PostgreSQL's NOTIFY."""

import asyncio
import json
import logging
import threading
from collections.abc import Callable, Generator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import partial
from typing import Generic, TypeVar

from sqlalchemy import Connection, func, select

from adapters.database.engine import is_shared, rung

CHANNEL = "storewise"
"""The name under which PostgreSQL hands them on."""

Call = Callable[[str], None]
"""Told the notice's detail, in any thread."""


def notify(db: Connection, notice: str, detail: str = "") -> None:
    """Gives a notice to every replica, once this transaction is done."""
    said = json.dumps([notice, detail])
    if is_shared(db):
        db.execute(select(func.pg_notify(CHANNEL, said)))
    else:
        rung(db)[said] = None


class Notices:
    """Those who want to hear of notices."""

    def __init__(self) -> None:
        self._alone = threading.Lock()
        self._calls: dict[str, list[Call]] = {}

    def heard(self, notice: str, call: Call) -> None:
        """Has a function called after each transaction that gave a notice."""
        with self._alone:
            self._calls.setdefault(notice, []).append(call)

    def unheard(self, notice: str, call: Call) -> None:
        """Ends that."""
        with self._alone, suppress(ValueError, KeyError):
            self._calls[notice].remove(call)

    @contextmanager
    def waiting(self, notice: str) -> Generator["Waiting"]:
        """Notes the notices that come while the block runs."""
        waiting = Waiting(asyncio.get_running_loop())
        self.heard(notice, waiting.ring)
        try:
            yield waiting
        finally:
            self.unheard(notice, waiting.ring)

    def ring(self, said: str) -> None:
        """Passes a notice on."""
        notice, detail = json.loads(said)
        self._pass_on(notice, detail)

    def ring_all(self) -> None:
        """Has everybody look: notices may have been lost."""
        with self._alone:
            known = list(self._calls)
        for notice in known:
            self._pass_on(notice, "")

    def _pass_on(self, notice: str, detail: str) -> None:
        with self._alone:
            calls = list(self._calls.get(notice, ()))
        for call in calls:
            call(detail)


class Waiting:
    """Waits for the next notice, in one event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._came = asyncio.Event()

    def ring(self, _detail: str) -> None:
        """Ends the wait, from any thread."""
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._came.set)

    async def next(self, timeout_s: float) -> None:
        """Waits for a notice since the last call, or so many seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                await self._came.wait()
        self._came.clear()


# A value of the database that is kept in memory on every replica.

logger = logging.getLogger(__name__)

T = TypeVar("T")


class Followed(Generic[T]):
    """Reads a value at once, in another thread, and again after each notice that it has changed."""

    def __init__(
        self, begin: Callable[[], Future[T]], trouble: Callable[[Exception], Exception]
    ) -> None:
        """`begin` begins to read; `trouble` says an error in this use's words."""
        self._begin = begin
        self._trouble = trouble
        self._alone = threading.Lock()
        self._begun = 0
        self._number = 0
        self._latest = begin()

    @property
    def value(self) -> T:
        """Returns the last value; waits for the first one. Raises this use's error."""
        try:
            return self._latest.result()
        except Exception as error:
            raise self._trouble(error) from error

    async def renew(self) -> None:
        """Reads it again; where that fails, the earlier value stays."""
        await asyncio.gather(asyncio.wrap_future(self._again()), return_exceptions=True)

    def changed(self, _detail: str = "") -> None:
        """Begins to read it again, from any thread."""
        self._again()

    def _again(self) -> Future[T]:
        with self._alone:
            self._begun += 1
            number, reading = self._begun, self._begin()
        reading.add_done_callback(partial(self._read, number))
        return reading

    def _read(self, number: int, reading: Future[T]) -> None:
        if error := reading.exception():
            about = {"error": type(error).__name__}
            logger.warning("a change in the database cannot be read now", extra=about)
            return
        with self._alone:
            # Whatever was begun later has seen every change that this one was begun for.
            if number > self._number:
                self._number, self._latest = number, reading

"""A value of the database that is kept in memory on every replica."""

import asyncio
import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Generic, TypeVar

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

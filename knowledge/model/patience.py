"""Waits patiently for a slow server, and not at all for one that was down a moment ago."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

PATIENCE_S = 8.0
"""Seconds for one call: an answer needs few of them, and has a minute in all."""
REST_S = 10.0
"""Seconds in which nobody waits for a server that is down; then one question tries it."""


class Patience:
    """The patience of all questions with one server."""

    def __init__(
        self,
        patience_s: float = PATIENCE_S,
        rest_s: float = REST_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.seconds = patience_s
        self._rest_s = rest_s
        self._clock = clock
        self._down_until = 0.0
        """0 while the server answers."""

    @asynccontextmanager
    async def waiting(self, *down: type[Exception], times: int = 1) -> AsyncGenerator[None]:
        """Waits `times` as long as for one call. Errors that are `down` are as bad as silence.

        Raises TimeoutError if the server stays silent, at once if it is known to be down.
        """
        now = self._clock()
        if now < self._down_until:
            raise TimeoutError
        if self._down_until:  # the others do not wait with the one that tries
            self._down_until = now + self._rest_s + times * self.seconds
        is_down = False
        try:
            async with asyncio.timeout(times * self.seconds):
                yield
        except Exception as error:
            is_down = isinstance(error, (TimeoutError, *down))
            raise
        finally:
            self._down_until = self._clock() + self._rest_s if is_down else 0.0

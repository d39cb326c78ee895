"""Limits concurrent and waiting requests; others are told to retry later."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from adapters.web.problems import Trouble, later

_COME_BACK_S = 5.0


class Bounded:
    """Lets a few requests work at once and a bounded number wait."""

    def __init__(self, at_once: int = 8, waiting: int = 64) -> None:
        self._slots = asyncio.Semaphore(at_once)
        self._most = at_once + waiting
        self._inside = 0

    @asynccontextmanager
    async def turn(self) -> AsyncGenerator[None]:
        """Waits for a turn. Raises Problem if too many wait already."""
        if self._inside >= self._most:
            text = "Too many requests are waiting. Try again after `Retry-After` seconds."
            raise later(Trouble.BUSY, text, _COME_BACK_S)
        self._inside += 1
        try:
            async with self._slots:
                yield
        finally:
            self._inside -= 1

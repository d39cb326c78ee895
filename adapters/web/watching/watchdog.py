"""Notices when something computes on the event loop, where every request would wait for it."""

import asyncio
import logging
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from types import FrameType

logger = logging.getLogger(__name__)

BLOCK_S = 0.02
"""Seconds of computing at a stretch that count as a block."""
_LOOK_S = 0.005
_TELL_EVERY_S = 60.0
_MOST_FRAMES = 5


@dataclass(slots=True)
class Blocks:
    """What was noticed so far."""

    count: int = 0
    longest_s: float = 0.0
    where: str = ""
    """The functions of the longest one, the innermost first."""


class Watchdog:
    """Looks at the loop's thread every few milliseconds, from a thread of its own.

    Waiting for another thread, or for the processor, is no block: only what the loop's own thread
    computes counts.
    """

    def __init__(self) -> None:
        self.blocks = Blocks()
        self._beats = 0
        self._stopping = threading.Event()
        self._told_at = -_TELL_EVERY_S

    @asynccontextmanager
    async def watching(self) -> AsyncIterator[Blocks]:
        """Watches the running loop while the block runs."""
        clock, ident = time.pthread_getcpuclockid(threading.get_ident()), threading.get_ident()
        looking = threading.Thread(
            target=self._look, args=(clock, ident), name="watchdog", daemon=True
        )
        beating = asyncio.create_task(self._beat())
        looking.start()
        try:
            yield self.blocks
        finally:
            self._stopping.set()
            beating.cancel()
            await asyncio.gather(beating, return_exceptions=True)
            looking.join()

    async def run(self) -> None:
        """Watches until it is cancelled."""
        async with self.watching():
            await asyncio.Event().wait()

    async def _beat(self) -> None:
        while True:
            self._beats += 1
            await asyncio.sleep(_LOOK_S / 2)

    def _look(self, clock: int, ident: int) -> None:
        beats, since, where, began = -1, 0.0, "", 0.0
        while not self._stopping.wait(_LOOK_S):
            now = time.clock_gettime(clock)
            if beats != self._beats:
                self._note(since, where)
                beats, since, where, began = self._beats, 0.0, "", now
                continue
            since = now - began
            if since > BLOCK_S and not where:
                where = " < ".join(_names(sys._current_frames().get(ident)))
        self._note(since, where)

    def _note(self, seconds: float, where: str) -> None:
        if seconds <= BLOCK_S:
            return
        self.blocks.count += 1
        if seconds > self.blocks.longest_s:
            self.blocks.longest_s, self.blocks.where = seconds, where
        if time.monotonic() - self._told_at >= _TELL_EVERY_S:
            self._told_at = time.monotonic()
            about = {"ms": round(seconds * 1000), "count": self.blocks.count, "where": where}
            logger.warning("the event loop was held up", extra=about)


def _names(frame: FrameType | None) -> Iterator[str]:
    """The innermost functions of a stack, without asyncio's own."""
    count = 0
    while frame is not None and count < _MOST_FRAMES:
        module = frame.f_globals.get("__name__", "")
        if not module.startswith(("asyncio", "selectors", "threading")):
            yield f"{module}.{frame.f_code.co_name}"
            count += 1
        frame = frame.f_back

"""Notices when something computes on the event loop, where every request would wait for it."""

import asyncio
import logging
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from types import FrameType

from adapters.web.edge import wordless
from bot.model.health import Check, Trouble

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


# The checks behind /readyz: each with a time limit, and asked once for all probes at a time.

LIMIT_S = 3.0
"""For one check; the tool that asks for /readyz gives up after 5 to 10 s."""
SLOW = "timeout"
"""The reason of a check that does not end in time."""
_HANGS = "It does not answer: check the disk, the network or the server that it needs."
_BUG = "The check itself failed: see the log."


class Watched:
    """A check that never hangs and never runs twice at a time."""

    def __init__(self, check: Check, kept_s: float = 0.0) -> None:
        """Uses a result for `kept_s` seconds, so that frequent probes cost nothing."""
        self._check = check
        self._kept_s = kept_s
        self._running: asyncio.Task[Trouble | None] | None = None
        self._ended_at = 0.0

    async def __call__(self) -> Trouble | None:
        """Returns why it does not work; None if it does."""
        running = self._running
        if running is None or (running.done() and self._is_old()):
            running = self._running = asyncio.create_task(self._run())
        # A thread that hangs cannot be cancelled: the next probe waits for the same one.
        done, _ = await asyncio.wait({running}, timeout=LIMIT_S)
        return running.result() if done else Trouble(SLOW, _HANGS)

    def _is_old(self) -> bool:
        return time.monotonic() - self._ended_at >= self._kept_s

    async def _run(self) -> Trouble | None:
        try:
            return await self._check()
        except Exception as error:  # the edge: a bug in a check must not hide the other checks
            logger.exception("a bug stopped a check", exc_info=wordless(error))
            return Trouble("check_failed", _BUG)
        finally:
            self._ended_at = time.monotonic()


async def troubles(checks: Mapping[str, Watched]) -> dict[str, Trouble]:
    """Asks all checks at the same time; returns those that found something."""
    found = await asyncio.gather(*(check() for check in checks.values()))
    return {name: one for name, one in zip(checks, found, strict=True) if one is not None}

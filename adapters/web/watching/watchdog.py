"""Notices when something computes on the event loop, where every request would wait for it."""

import asyncio
import logging
import selectors
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import FrameType

from adapters.web.edge import wordless
from bot.model.health import Check, Trouble

logger = logging.getLogger(__name__)

BLOCK_S = 0.02
"""Seconds of computing at a stretch that count as a block."""
_LOOK_AFTER_S, _LOOK_EVERY_S = 0.05, 0.5
_TELL_EVERY_S = 60.0
_MOST_FRAMES = 5


@dataclass(slots=True)
class Blocks:
    """What was noticed so far."""

    count: int = 0
    longest_s: float = 0.0
    where: str = ""
    """The functions of the longest one that was looked at, the innermost first."""


class _Stretches(selectors.DefaultSelector):
    """Waits for the loop, and so knows how long it computes between two waits.

    Waiting for another thread, or for the processor, is no computing.
    """

    def __init__(self, ended: Callable[[int, float], None]) -> None:
        super().__init__()
        self._ended = ended
        self.number = 0
        self.began_at: float | None = None
        """Of the loop's thread, in its seconds of the processor; None while it waits."""
        self.begun = threading.Event()
        """Set by each stretch, so that nobody looks while there is none."""

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Ends a stretch, waits, and begins the next."""
        if self.began_at is not None:
            self._ended(self.number, time.thread_time() - self.began_at)
        self.began_at = None
        found = super().select(timeout)
        self.number += 1
        self.began_at = time.thread_time()
        if not self.begun.is_set():
            self.begun.set()
        return found


class Watchdog:
    """Measures every stretch of computing of a loop that it made, and costs nothing while it waits.

    A thread looks twice a second at most which functions a long stretch is in.
    """

    def __init__(self) -> None:
        self.blocks = Blocks()
        self._stretches: _Stretches | None = None
        self._seen = 0, ""
        """The number of the last long stretch that was looked at, and its functions."""
        self._stopping = threading.Event()
        self._told_at = -_TELL_EVERY_S

    def new_loop(self) -> asyncio.AbstractEventLoop:
        """Makes a loop that it watches; on Windows one that it does not."""
        if sys.platform == "win32":
            return asyncio.new_event_loop()
        self._stretches = _Stretches(self._note)
        return asyncio.SelectorEventLoop(self._stretches)

    async def run(self) -> None:
        """Looks where the running loop computes, until it is cancelled."""
        if self._stretches is None:
            return
        stretches, ident = self._stretches, threading.get_ident()
        looking = threading.Thread(
            target=self._look, args=(stretches, ident), name="watchdog", daemon=True
        )
        looking.start()
        try:
            await asyncio.Event().wait()
        finally:
            self._stopping.set()
            stretches.begun.set()
            looking.join()

    def _look(self, stretches: _Stretches, ident: int) -> None:
        clock = time.pthread_getcpuclockid(ident)
        while stretches.begun.wait() and not self._stopping.wait(_LOOK_AFTER_S):
            number, began_at = stretches.number, stretches.began_at
            if began_at is not None and time.clock_gettime(clock) - began_at > BLOCK_S:
                self._seen = number, " < ".join(_names(sys._current_frames().get(ident)))
            if self._stopping.wait(_LOOK_EVERY_S - _LOOK_AFTER_S):
                return
            stretches.begun.clear()
            if stretches.began_at is not None:  # this one goes on
                stretches.begun.set()

    def _note(self, number: int, seconds: float) -> None:
        if seconds <= BLOCK_S:
            return
        seen, names = self._seen
        where = names if seen == number else ""
        self.blocks.count += 1
        if seconds > self.blocks.longest_s:
            self.blocks.longest_s, self.blocks.where = seconds, where or self.blocks.where
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

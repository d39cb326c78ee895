"""The checks behind /readyz: each with a time limit, and asked once for all probes at a time."""

import asyncio
import logging
import time
from collections.abc import Mapping

from adapters.web.edge import wordless
from bot.model.health import Check, Trouble

logger = logging.getLogger(__name__)

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

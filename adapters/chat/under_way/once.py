"""Lets each event and each click through once, whichever replica it comes to."""

import asyncio
import hashlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.model.errors import RecordsError
from bot.ports import ShortLived

logger = logging.getLogger(__name__)

T = TypeVar("T")

_PATIENCE_S = 1.0
"""Seconds; Slack waits three for an acknowledgement."""
KEEP_S = 15 * 60.0
"""Seconds; Slack's last retry comes six minutes after the first try."""
TWICE_S = 5.0
"""Seconds; two clicks of a person on one button within this time count as one."""
_ALONE = "an event is recognised by this replica alone"


class Once:
    """Asks the database what other replicas have let through; while it is away, each asks itself.

    For what the inbox does not know: it recognises questions by itself.
    """

    def __init__(self, shared: ShortLived, kind: str, keep_s: float = KEEP_S) -> None:
        """The same key of another `kind` is another event."""
        self._here = SeenEvents(keep_s)
        self._shared = shared
        self._kind = kind
        self._keep_s = keep_s

    async def first(self, key: str) -> bool:
        """Claims a key; False if it was claimed before."""
        if not self._here.first(key):
            return False
        if not self._shared.shared:
            return True
        claimed = self._shared.claim(self._named(key), self._keep_s)
        return await soon(claimed, otherwise=True, says=_ALONE)

    async def forget(self, key: str) -> None:
        """Allows a key to be claimed again."""
        self._here.forget(key)
        if self._shared.shared:
            await soon(self._shared.forget(self._named(key)), None, _ALONE)

    def _named(self, key: str) -> str:
        return f"{self._kind} {hashed(key)}"


class SeenEvents:
    """Remembers keys for a while; only the first claim of a key succeeds."""

    def __init__(
        self,
        keep_s: float = KEEP_S,
        at_most: int = 20_000,  # Slack sends a team's app at most 7,500 events in that time
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._keep_s = keep_s
        self._at_most = at_most
        self._clock = clock
        self._until: dict[str, float] = {}

    def first(self, key: str) -> bool:
        """Claims a key; False if it was claimed before."""
        now = self._clock()
        if self._until.get(key, now) > now:
            return False
        self._make_room(now)
        self._until.pop(key, None)  # keeps the newest last
        self._until[key] = now + self._keep_s
        return True

    def has(self, key: str) -> bool:
        """Whether a key is claimed."""
        return self._until.get(key, 0.0) > self._clock()

    def forget(self, key: str) -> None:
        """Allows a key to be claimed again."""
        self._until.pop(key, None)

    def _make_room(self, now: float) -> None:
        while self._until:
            oldest = next(iter(self._until))
            if self._until[oldest] > now and len(self._until) < self._at_most:
                return
            del self._until[oldest]


async def soon(asked: Awaitable[T], otherwise: T, says: str) -> T:
    """Returns what the database says; if it does not in time, something else, and logs a line."""
    try:
        async with asyncio.timeout(_PATIENCE_S):
            return await asked
    except (RecordsError, TimeoutError) as error:
        about = {"error": type(error).__name__, "cure": str(error) or "is the database overloaded?"}
        logger.warning(says, extra=about)
        return otherwise


def hashed(key: str) -> str:
    """Returns a key of the same length for any other, without what somebody wrote."""
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()

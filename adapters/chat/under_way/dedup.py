"""Remembers handled messages, so that none is answered twice."""

import time
from collections.abc import Callable

KEEP_S = 15 * 60.0
"""Seconds; Slack's last retry comes six minutes after the first try."""
TWICE_S = 5.0
"""Seconds; two clicks of a person on one button within this time count as one."""


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

"""What was already taken on, so that no message is answered twice."""

import time
from collections.abc import Callable

TWICE_S = 5.0
"""Two clicks of a person on the same button within this time are one."""


class Seen:
    """Remembers keys for a while; only the first to claim a key may go on."""

    def __init__(
        self,
        keep_s: float = 15 * 60,  # Slack's last retry comes six minutes after the first try
        at_most: int = 20_000,  # Slack sends a team's app at most 7,500 events in that time
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._keep_s = keep_s
        self._at_most = at_most
        self._clock = clock
        self._until: dict[str, float] = {}

    def first(self, key: str) -> bool:
        """Claim a key; False when somebody did before."""
        now = self._clock()
        if self._until.get(key, now) > now:
            return False
        self._make_room(now)
        self._until.pop(key, None)  # so that the newest stands last
        self._until[key] = now + self._keep_s
        return True

    def forget(self, key: str) -> None:
        """Let a key be claimed again."""
        self._until.pop(key, None)

    def _make_room(self, now: float) -> None:
        while self._until:
            oldest = next(iter(self._until))
            if self._until[oldest] > now and len(self._until) < self._at_most:
                return
            del self._until[oldest]

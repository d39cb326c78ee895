"""Counts the replies that no platform took, and tells administrators of them."""

import time
from collections import Counter
from collections.abc import Callable

from bot.model.health import Trouble

SHOWN_S = 600.0
"""Seconds for which a lost reply is a trouble: long enough for each look."""
_NO_FAULT = "othing to do."


class GivenUp:
    """The replies that were given up since the start, whichever platform took none of them."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.counts: Counter[str] = Counter()
        """By platform."""
        self._last: tuple[float, Trouble] | None = None

    def note(self, platform: str, reason: str, cure: str) -> None:
        """Counts a reply. If its person wants none, such as after a block, that is no trouble."""
        self.counts[platform] += 1
        if not cure.endswith(_NO_FAULT):
            self._last = self._clock(), Trouble(reason, cure)

    async def trouble(self) -> Trouble | None:
        """Why a reply was given up in the last minutes; None if none was."""
        if self._last is None or self._clock() - self._last[0] >= SHOWN_S:
            return None
        return self._last[1]

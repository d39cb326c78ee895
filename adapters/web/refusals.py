"""Counts refused requests and logs them at a limited rate, with what an operator can do."""

import logging
import time
from collections import Counter
from collections.abc import Callable

logger = logging.getLogger(__name__)

_PAUSE_S = 60.0
"""Between two lines of one kind: a wrong secret refuses every request, and scanners come often."""


class Refusals:
    """Counts refusals of one endpoint by their reason."""

    def __init__(self, endpoint: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._endpoint = endpoint
        self._clock = clock
        self._counts: Counter[str] = Counter()
        self._logged_at: dict[str, float] = {}

    def count(self, reason: str, cure: str, level: int = logging.WARNING) -> None:
        """Counts a refusal; logs the first one, then the sum once a minute."""
        self._counts[reason] += 1
        now = self._clock()
        logged_at = self._logged_at.get(reason)
        if logged_at is not None and now - logged_at < _PAUSE_S:
            return
        self._logged_at[reason] = now
        about = {
            "endpoint": self._endpoint,
            "reason": reason,
            "cure": cure,
            "refused_so_far": self._counts[reason],
        }
        logger.log(level, "requests were refused", extra=about)

"""Remembers which channel each person has open beside the agent view; in memory only."""

import time
from collections.abc import Callable

_KEEP_S = 30 * 60.0
"""Seconds; Slack tells of each change, but not of an app that was closed on another device."""
_AT_MOST = 10_000


class OpenChannels:
    """The channel that each person has open, as Slack last said."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._open: dict[tuple[str, str], tuple[float, str]] = {}

    def opened(self, workspace: str, user: str, channel: str) -> None:
        """Notes the channel that a person has open; "" if none is."""
        self._open.pop((workspace, user), None)
        if not (channel and user):
            return
        if len(self._open) >= _AT_MOST:
            del self._open[next(iter(self._open))]
        self._open[workspace, user] = (self._clock() + _KEEP_S, channel)

    def of(self, workspace: str, user: str) -> str:
        """Returns the channel that a person has open; "" if none is known."""
        until, channel = self._open.get((workspace, user), (0.0, ""))
        return channel if until > self._clock() else ""

"""Remembers for half an hour which channel each person has open beside the agent view."""

import time
from collections.abc import Callable

from adapters.chat.under_way.once import hashed, soon
from bot.ports import ShortLived

_KEEP_S = 30 * 60.0
"""Seconds; Slack tells of each change, but not of an app that was closed on another device."""
_AT_MOST = 10_000
_ALONE = "an open channel is known by this replica alone"


class OpenChannels:
    """The channel that each person has open, as Slack last told any replica.

    A server alone keeps it in memory only, and so does a replica while the database is away.
    """

    def __init__(
        self, short_lived: ShortLived, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._shared = short_lived
        self._clock = clock
        self._open: dict[tuple[str, str], tuple[float, str]] = {}

    async def opened(self, workspace: str, user: str, channel: str) -> None:
        """Notes the channel that a person has open; "" if none is."""
        self._note(workspace, user, channel)
        if user and self._shared.shared:
            await soon(self._shared.keep(_key(workspace, user), channel, _KEEP_S), None, _ALONE)

    async def of(self, workspace: str, user: str) -> str:
        """Returns the channel that a person has open; "" if none is known."""
        until, channel = self._open.get((workspace, user), (0.0, ""))
        here = channel if until > self._clock() else ""
        if not self._shared.shared:
            return here
        return await soon(self._shared.find(_key(workspace, user)), here, _ALONE) or ""

    def _note(self, workspace: str, user: str, channel: str) -> None:
        self._open.pop((workspace, user), None)
        if not (channel and user):
            return
        if len(self._open) >= _AT_MOST:
            del self._open[next(iter(self._open))]
        self._open[workspace, user] = (self._clock() + _KEEP_S, channel)


def _key(workspace: str, user: str) -> str:
    return f"open channel {hashed(f'{workspace} {user}')}"

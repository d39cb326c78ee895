"""Remembers for half an hour which channel each person has open beside the agent view."""

import asyncio
import hashlib
import logging
import time
from collections.abc import Callable

from bot.model.errors import RecordsError
from bot.ports import ShortLived

logger = logging.getLogger(__name__)

_KEEP_S = 30 * 60.0
"""Seconds; Slack tells of each change, but not of an app that was closed on another device."""
_AT_MOST = 10_000
_PATIENCE_S = 1.0
"""Seconds to wait for the database: Slack waits for the acknowledgement."""


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
        if not (user and self._shared.shared):
            return
        try:
            async with asyncio.timeout(_PATIENCE_S):
                await self._shared.keep(_key(workspace, user), channel, _KEEP_S)
        except (RecordsError, TimeoutError) as error:
            _away(error)

    async def of(self, workspace: str, user: str) -> str:
        """Returns the channel that a person has open; "" if none is known."""
        if self._shared.shared:
            try:
                async with asyncio.timeout(_PATIENCE_S):
                    return await self._shared.find(_key(workspace, user)) or ""
            except (RecordsError, TimeoutError) as error:
                _away(error)
        until, channel = self._open.get((workspace, user), (0.0, ""))
        return channel if until > self._clock() else ""

    def _note(self, workspace: str, user: str, channel: str) -> None:
        self._open.pop((workspace, user), None)
        if not (channel and user):
            return
        if len(self._open) >= _AT_MOST:
            del self._open[next(iter(self._open))]
        self._open[workspace, user] = (self._clock() + _KEEP_S, channel)


def _key(workspace: str, user: str) -> str:
    person = f"{workspace} {user}".encode("utf-8", "replace")
    return f"open channel {hashlib.sha256(person).hexdigest()}"


def _away(error: Exception) -> None:
    about = {"error": type(error).__name__, "cure": str(error) or "is the database overloaded?"}
    logger.warning("an open channel is known by this replica alone", extra=about)

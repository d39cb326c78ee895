"""Lets each event and each click through once, whichever replica it comes to."""

import hashlib
import logging
from asyncio import timeout

from adapters.chat.under_way.dedup import KEEP_S, SeenEvents
from bot.model.errors import RecordsError
from bot.ports import ShortLived

logger = logging.getLogger(__name__)

_PATIENCE_S = 1.0
"""Seconds to wait for the database: a person waits for the answer."""


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
        try:
            async with timeout(_PATIENCE_S):
                return await self._shared.claim(self._named(key), self._keep_s)
        except (RecordsError, TimeoutError) as error:
            _away(error)
            return True

    async def forget(self, key: str) -> None:
        """Allows a key to be claimed again."""
        self._here.forget(key)
        if not self._shared.shared:
            return
        try:
            async with timeout(_PATIENCE_S):
                await self._shared.forget(self._named(key))
        except (RecordsError, TimeoutError) as error:
            _away(error)

    def _named(self, key: str) -> str:
        # A key may hold what somebody wrote.
        return f"{self._kind} {hashlib.sha256(key.encode('utf-8', 'replace')).hexdigest()}"


def _away(error: Exception) -> None:
    about = {"error": type(error).__name__, "cure": str(error) or "is the database overloaded?"}
    logger.warning("an event is recognised by this replica alone", extra=about)

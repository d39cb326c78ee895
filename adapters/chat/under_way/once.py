"""Lets each event and each click through once, whichever replica it comes to."""

from adapters.chat.under_way.dedup import KEEP_S, SeenEvents
from adapters.chat.under_way.soon import hashed, soon
from bot.ports import ShortLived

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

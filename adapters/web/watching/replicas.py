"""Lets one replica tell administrators of a trouble, whichever notices it first."""

import asyncio
import logging
import socket
import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from adapters.web.watching.notices import MOST_AN_HOUR, QUIET_S, News
from bot.model.errors import RecordsError
from bot.model.health import Trouble
from bot.ports import ShortLived

logger = logging.getLogger(__name__)

_TELLING_S = 120.0
"""Seconds that a replica has to tell administrators; then another may try."""
_HOUR_S = 3600.0
_PATIENCE_S = 3.0
_OWN = frozenset({"disk", "data_folder"})
"""Parts that each replica has for itself."""


class AmongReplicas:
    """Agrees by keys in the database that last for minutes.

    A trouble is told once by its part and reason, and works again once no replica has noticed it
    for QUIET_S: each that notices it renews the keys. Whoever claims to tell something and dies
    leaves it to another after _TELLING_S. While the database is away, each tells for itself what
    lasts for QUIET_S.
    """

    def __init__(
        self,
        shared: ShortLived,
        name: str | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`name` is this replica's, as administrators know it: that of its machine."""
        self._shared = shared
        self._name = name or socket.gethostname()
        self._clock = clock
        self._known: dict[str, str] = {}
        """The parts told as broken, each with the reason that was told."""
        self._slot: str | None = None
        self._away_since: float | None = None

    async def shared_out(self, troubles: Mapping[str, Trouble], news: News) -> tuple[News, News]:
        """Returns what this replica is to tell, and what another one has told."""
        try:
            async with asyncio.timeout(_PATIENCE_S):
                await self._renew(troubles)
                mine, theirs = await self._divided(news)
        except (RecordsError, TimeoutError) as error:
            return self._alone(news, error), News()
        self._away_since = None
        self._note(theirs)
        broken = {name: self._signed(one) for name, one in mine.broken.items()}
        return replace(mine, broken=broken), theirs

    async def told(self, news: News) -> None:
        """Lets the others know that somebody was told."""
        self._note(news)
        self._slot = None
        try:
            async with asyncio.timeout(_PATIENCE_S):
                for name, one in news.broken.items():
                    await self._keep_broken(name, one.reason)
                for name in news.working:
                    await self._shared.keep(self._works(name), "", QUIET_S)
        except (RecordsError, TimeoutError) as error:
            _log(error)

    async def untold(self, news: News) -> None:
        """Leaves the news to the others: nobody was reached from here."""
        slot, self._slot = self._slot, None
        keys = [self._told(name, one.reason) for name, one in news.broken.items()]
        claims = [f"telling {key}" for key in (*keys, *map(self._works, news.working))]
        try:
            async with asyncio.timeout(_PATIENCE_S):
                for key in (*claims, *([slot] if slot else [])):
                    await self._shared.forget(key)
        except (RecordsError, TimeoutError) as error:
            _log(error)

    async def _renew(self, troubles: Mapping[str, Trouble]) -> None:
        for name, reason in self._known.items():
            if name in troubles:
                await self._keep_broken(name, reason)

    async def _keep_broken(self, name: str, reason: str) -> None:
        await self._shared.keep(self._told(name, reason), "", QUIET_S)
        await self._shared.keep(self._broken(name), "", QUIET_S)

    async def _divided(self, news: News) -> tuple[News, News]:
        if not news:
            return News(), News()
        slot = await self._free_slot()
        broken = {
            name: await self._is_ours(self._told(name, one.reason), slot)
            for name, one in news.broken.items()
        }
        working = {
            name: await self._is_ours(self._works(name), slot)
            for name in news.working
            if await self._shared.find(self._broken(name)) is None  # no replica notices it
        }
        ours, theirs = (
            News(
                {name: one for name, one in news.broken.items() if broken[name] is mine},
                tuple(name for name, whose in working.items() if whose is mine),
            )
            for mine in (True, False)
        )
        if ours and slot:
            await self._shared.keep(slot, "", _HOUR_S)
            self._slot = slot
        return ours, theirs

    async def _is_ours(self, key: str, slot: str | None) -> bool | None:
        """Whether to tell it here; False if it was told, None while another replica may."""
        if await self._shared.find(key) is not None:
            return False
        is_claimed = slot and await self._shared.claim(f"telling {key}", _TELLING_S)
        return True if is_claimed else None

    async def _free_slot(self) -> str | None:
        """One of the messages of an hour; two replicas that tell at once may take the same."""
        for number in range(MOST_AN_HOUR):
            slot = f"notice {number}"
            if await self._shared.find(slot) is None:
                return slot
        return None

    def _alone(self, news: News, error: Exception) -> News:
        _log(error)
        now = self._clock()
        if self._away_since is None:
            self._away_since = now
        return news if now - self._away_since >= QUIET_S else News()

    def _note(self, news: News) -> None:
        self._known |= {name: one.reason for name, one in news.broken.items()}
        for name in news.working:
            self._known.pop(name, None)

    def _signed(self, one: Trouble) -> Trouble:
        return replace(one, cure=f"{one.cure} Noticed by {self._name}.")

    def _told(self, name: str, reason: str) -> str:
        return f"trouble told {self._whose(name)} {reason}"

    def _broken(self, name: str) -> str:
        return f"trouble {self._whose(name)}"

    def _works(self, name: str) -> str:
        return f"works again {self._whose(name)}"

    def _whose(self, name: str) -> str:
        return f"{name} {self._name}" if name in _OWN else name


def _log(error: Exception) -> None:
    about = {"error": type(error).__name__, "cure": str(error) or "is the database overloaded?"}
    logger.warning("administrators are told by this replica alone", extra=about)

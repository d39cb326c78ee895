"""Tells administrators in chat what does not work: once for each part, until it works again."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

from adapters.web.edge import wordless
from bot import texts
from bot.model.health import Trouble
from knowledge.model.documents import Language

logger = logging.getLogger(__name__)

_LOOK_S = 30.0
QUIET_S = 300.0
"""Seconds that a part has to work before it is said to; a flapping one is told once."""
_PASSING = frozenset({"starting", "indexing"})
"""Reasons that every start has for a while."""


@dataclass(frozen=True, slots=True)
class News:
    """What administrators do not know yet."""

    broken: Mapping[str, Trouble] = field(default_factory=dict)
    """By the name of the part, as in /readyz."""
    working: tuple[str, ...] = ()
    """Parts that were told as broken and work again."""

    def __bool__(self) -> bool:
        return bool(self.broken or self.working)


Tell = Callable[[News], Awaitable[None]]
"""Tells the administrators of one platform."""


async def keep_told(
    troubles: Callable[[], Awaitable[Mapping[str, Trouble]]],
    tells: Sequence[Tell],
    look_s: float = _LOOK_S,
) -> None:
    """Looks now and then, and tells what is new, until it is cancelled."""
    notices = HealthNotices()
    while True:
        await asyncio.sleep(look_s)
        news = notices.news(await troubles())
        for tell in tells if news else ():
            try:
                await tell(news)
            except Exception as error:  # the adapter's edge
                logger.exception("administrators were not told", exc_info=wordless(error))


class HealthNotices:
    """Remembers what was told."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._told: dict[str, float | None] = {}
        """The parts that were told as broken, with the time since when they work."""

    def news(self, troubles: Mapping[str, Trouble]) -> News:
        """Returns what to tell, given all that does not work now; remembers it as told."""
        now = self._clock()
        lasting = {name: one for name, one in troubles.items() if one.reason not in _PASSING}
        broken = {name: one for name, one in lasting.items() if name not in self._told}
        for name in lasting:
            self._told[name] = None
        working = []
        for name, since in list(self._told.items()):
            if name in lasting:
                continue
            if since is None:
                self._told[name] = now
            elif now - since >= QUIET_S:
                working.append(name)
                del self._told[name]
        return News(broken, tuple(working))


def words_of(news: News, language: Language) -> str:
    """Returns the message to administrators, with the cure of each trouble."""
    lines = []
    if news.broken:
        lines.append(texts.DEGRADED[language])
        lines += [
            f"- {_part(name, language)} ({one.reason}): {one.cure}"
            for name, one in news.broken.items()
        ]
    if news.working:
        parts = ", ".join(_part(name, language) for name in news.working)
        lines.append(texts.WORKS_AGAIN[language].format(parts=parts))
    return "\n".join(lines)


def _part(name: str, language: Language) -> str:
    known = texts.PARTS.get(name)
    return known[language] if known else name

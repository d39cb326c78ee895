"""Tells administrators in chat what does not work: once for each part, until it works again."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Protocol

from adapters.web.edge import wordless
from adapters.web.watching.watchdog import SLOW
from bot import texts
from bot.model.days import Weekly
from bot.model.errors import BotError
from bot.model.health import Trouble
from knowledge.model.documents import Language
from knowledge.model.errors import KnowledgeError

logger = logging.getLogger(__name__)

_LOOK_S = 30.0
QUIET_S = 300.0
"""Seconds that a part has to work before it is said to; also between two tries to tell."""
BUSY_S = 120.0
"""Seconds that a check may be too slow: a machine that starts, or reads documents, is busy."""
MOST_AN_HOUR = 4
"""Messages; what is new beyond them is told later, if it is still so."""
_HOUR_S = 3600.0
_PASSING = frozenset({"starting", "indexing"})
"""Reasons that every start has for a while: neither broken nor working."""


@dataclass(frozen=True, slots=True)
class News:
    """What administrators do not know yet."""

    broken: Mapping[str, Trouble] = field(default_factory=dict)
    """By the name of the part, as in /readyz."""
    working: tuple[str, ...] = ()
    """Parts that were told as broken and work again."""

    def __bool__(self) -> bool:
        return bool(self.broken or self.working)


Words = Callable[[Language], str]
"""A message in either language."""
Tell = Callable[[Words], Awaitable[bool]]
"""Tells the administrators of one platform; False if none of them was reached."""


class Replicas(Protocol):
    """Agrees with other replicas on who tells administrators what."""

    async def shared_out(self, troubles: Mapping[str, Trouble], news: News) -> tuple[News, News]:
        """Returns what this replica is to tell, and what another one has told."""
        ...

    async def told(self, news: News) -> None:
        """Lets the others know that somebody was told."""
        ...

    async def untold(self, news: News) -> None:
        """Leaves the news to the others: nobody was reached from here."""
        ...


class NoReplicas:
    """A server without others tells everything itself."""

    async def shared_out(self, troubles: Mapping[str, Trouble], news: News) -> tuple[News, News]:
        """Returns all as this server's."""
        return news, News()

    async def told(self, news: News) -> None:
        """Nobody else has to know."""

    async def untold(self, news: News) -> None:
        """Nobody else can tell it."""


async def keep_told(
    troubles: Callable[[], Awaitable[Mapping[str, Trouble]]],
    tells: Sequence[Tell],
    look_s: float = _LOOK_S,
    replicas: Replicas | None = None,
) -> None:
    """Looks now and then, and tells what is new, until it is cancelled."""
    notices, replicas = HealthNotices(), replicas or NoReplicas()
    while True:
        await asyncio.sleep(look_s)
        await tell_new(await troubles(), notices, tells, replicas)


async def tell_new(
    troubles: Mapping[str, Trouble],
    notices: "HealthNotices",
    tells: Sequence[Tell],
    replicas: Replicas,
) -> None:
    """Tells what is new of all that does not work now, unless another replica does."""
    news, theirs = await replicas.shared_out(troubles, notices.news(troubles))
    notices.known(theirs)
    if not news:
        return
    words = partial(words_of, news)
    if await any_reached(tell(words) for tell in tells):
        notices.told(news)
        await replicas.told(news)
    else:
        notices.untold()
        await replicas.untold(news)
        parts = [*news.broken, *news.working]
        logger.warning("no administrator could be told", extra={"parts": parts})


async def _always(_: datetime) -> bool:
    return True


async def tell_weekly(
    when: Weekly,
    made: Callable[[], Awaitable[Words | None]],
    tells: Sequence[Tell],
    now: Callable[[], datetime],
    look_s: float = _LOOK_S,
    is_ours: Callable[[datetime], Awaitable[bool]] = _always,
) -> None:
    """Tells what is made at a day and time of each week, until it is cancelled; None is not told.

    `now` is the time in the store. A server that is down then tells nothing of that week. Of
    several replicas only the one whose message it is tells it.
    """
    next_at = when.after(now())
    while True:
        await asyncio.sleep(look_s)
        if now() < next_at:
            continue
        due, next_at = next_at, when.after(now())
        try:
            words = await made() if await is_ours(due) else None
        except (BotError, KnowledgeError) as error:
            logger.warning("no digest", exc_info=wordless(error))
            continue
        if words is not None and not await any_reached(tell(words) for tell in tells):
            logger.warning("nobody could be told of the week")


async def any_reached(tries: Iterable[Awaitable[bool]]) -> bool:
    """Whether anybody is reached; a bug at one of them keeps none of the others."""
    reached = False
    for one in tries:
        try:
            reached |= await one
        except Exception as error:  # the adapter's edge
            logger.exception("an administrator was not told", exc_info=wordless(error))
    return reached


class HealthNotices:
    """Remembers what was told."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._told: dict[str, float | None] = {}
        """The parts that were told as broken, with the time since when they work."""
        self._sent: deque[float] = deque(maxlen=MOST_AN_HOUR)
        self._next_try = 0.0
        self._slow_since: dict[str, float] = {}
        """The parts whose check does not end in time, with the time since when."""

    def news(self, troubles: Mapping[str, Trouble]) -> News:
        """Returns what to tell, given all that does not work now."""
        now = self._clock()
        slow = [name for name, one in troubles.items() if one.reason == SLOW]
        self._slow_since = {name: self._slow_since.get(name, now) for name in slow}
        for name, since in self._told.items():
            self._told[name] = None if name in troubles else now if since is None else since
        if now < self._next_try or self._is_enough(now):
            return News()
        passing = {name for name, since in self._slow_since.items() if now - since < BUSY_S}
        lasting = {
            name: one
            for name, one in troubles.items()
            if one.reason not in _PASSING and name not in passing
        }
        broken = {name: one for name, one in lasting.items() if name not in self._told}
        working = (
            name
            for name, since in self._told.items()
            if since is not None and now - since >= QUIET_S
        )
        return News(broken, tuple(working))

    def told(self, news: News) -> None:
        """Remembers what somebody was told from here."""
        self._sent.append(self._clock())
        self.known(news)

    def known(self, news: News) -> None:
        """Remembers what somebody was told, wherever from."""
        self._told |= dict.fromkeys(news.broken)
        for name in news.working:
            del self._told[name]

    def untold(self) -> None:
        """Leaves the next try for later: nobody was reached."""
        self._next_try = self._clock() + QUIET_S

    def _is_enough(self, now: float) -> bool:
        return len(self._sent) == MOST_AN_HOUR and now - self._sent[0] < _HOUR_S


def words_of(news: News, language: Language) -> str:
    """Returns the message to administrators: what staff notice, and the cure of each trouble."""
    lines = []
    if news.broken:
        lines.append(texts.DEGRADED[language])
        lines += [_line(name, one, language) for name, one in news.broken.items()]
    if news.working:
        parts = ", ".join(_part(name, language) for name in news.working)
        lines.append(texts.WORKS_AGAIN[language].format(parts=parts))
    return "\n".join(lines)


def _line(name: str, trouble: Trouble, language: Language) -> str:
    noticed = texts.NOTICED.get(name)
    said = _part(name, language) + (f": {noticed[language]}" if noticed else "")
    # The cure is the one of the log and /readyz: English, for whoever runs the server.
    cure = f"{name}, {trouble.reason}: {trouble.cure}"
    return f"- {said} {texts.CURE[language].format(cure=cure)}"


def _part(name: str, language: Language) -> str:
    known = texts.PARTS.get(name)
    return known[language] if known else name

"""Limits the messages of a person, of a channel and of a program per minute.

Every platform counts a message before any work on it, so that nobody can make others wait.
"""

import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot import texts
from bot.model import Message, Reply
from bot.model.kept import person_of
from bot.ports import Counts
from bot.texts import Text
from knowledge.language.terms import language_of

logger = logging.getLogger(__name__)

Tell = Callable[[Reply], Awaitable[object]]
"""Shows a reply privately to the sender."""

_MINUTE_S = 60.0
_MOST_KEYS = 20_000
"""People or channels that are counted at once; the oldest count is dropped first."""


@dataclass(frozen=True, slots=True)
class TurnedAway:
    """A message over the limit."""

    reply: Reply | None
    """The reply to send; None if the person got it already."""


class Limits:
    """Rejects messages above a number a minute; 0 is no limit."""

    def __init__(
        self,
        per_person: int = 0,
        per_channel: int = 0,
        searches: int = 0,
        clock: Callable[[], float] = time.monotonic,
        programs: int = 0,
        counts: Counts | None = None,
    ) -> None:
        """Takes the numbers allowed a minute.

        Searches while a person types come with every word, so they have their own limit. Each
        program with a key is counted alone. `counts` may be those of several replicas.
        """
        self._per_person = per_person
        self._per_channel = per_channel
        self._a_search = searches
        self._per_program = programs
        self._counts = counts or MemoryCounts(clock)

    async def turned_away(
        self, message: Message, channel: str, *, overheard: bool = False
    ) -> TurnedAway | None:
        """Counts a message. None if accepted; else a reply, at most once a minute for each person.

        `channel` may also be a direct chat, or empty. An `overheard` message did not address the
        bot and gets no reply.
        """
        person = person_of(message)
        place = f"{message.platform}:{message.workspace_id}:{channel}" if channel else ""
        of_person, of_place = f"person {person}", f"channel {place}"
        if (left_s := await self._counted(of_person, self._per_person)) is not None:
            key, what, said = of_person, "person", texts.MANY_OF_PERSON
        elif place and (left_s := await self._counted(of_place, self._per_channel)) is not None:
            key, what, said = of_place, "channel", texts.MANY_OF_CHANNEL
        else:
            return None
        about = {"trace_id": message.trace_id, "platform": message.platform, "limit": what}
        logger.warning("turned away: too many messages in a minute", extra=about)
        if overheard:
            return TurnedAway(None)
        is_first = await self._counts.first(key, person)
        # A modal always waits for a reply.
        if not is_first and message.selected_text is None:
            return TurnedAway(None)
        return TurnedAway(_reply(message, said, left_s))

    async def is_too_much(
        self, message: Message, channel: str, tell: Tell, *, overheard: bool = False
    ) -> bool:
        """Counts a message; True if over the limit. Sends the reply, if there is one, by `tell`."""
        away = await self.turned_away(message, channel, overheard=overheard)
        if away is not None and away.reply is not None:
            await tell(away.reply)
        return away is not None

    async def of_person(self, person: str) -> float | None:
        """Counts a person's request. None if accepted; else the seconds until the next is."""
        return await self._counted(f"person {person}", self._per_person)

    async def of_program(self, name: str) -> float | None:
        """Counts a program's request. None if accepted; else the seconds until the next is."""
        return await self._counted(f"program {name}", self._per_program)

    async def may_search(self, person: str) -> bool:
        """Counts a search of a person who types; False if over the limit."""
        return await self._counted(f"search {person}", self._a_search) is None

    async def _counted(self, key: str, most: int) -> float | None:
        return await self._counts.counted(key, most) if most else None


@dataclass(slots=True)
class _Window:
    """The count of one key in its current minute."""

    since: float
    count: int = 0
    notified: set[str] = field(default_factory=set)
    """People who were told that the limit is reached."""


class MemoryCounts:
    """Counts by key, in this process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._windows: dict[str, _Window] = {}

    async def counted(self, key: str, most: int) -> float | None:
        """Counts one more. None if accepted; else the seconds until the next is accepted."""
        now = self._clock()
        self._forget(now)
        window = self._windows.setdefault(key, _Window(now))
        if window.count < most:
            window.count += 1
            return None
        return window.since + _MINUTE_S - now

    async def first(self, key: str, person: str) -> bool:
        """Whether a person asks this for the first time in the key's minute."""
        window = self._windows.get(key)
        if window is None or person in window.notified:
            return window is None
        window.notified.add(person)
        return True

    def _forget(self, now: float) -> None:
        while self._windows:
            oldest = next(iter(self._windows))
            is_over = self._windows[oldest].since + _MINUTE_S <= now
            if not is_over and len(self._windows) < _MOST_KEYS:
                return
            del self._windows[oldest]


def _reply(message: Message, said: Text, left_s: float) -> Reply:
    language = message.scope.language or language_of(message.text)
    text = said[language].format(seconds=max(1, round(left_s)))
    return Reply(text, language, private=True, trace_id=message.trace_id)

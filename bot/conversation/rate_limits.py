"""Limits the messages of a person, of a channel and of a program per minute.

Every platform counts a message before any work on it, so that nobody can make others wait.
"""

import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot import texts
from bot.model import Message, Reply
from bot.model.records import person_of
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
    ) -> None:
        """Takes the numbers allowed a minute.

        Searches while a person types come with every word, so they have their own limit. Each
        program with a key is counted alone.
        """
        self._people = _Counts(per_person, clock)
        self._channels = _Counts(per_channel, clock)
        self._searches = _Counts(searches, clock)
        self._programs = _Counts(programs, clock)

    def turned_away(
        self, message: Message, channel: str, *, overheard: bool = False
    ) -> TurnedAway | None:
        """Counts a message. None if accepted; else a reply, at most once a minute for each person.

        `channel` may also be a direct chat, or empty. An `overheard` message did not address the
        bot and gets no reply.
        """
        person = person_of(message)
        place = f"{message.platform}:{message.workspace_id}:{channel}" if channel else ""
        if (left_s := self._people.counted(person)) is not None:
            pause, what, said = self._people.of(person), "person", texts.MANY_OF_PERSON
        elif place and (left_s := self._channels.counted(place)) is not None:
            pause, what, said = self._channels.of(place), "channel", texts.MANY_OF_CHANNEL
        else:
            return None
        about = {"trace_id": message.trace_id, "platform": message.platform, "limit": what}
        logger.warning("turned away: too many messages in a minute", extra=about)
        # A modal always waits for a reply.
        knows = person in pause.notified and message.selected_text is None
        if overheard or knows:
            return TurnedAway(None)
        pause.notified.add(person)
        return TurnedAway(_reply(message, said, left_s))

    async def is_too_much(
        self, message: Message, channel: str, tell: Tell, *, overheard: bool = False
    ) -> bool:
        """Counts a message; True if over the limit. Sends the reply, if there is one, by `tell`."""
        away = self.turned_away(message, channel, overheard=overheard)
        if away is not None and away.reply is not None:
            await tell(away.reply)
        return away is not None

    def of_program(self, name: str) -> float | None:
        """Counts a program's request. None if accepted; else the seconds until the next is."""
        return self._programs.counted(name)

    def may_search(self, person: str) -> bool:
        """Counts a search of a person who types; False if over the limit."""
        return self._searches.counted(person) is None


@dataclass(slots=True)
class _Window:
    """The count of one person or channel in the current minute."""

    since: float
    count: int = 0
    notified: set[str] = field(default_factory=set)
    """People who were told that the limit is reached."""


class _Counts:
    """Counts by key; each key's minute begins with its first message."""

    def __init__(self, most: int, clock: Callable[[], float]) -> None:
        self._most = most
        self._clock = clock
        self._windows: dict[str, _Window] = {}

    def counted(self, key: str) -> float | None:
        """Counts one more. None if accepted; else the seconds until the next is accepted."""
        if not self._most:
            return None
        now = self._clock()
        self._forget(now)
        window = self._windows.setdefault(key, _Window(now))
        if window.count < self._most:
            window.count += 1
            return None
        return window.since + _MINUTE_S - now

    def of(self, key: str) -> _Window:
        """Returns the current count of a key that was counted just now."""
        return self._windows[key]

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

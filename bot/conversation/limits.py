"""How many messages of one person, and of one channel, are taken on in a minute.

Asked by every way in before anything is done for a message, so that nobody can make others wait.
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
"""Shows a reply to its person alone."""

_MINUTE_S = 60.0
_MOST_KEYS = 20_000
"""People or channels that are remembered at once; who began to write first is forgotten first."""


@dataclass(frozen=True, slots=True)
class TurnedAway:
    """A message that is not taken on."""

    reply: Reply | None
    """What its person is told; None where they know already."""


class Limits:
    """Turns away what goes beyond so many messages a minute; 0 is no limit."""

    def __init__(
        self,
        per_person: int = 0,
        per_channel: int = 0,
        searches: int = 0,
        clock: Callable[[], float] = time.monotonic,
        programs: int = 0,
    ) -> None:
        """Searches while a person types come with every word, and have a number of their own.

        Programs are those that come with a key, each counted by itself.
        """
        self._people = _Counts(per_person, clock)
        self._channels = _Counts(per_channel, clock)
        self._searches = _Counts(searches, clock)
        self._programs = _Counts(programs, clock)

    def turned_away(
        self, message: Message, channel: str, *, overheard: bool = False
    ) -> TurnedAway | None:
        """Count a message; None when it is taken on. Who asked the bot is told once a pause.

        The channel is a direct chat's, too; empty where a message comes from none.
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
        # A window waits to be filled, however often.
        knows = person in pause.told and message.selected_text is None
        if overheard or knows:
            return TurnedAway(None)
        pause.told.add(person)
        return TurnedAway(_reply(message, said, left_s))

    async def is_too_much(
        self, message: Message, channel: str, tell: Tell, *, overheard: bool = False
    ) -> bool:
        """Count a message; whether it is not taken on, which its person is told once a pause."""
        away = self.turned_away(message, channel, overheard=overheard)
        if away is not None and away.reply is not None:
            await tell(away.reply)
        return away is not None

    def of_program(self, name: str) -> float | None:
        """Count a request of a program; where it made enough, the seconds until its next one."""
        return self._programs.counted(name)

    def may_search(self, person: str) -> bool:
        """Count a search of a person who types; False when they have searched enough."""
        return self._searches.counted(person) is None


@dataclass(slots=True)
class _Window:
    """A minute of one person or channel."""

    since: float
    count: int = 0
    told: set[str] = field(default_factory=set)
    """Who knows that it is full."""


class _Counts:
    """Counts by key, each in a minute of its own that its first message begins."""

    def __init__(self, most: int, clock: Callable[[], float]) -> None:
        self._most = most
        self._clock = clock
        self._windows: dict[str, _Window] = {}

    def counted(self, key: str) -> float | None:
        """Count one more; when there were enough, the seconds until the next is taken on."""
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
        """The minute of a key that was counted just now."""
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

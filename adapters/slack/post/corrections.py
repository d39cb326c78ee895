"""Posts corrections where answers stand in Slack."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.about import with_question
from adapters.chat.corrections import Places
from adapters.slack.api.trouble import UNREACHABLE, SlackUnavailableError, cure
from adapters.slack.post.delivery import Delivery
from adapters.slack.receive.events import Place, directly
from bot.model import Reply
from bot.model.kept import Posting, StoredAnswer

_PAUSE_S = 1.1
"""Seconds between two messages in a channel: Slack allows one a second."""
_NOT_INSTALLED = Posting("not_installed", "Install the bot in that workspace again.")


@dataclass(frozen=True, slots=True)
class KeptPlace:
    """The place of an answer, for a message that comes much later."""

    place: Place
    team_id: str = ""
    enterprise_id: str = ""
    org: bool = False
    """Whether the bot is installed in a whole organisation."""
    private: bool = False
    unsure: bool = False


PLACES = Places(KeptPlace)


ClientOf = Callable[[KeptPlace], Awaitable[AsyncWebClient | None]]
"""Returns a client for the workspace of a place; None if the bot is not installed there any more.

Raises SlackUnavailableError.
"""


class Posts:
    """Posts a correction in the thread of its answer."""

    def __init__(
        self,
        client_of: ClientOf,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client_of = client_of
        self._sleep = sleep
        self._clock = clock
        self._next: dict[str, float] = {}
        """When the next message may be posted in a channel."""

    async def post(self, kept: KeptPlace | None, told: StoredAnswer, reply: Reply) -> Posting:
        """Posts it in the place, or that of an answer stored before places were."""
        kept = kept or _place_of_before(told)
        try:
            client = await self._client_of(kept)
        except SlackUnavailableError as error:
            return Posting(str(error), cure(str(error)))
        if client is None:
            return _NOT_INSTALLED
        delivery, place = Delivery(client), kept.place
        if await _is_private(kept, told, delivery):
            # Nobody sees an ephemeral message later, and a response_url ends after half an hour.
            place, reply = directly(place.user), with_question(reply, told.question)
        await self._wait(place)
        word = await delivery.say(place, reply)
        if word == UNREACHABLE and await delivery.is_posted(place, reply.trace_id):
            word = None
        if word is None:
            return Posting()
        unsure = word == UNREACHABLE and place.thread_ts is None
        return Posting(str(word), cure(word), unsure=unsure)

    async def _wait(self, place: Place) -> None:
        now = self._clock()
        at = max(now, self._next.get(place.channel, now))
        # Only the channels of the last second matter.
        self._next = {name: then for name, then in self._next.items() if then > now}
        self._next[place.channel] = at + _PAUSE_S
        if at > now:
            await self._sleep(at - now)


async def _is_private(kept: KeptPlace, told: StoredAnswer, delivery: Delivery) -> bool:
    """Whether only the asker saw an answer; so it counts where nobody can tell."""
    if kept.place.direct or told.place:
        return kept.private
    return kept.private or not await delivery.is_posted(kept.place, told.answer_id)


def _place_of_before(told: StoredAnswer) -> KeptPlace:
    """The place of an answer that was stored before places were: by its thread and person."""
    workspace, channel, *rest = (*told.thread.split(":"), "", "")
    user = told.person.rpartition(":")[2]
    place = Place(channel, user, direct=channel.startswith("D"))
    if rest[0] == "ask" or not rest[0]:
        return KeptPlace(place, workspace, private=not place.direct)
    return KeptPlace(replace(place, thread_ts=rest[0]), workspace)

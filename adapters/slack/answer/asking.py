"""Answers a question from any entry point, or tells the person why not."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.about import may_interrupt
from adapters.chat.later import LaterWordings
from adapters.chat.work import Work
from adapters.slack.post.working_sign import WorkingSigns
from adapters.slack.receive.channel_settings import ChannelSettings
from adapters.slack.receive.events import Place
from adapters.slack.texts import NOT_ALLOWED, busy, private
from adapters.slack.workspace.channels import Channels
from adapters.slack.workspace.people import People
from adapters.web.edge import apology, replied
from bot.conversation.rate_limits import Limits
from bot.model import Message, Reply, Wait
from bot.model.access import read_with
from bot.model.said import Replace
from bot.ports import Handle
from knowledge.language.terms import language_of
from knowledge.model.documents import Audience

logger = logging.getLogger(__name__)

Post = Callable[[Reply], Awaitable[Replace | None]]
"""Posts a reply where its reader can see it; returns a function that replaces it, if one can."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A question as it came in."""

    message: Message
    place: Place
    client: AsyncWebClient
    post: Post
    overheard: bool = False
    """Not addressed to the bot: only an answer is posted, never a refusal."""
    alone: bool = False
    """Only the asker sees the reply."""


class Asking:
    """Answers all questions: a bounded number at once, one at a time in a thread."""

    def __init__(
        self,
        handle: Handle,
        limits: Limits,
        work: Work,
        signs: WorkingSigns,
        channels: Channels,
        people: People,
    ) -> None:
        self._handle = handle
        self._limits = limits
        self._work = work
        self._signs = signs
        self._channels = channels
        self._people = people
        self._later = LaterWordings(work)

    def heard(self, message: Message, place: Place) -> None:
        """Notes a message that may be for somebody else."""
        self._later.written(key_of(message, place), message)

    async def ask(self, asked: Ask) -> None:
        """Starts an answer, or says that asking is not allowed here or the queue is full."""
        message, place = asked.message, asked.place
        overheard = asked.overheard
        self.heard(message, place)
        if await self._limits.is_too_much(message, place.channel, asked.post, overheard=overheard):
            return
        settings = self._channels.of(message.workspace_id, place.channel)
        if not await self._people.may_ask(asked.client, message.workspace_id, place.user, settings):
            logger.info("not allowed here", extra={"trace_id": message.trace_id})
            await _turn_away(asked, private(NOT_ALLOWED, language_of(message.text)))
            return
        asked = replace(asked, alone=asked.alone or (settings.private and not place.direct))
        scope = replace(settings.scope, audience=await self._audience(asked, settings))
        wait = Wait.EDITABLE if place.thread_ts and not asked.alone else Wait.PATIENT
        scoped = replace(asked, message=replace(message, scope=scope, wait=wait))
        if not self._work.start(lambda: self._answer(scoped), key_of(message, place)):
            logger.warning("too many questions wait", extra={"trace_id": message.trace_id})
            await _turn_away(asked, busy(language_of(message.text)))

    async def _audience(self, asked: Ask, settings: ChannelSettings) -> Audience:
        """The widest audience that both the asker and the readers of the place may see."""
        nobody_else = asked.alone or asked.place.direct
        here = Audience.ADMIN if nobody_else else settings.audience
        if here is Audience.STAFF:
            return here
        workspace, user = asked.message.workspace_id, asked.place.user
        return read_with(await self._people.role(asked.client, workspace, user), here)

    async def _answer(self, asked: Ask) -> None:
        language = language_of(asked.message.text)
        async with self._signs.shown(asked.client, asked.place, language) as sign:
            reply = await replied(self._handle, asked.message)
            sign.ready()
            if asked.overheard and not may_interrupt(reply):
                logger.info(
                    "not posted: no answer to an overheard message",
                    extra={"trace_id": reply.trace_id},
                )
                return
            reply = replace(reply, private=reply.private or asked.alone)
            put = await self._post(asked, reply)
            if not reply.private:
                sign.answered()
        self._later.follow(key_of(asked.message, asked.place), asked.message, reply, put)

    async def _post(self, asked: Ask, reply: Reply) -> Replace | None:
        try:
            return await asked.post(reply)
        except Exception as error:  # noqa: BLE001 - the adapter's edge
            await asked.post(apology(asked.message, error))
            return None


async def _turn_away(asked: Ask, reply: Reply) -> None:
    """Posts why a question is not answered, unless it was only overheard."""
    if not asked.overheard:
        await asked.post(reply)


def key_of(message: Message, place: Place) -> tuple[str, str, str] | None:
    """The key of its queue: questions in one thread are answered in order."""
    if place.thread_ts is None:
        return None
    return message.workspace_id, place.channel, place.thread_ts

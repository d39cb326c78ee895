"""Slack as a chat: a question with its place, and what Slack does for its reply."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

from slack_bolt.async_app import AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.about import with_question
from adapters.chat.channels.channels import Channels, ChannelSettings
from adapters.chat.chat import Outcome
from adapters.chat.under_way.work import Work
from adapters.chat.unread import Unread
from adapters.slack.answer.windows.questions import QuestionWindows
from adapters.slack.post.corrections import PLACES, KeptPlace
from adapters.slack.post.delivery import Delivery, ResponseUrl
from adapters.slack.post.titles import Titles
from adapters.slack.post.working_sign import Sign, WorkingSigns
from adapters.slack.receive.clicks import Click
from adapters.slack.receive.events import Place, key_at
from adapters.slack.texts import NOT_ALLOWED, private
from adapters.slack.workspace.identity import Identity, Installed
from adapters.slack.workspace.people import People
from bot.model import Message, Reply, Wait
from bot.model.access import read_with
from bot.model.said import Replace
from knowledge.language.terms import language_of
from knowledge.model.documents import Audience


@dataclass(frozen=True, slots=True)
class Ask:
    """A question as it came in: data alone, so that the inbox can hold it."""

    message: Message
    place: Place
    installed: Installed
    alone: bool = False
    """Only the asker sees the reply."""
    edited: bool = False
    unread: Unread | None = None
    shown: str = field(default="", repr=False)
    """A question that nobody typed in the chat, such as a button's: stands above its answer."""
    click: Click | None = None
    """The command or click whose response_url takes the reply."""
    replaces: str = ""
    """The timestamp of the bot's message that the reply takes the place of."""
    window: str = ""
    """The id of the modal that takes the reply."""
    beside: str = ""
    """The channel that is open beside the agent view: its settings are the scope."""

    @property
    def thread(self) -> tuple[str, str, str] | None:
        """The key of its queue: questions in one thread are answered in order."""
        return thread_of(self.message, self.place)

    @property
    def key(self) -> str:
        """The key of its message."""
        place = self.place
        return key_at(self.message.workspace_id, place.channel, place.ts or "", place.user)

    @property
    def channel(self) -> str:
        """The channel whose messages are counted."""
        return self.place.channel


def installed_in(context: AsyncBoltContext) -> Installed:
    """Returns where the bot of a request is installed."""
    org = bool(context.is_enterprise_install)
    return Installed(context.team_id or "", context.enterprise_id or "", org=org)


def thread_of(message: Message, place: Place) -> tuple[str, str, str] | None:
    """The key of a question's queue; None outside of threads."""
    if place.thread_ts is None:
        return None
    return message.workspace_id, place.channel, place.thread_ts


@dataclass(frozen=True, slots=True)
class Chats:
    """Slack in each workspace, by the client of a request or of an earlier one."""

    work: Work
    signs: WorkingSigns
    channels: Channels
    people: People
    identity: Identity
    windows: QuestionWindows
    titles: Titles

    def by(self, client: AsyncWebClient) -> "SlackChat":
        """Returns Slack as a request's client reaches it."""
        return SlackChat(self, client)

    async def of(self, asked: Ask) -> "SlackChat | None":
        """Returns Slack for an earlier question; None if the bot is not installed any more."""
        client = await self.identity.client_of(asked.installed)
        return None if client is None else SlackChat(self, client)


class SlackChat:
    """Slack in one workspace."""

    def __init__(self, parts: Chats, client: AsyncWebClient) -> None:
        self._parts = parts
        self._client = client
        self._delivery = Delivery(client)

    async def known(self, asked: Ask) -> Ask | Reply:
        """Applies the channel's settings; returns the refusal if this person may not ask there."""
        message, place = asked.message, asked.place
        settings = self._parts.channels.of(message.workspace_id, place.channel)
        who = self._client, message.workspace_id, place.user
        if not place.by_app and not await self._parts.people.may_ask(*who, settings):
            return private(NOT_ALLOWED, language_of(message.text))
        asked = replace(asked, alone=asked.alone or (settings.private and not place.direct))
        scope = self._parts.channels.scope_of(message.workspace_id, place.channel, asked.beside)
        scope = replace(scope, audience=await self._audience(asked, settings))
        wait = Wait.EDITABLE if place.thread_ts and not asked.alone else Wait.PATIENT
        known = replace(message, scope=scope, wait=wait, place=_kept_place(asked))
        return replace(asked, message=known)

    async def _audience(self, asked: Ask, settings: ChannelSettings) -> Audience:
        """The widest audience that both the asker and the readers of the place may see."""
        if asked.place.by_app:
            return Audience.STAFF
        nobody_else = asked.alone or asked.place.direct
        here = Audience.ADMIN if nobody_else else settings.audience
        if here is Audience.STAFF:
            return here
        workspace, user = asked.message.workspace_id, asked.place.user
        return read_with(await self._parts.people.role(self._client, workspace, user), here)

    @asynccontextmanager
    async def sign(self, asked: Ask, *, quiet: bool) -> AsyncIterator[Sign]:
        """Shows that the bot is at work, also below a note."""
        language = language_of(asked.message.text)
        shown = self._parts.signs.shown
        async with shown(self._client, asked.place, language, private=asked.alone) as sign:
            yield sign

    async def post(self, asked: Ask, reply: Reply, stream: str = "") -> Outcome:
        """Posts a reply where its reader can see it."""
        if asked.window:
            return await self._parts.windows.show(asked.window, asked.shown, reply, self._client)
        told = with_question(replace(reply, private=reply.private or asked.alone), asked.shown)
        if asked.replaces and not told.private and told.failure is None:
            put = self._delivery.place_of(asked.place.channel, asked.replaces)
            if await put(told):
                return Outcome(put)
        if asked.click is not None:
            return await ResponseUrl(asked.click, self._client).post(told)
        return await self._delivery.post(asked.place, told)

    async def note(self, asked: Ask, note: Reply) -> Outcome | None:
        """Shows the asker alone how long it takes; in direct messages the reply replaces it."""
        if asked.window:
            return None
        if asked.click is not None:
            await ResponseUrl(asked.click, self._client).note(note)
            return None
        outcome = await self._delivery.post(asked.place, note)
        return outcome if outcome.put is not None else None

    async def is_posted(self, asked: Ask) -> bool | None:
        """Whether the reply is in the thread; None if only the asker saw it: nobody can look."""
        if asked.window or asked.click is not None:
            return None
        return await self._delivery.is_posted(asked.place, asked.message.trace_id)

    async def reply_to(self, asked: Ask, before: Sequence[str]) -> Replace | None:
        """Returns what replaces an earlier answer in the thread."""
        return None if asked.alone else await self._delivery.put_of(asked.place, set(before))

    async def answered(self, asked: Ask, reply: Reply, outcome: Outcome) -> None:
        """Titles the thread of the agent view."""
        titles = self._parts.titles
        self._parts.work.aside(lambda: titles.name(self._client, asked.message, asked.place, reply))


def _kept_place(asked: Ask) -> str:
    """Where its answer will stand, for a correction of it."""
    installed = asked.installed
    return PLACES.written(
        KeptPlace(
            asked.place,
            installed.team_id,
            installed.enterprise_id,
            installed.org,
            private=asked.alone and not asked.place.direct,
            unsure=not asked.message.addressed,
        )
    )

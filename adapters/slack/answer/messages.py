"""Handles messages and the Stop button of a thread."""

import html
import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import timedelta

from slack_bolt import BoltResponse
from slack_bolt.async_app import AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.channels.channels import AnswerMode, Channels, ChannelSettings
from adapters.chat.threads import Wanted, asked_back_in, is_followed, is_meant, wanted
from adapters.chat.under_way.asking import Asking
from adapters.chat.under_way.once import Once, hashed, soon
from adapters.chat.under_way.work import Work
from adapters.chat.unread import without_words
from adapters.slack.answer.chat import Ask, Chats, installed_in, thread_of
from adapters.slack.post.delivery import Delivery
from adapters.slack.receive.events import (
    Place,
    by_app,
    deleted_in,
    edited_at,
    edited_in,
    is_addressed,
    is_shared,
    is_stranger,
    is_written,
    message_key,
    open_beside,
    thread_in,
    to_message,
    to_place,
    workspace_of,
)
from adapters.slack.receive.reading import Payload, mentions, part, read, word
from adapters.slack.texts import NO_APPS, STRANGER, private
from adapters.slack.workspace.open_channels import OpenChannels
from bot.model import Message
from bot.model.kept import person_of
from bot.model.text import as_seen
from bot.ports import Records, ShortLived
from knowledge.language.terms import language_of

_SOMEBODY = re.compile(r"<(?:@[UW]|!subteam\^)[^<>\s]{1,100}>")
_TOKEN = re.compile(r"<[^<>\n]{1,3000}>")
_CODE = re.compile(r"```.*?(?:```|$)|`[^`\n]+`", re.DOTALL)
_QUOTED = re.compile(r"^&gt;.*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Heard:
    """A channel message without a mention of the bot, and its context."""

    text: str
    """As Slack sends it, with `<@U…>`."""
    in_thread: bool = False
    followed: bool = False
    """The bot has answered in this thread recently."""


def wants(heard: Heard, settings: ChannelSettings) -> Wanted:
    """Whether the channel's settings let the bot answer a message without a mention."""
    if _SOMEBODY.search(heard.text):
        return Wanted.NO
    words, mode = _own_words(heard.text), settings.answer_mode
    return wanted(words, mode, in_thread=heard.in_thread, followed=heard.followed)


def _own_words(wire: str) -> str:
    """The person's own words, without code, quoted lines, links and mentions."""
    bare = _TOKEN.sub(" ", _QUOTED.sub(" ", _CODE.sub(" ", wire)))
    return as_seen(html.unescape(bare)).strip()


logger = logging.getLogger(__name__)


class Events:
    """Answers each message for the bot once, and follow-ups in its threads."""

    def __init__(
        self,
        asking: Asking[Ask],
        chats: Chats,
        channels: Channels,
        records: Records,
        work: Work,
        open_channels: OpenChannels,
        short_lived: ShortLived,
        idle: timedelta,
        *,
        apps: bool,
    ) -> None:
        """Threads are followed for `idle` after their last answer.

        `apps` is whether workflows and other apps that mention the bot get answers.
        """
        self._apps = apps
        self._asking = asking
        self._chats = chats
        self._channels = channels
        self._records = records
        self._work = work
        self._open = open_channels
        self._idle = idle
        self._seen = Once(short_lived, "slack message")
        self._in_a_row = InARow(short_lived)

    async def accept(
        self,
        body: Payload,
        event: Payload,
        context: AsyncBoltContext,
        client: AsyncWebClient,
        next: Callable[[], Awaitable[BoltResponse]],
    ) -> BoltResponse:
        """Writes down a message for the bot, once, before Slack is told that it arrived."""
        if key := deleted_in(body, event):
            await self._asking.withdraw(key)
        elif is_written(event):
            await self._accept(body, event, context, client)
        elif (edited := edited_in(event)) is not None:
            await self._accept_edited(body, edited, context, client)
        elif (mention := by_app(event)) is not None:
            await self._accept_from_app(body, mention, context, client)
        return await next()

    async def _accept_from_app(
        self, body: Payload, event: Payload, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        """Takes a mention by a workflow or another app, or says aloud that it gets no answer.

        After some replies in a row it gets silence until a person writes: it may be a bot, too.
        """
        thread = thread_in(workspace_of(body), to_place(event))
        if not await self._in_a_row.may_reply(thread):
            logger.info("not answered: apps talk to each other")
            return
        if self._apps:
            await self._take(body, event, context, client, Wanted.ASKED)
        elif await self._seen.first(message_key(body, event)):
            place, said = to_place(event), to_message(body, event, context.bot_user_id).text
            reply = private(NO_APPS, language_of(said))
            self._work.listen(lambda: Delivery(client).post(place, reply))

    async def _accept_edited(
        self, body: Payload, event: Payload, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        """Takes an edited question again, and one that mentions the bot only now."""
        known = await self._asking.was_asked(message_key(body, event))
        before = word(part(body["event"], "previous_message"), "text")
        is_called = mentions(word(event, "text"), context.bot_user_id)
        if known or (is_called and not mentions(before, context.bot_user_id)):
            wish = Wanted.ASKED if is_called or is_addressed(event) else Wanted.FOLLOWED
            await self._take(body, event, context, client, wish, edited=known)

    async def _accept(
        self, body: Payload, event: Payload, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        wish = Wanted.ASKED
        if word(event, "thread_ts"):
            await self._in_a_row.person_wrote(thread_in(workspace_of(body), to_place(event)))
        if not is_addressed(event):
            wish = await self._wish(body, event, context.bot_user_id)
        if wish is not Wanted.NO:
            await self._take(body, event, context, client, wish)

    async def _take(
        self,
        body: Payload,
        event: Payload,
        context: AsyncBoltContext,
        client: AsyncWebClient,
        wish: Wanted,
        *,
        edited: bool = False,
    ) -> None:
        message, place = to_message(body, event, context.bot_user_id), to_place(event)
        if is_stranger(body, event):
            if await self._seen.first(message_key(body, event)):
                self._work.listen(lambda: _refuse_stranger(message, place, client, wish))
            return
        unread = read(event).unread
        if unread is not None and not message.text.strip():
            if wish is Wanted.ASKED and await self._seen.first(message_key(body, event)):
                language = self._channels.of(message.workspace_id, place.channel).scope.language
                reply = without_words(unread, language)
                self._work.listen(lambda: Delivery(client).post(place, reply))
            return
        if place.direct and not place.threaded:
            message = await self._replying(message, place)
        asked = Ask(
            replace(message, addressed=wish is Wanted.ASKED),
            place,
            installed_in(context),
            alone=is_shared(body),
            edited=edited,
            unread=unread,
            beside=await self._beside(event, message) if place.direct else "",
        )
        key = message_key(body, event)
        key = f"{key}:{edited_at(event)}" if edited else key
        if await self._asking.accept(key, asked, comes_again=True):
            self._work.listen(lambda: self._asking.ask(asked, self._chats.by(client)))

    async def on_stopped(self, body: Payload, event: Payload) -> None:
        """Stops the work on a thread after a click on Stop."""
        thread = workspace_of(body), word(event, "channel"), word(event, "thread_ts")
        if not await self._asking.stopped(thread):
            logger.info("nothing to stop")

    async def _replying(self, message: Message, place: Place) -> Message:
        """Joins a yes or no at the bottom of a direct message to the thread that asked it."""
        among = f"{message.workspace_id}:{place.channel}:"
        person = person_of(message)
        thread = await asked_back_in(self._records, person, message.text, among)
        return replace(message, conversation_id=thread) if thread else message

    async def _beside(self, event: Payload, message: Message) -> str:
        """The channel open beside a direct message: as it says itself, else as Slack last said."""
        known = open_beside(event)
        where = message.workspace_id, message.sender_id
        return await self._open.of(*where) if known is None else known

    async def _wish(self, body: Payload, event: Payload, bot_user_id: str | None) -> Wanted:
        text, thread_ts = word(event, "text"), word(event, "thread_ts")
        if mentions(text, bot_user_id):
            return Wanted.NO  # it comes as app_mention, too
        message = to_message(body, event, bot_user_id)
        self._asking.heard(thread_of(message, to_place(event)), message)
        settings = self._channels.of(workspace_of(body), word(event, "channel"))
        heard = Heard(
            text,
            in_thread=bool(thread_ts),
            followed=bool(thread_ts)
            and settings.answer_mode is not AnswerMode.MENTION
            and await is_followed(self._records, message.conversation_id, self._idle),
        )
        wish = wants(heard, settings)
        if wish is not Wanted.FOLLOWED:
            return wish
        thread, author = message.conversation_id, person_of(message)
        meant = await is_meant(self._records, thread, author, message.text)
        return wish if meant is None else Wanted.ASKED if meant else Wanted.NO


async def _refuse_stranger(
    message: Message, place: Place, client: AsyncWebClient, wish: Wanted
) -> None:
    logger.info("not answered: the person is from another company")
    if wish is Wanted.ASKED:
        await Delivery(client).post(place, private(STRANGER, language_of(message.text)))


# Keeps the bot from talking with other bots for ever.


MOST = 3
"""Replies to apps in a row; more are a loop."""
_KEEP_S = 24 * 60 * 60.0
"""Seconds in which a thread without a person's word gets no more of them."""


class InARow:
    """Counts the replies to apps in each thread until a person writes there, on any replica."""

    def __init__(self, short_lived: ShortLived) -> None:
        self._short_lived = short_lived

    async def may_reply(self, thread: str) -> bool:
        """Counts a message of an app; False if it gets no reply."""
        for key in _keys(thread):
            claimed = self._short_lived.claim(key, _KEEP_S)
            if await soon(claimed, otherwise=True, says="replies to an app are not counted"):
                return True
        return False

    async def person_wrote(self, thread: str) -> None:
        """Begins to count anew."""
        first, *_ = keys = _keys(thread)
        says = "a person between apps is not noted"
        if await soon(self._short_lived.find(first), None, says) is not None:
            for key in keys:
                await soon(self._short_lived.forget(key), None, says)


def _keys(thread: str) -> list[str]:
    return [f"apps in a row {number} {hashed(thread)}" for number in range(MOST)]

"""Handles clicks on the buttons under an answer."""

import logging
import re
from collections.abc import Callable
from dataclasses import replace

from slack_bolt.async_app import AsyncAck, AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.channels.channels import Channels
from adapters.chat.texts import NOT_FOR_ALL
from adapters.chat.under_way.asking import Asking
from adapters.chat.under_way.once import TWICE_S, Once
from adapters.slack.answer.chat import Ask, Chats, installed_in
from adapters.slack.answer.kept_answers import Kept, not_done
from adapters.slack.api.trouble import cure
from adapters.slack.post.delivery import Delivery, ResponseUrl, tell
from adapters.slack.receive.clicks import Click, to_click
from adapters.slack.receive.events import Place, thread_in
from adapters.slack.receive.reading import Payload
from adapters.slack.render.reply import shares
from adapters.slack.texts import CANNOT_SHARE, SHARED, private
from adapters.slack.workspace.identity import Installed
from adapters.slack.workspace.open_channels import OpenChannels
from bot.model import Choice, Message, Platform, Reply
from bot.model.access import may_read
from bot.model.kept import StoredAnswer
from bot.ports import ShortLived
from knowledge.language.terms import language_of

logger = logging.getLogger(__name__)

_TS = re.compile(r"\d+\.\d+")


class Buttons:
    """Asks suggested questions and shares private answers."""

    def __init__(
        self,
        asking: Asking[Ask],
        chats: Chats,
        kept: Kept,
        channels: Channels,
        open_channels: OpenChannels,
        short_lived: ShortLived,
    ) -> None:
        self._asking = asking
        self._chats = chats
        self._kept = kept
        self._channels = channels
        self._open = open_channels
        self._seen = Once(short_lived, "slack click", TWICE_S)

    async def on_follow_up(
        self, ack: AsyncAck, body: Payload, client: AsyncWebClient, context: AsyncBoltContext
    ) -> None:
        """Asks a button's question: in its thread, or privately where the answer was private."""
        await self._ask(_suggested, ack, body, client, context)

    async def on_choice(
        self, ack: AsyncAck, body: Payload, client: AsyncWebClient, context: AsyncBoltContext
    ) -> None:
        """Replies to the question back; for its asker, the answer takes the place of the first."""
        await self._ask(_chosen, ack, body, client, context)

    async def _ask(
        self,
        named: Callable[[StoredAnswer, int], Choice | None],
        ack: AsyncAck,
        body: Payload,
        client: AsyncWebClient,
        context: AsyncBoltContext,
    ) -> None:
        click = to_click(body)
        if not await self._seen.first(click.key):
            await ack()
            return
        answer_id, _, number = click.value.rpartition(":")
        language = language_of(click.text)
        found = await self._kept.looked_up(answer_id, click, client, language)
        if isinstance(found, Reply):
            await ack()
            await tell(click, client, found)
            return
        one = named(found, int(number)) if number.isdecimal() else None
        if one is None:
            await ack()
            return
        asked = _asked(click, found, one, installed_in(context))
        if named is _chosen and click.person == found.person and not click.ephemeral:
            asked = replace(asked, replaces=click.ts, shown=one.label)
        if asked.place.direct:
            beside = await self._open.of(click.workspace_id, click.user)
            asked = replace(asked, beside=beside)
        is_new = await self._asking.accept(asked.message.trace_id, asked)
        await ack()
        if is_new:
            await self._asking.ask(asked, self._chats.by(client))

    async def on_share(self, ack: AsyncAck, body: Payload, client: AsyncWebClient) -> None:
        """Posts a private answer for everybody in the channel."""
        await ack()
        click = to_click(body)
        record = await self._at_first(click, click.value, client)
        if record is None:
            return
        reply, language = record.reply, record.reply.language
        here = self._channels.of(click.workspace_id, click.channel).audience
        if not may_read(here, reply.audience):
            await tell(click, client, private(NOT_FOR_ALL, language))
            return
        intro = shares(click.user, record.question, language)
        word = await Delivery(client).say(
            _shared_in(click, record), replace(reply, private=False), intro
        )
        if word is not None:
            await self._seen.forget(click.key)
            await tell(click, client, not_done(word, CANNOT_SHARE, reply))
            return
        await ResponseUrl(click, client).put(private(SHARED, language))

    async def on_remove(self, ack: AsyncAck, body: Payload, client: AsyncWebClient) -> None:
        """Deletes a private answer from the chat; its stored copy stays for the reports."""
        await ack()
        click = to_click(body)
        if not (click.ephemeral and await self._seen.first(click.key)):
            return
        if (word := await ResponseUrl(click, client).remove()) is not None:
            await self._seen.forget(click.key)
            about = {"reason": word, "cure": cure(word)}
            logger.warning("a private answer was not deleted", extra=about)

    async def _at_first(
        self, click: Click, answer_id: str, client: AsyncWebClient
    ) -> StoredAnswer | None:
        """The answer above the button; None for a second click."""
        if not await self._seen.first(click.key):
            return None
        return await self._kept.found(answer_id, click, client)


def _suggested(found: StoredAnswer, number: int) -> Choice | None:
    """The question of a button under an answer; None if there is no such button."""
    return next((Choice(one, one) for one in found.reply.suggestions[number:]), None)


def _chosen(found: StoredAnswer, number: int) -> Choice | None:
    """A reply to the question back of an answer."""
    return next(iter(found.reply.choices[number:]), None)


def _asked(click: Click, record: StoredAnswer, one: Choice, installed: Installed) -> Ask:
    # A public question never follows up on a private one.
    thread = record.thread if click.ephemeral else thread_in(click.workspace_id, click.place)
    message = Message(
        Platform.SLACK, thread, click.user, one.question, workspace_id=click.workspace_id
    )
    alone = click.ephemeral
    place = replace(click.place, thread_ts=None) if alone else click.place
    # Its question stands above the answer: a click leaves no message.
    return Ask(
        message,
        place,
        installed,
        alone=alone,
        shown=one.question,
        click=click.without_text if alone else None,
    )


def _shared_in(click: Click, record: StoredAnswer) -> Place:
    """The question's thread; the channel if the question was a command."""
    thread = record.thread.rpartition(":")[2]
    thread_ts = thread if _TS.fullmatch(thread) else None
    return Place(channel=click.channel, user=click.user, thread_ts=thread_ts)

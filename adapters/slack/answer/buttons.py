"""Handles clicks on the buttons under an answer."""

import re
from dataclasses import replace

from slack_bolt.async_app import AsyncAck
from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.about import with_question
from adapters.chat.dedup import TWICE_S, SeenEvents
from adapters.slack.answer.asking import Ask, Asking, Post
from adapters.slack.answer.kept_answers import Kept, not_done
from adapters.slack.post.delivery import Delivery, ResponseUrl, tell
from adapters.slack.receive.clicks import Click, to_click
from adapters.slack.receive.events import Payload, Place, thread_in
from adapters.slack.render.intros import shares
from adapters.slack.texts import CANNOT_SHARE, NOT_FOR_ALL, SHARED, private
from adapters.slack.workspace.channels import Channels
from bot.model import Message, Platform, Reply
from bot.model.access import may_read
from bot.model.records import StoredAnswer
from bot.model.said import Replace

_TS = re.compile(r"\d+\.\d+")


class Buttons:
    """Asks suggested questions and shares private answers."""

    def __init__(self, asking: Asking, kept: Kept, channels: Channels) -> None:
        self._asking = asking
        self._kept = kept
        self._channels = channels
        self._seen = SeenEvents(keep_s=TWICE_S)

    async def on_follow_up(self, ack: AsyncAck, body: Payload, client: AsyncWebClient) -> None:
        """Asks a button's question: in its thread, or privately where the answer was private."""
        await ack()
        click = to_click(body)
        answer_id, _, number = click.value.rpartition(":")
        record = await self._at_first(click, answer_id, client)
        if record is None or not number.isdecimal():
            return
        for question in record.reply.suggestions[int(number) :][:1]:
            await self._asking.ask(_asked(click, record, question, client))

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
            self._seen.forget(click.key)
            await tell(click, client, not_done(word, CANNOT_SHARE, reply))
            return
        await ResponseUrl(click, client).put(private(SHARED, language))

    async def _at_first(
        self, click: Click, answer_id: str, client: AsyncWebClient
    ) -> StoredAnswer | None:
        """The answer above the button; None for a second click."""
        if not self._seen.first(click.key):
            return None
        return await self._kept.found(answer_id, click, client)


def _asked(click: Click, record: StoredAnswer, question: str, client: AsyncWebClient) -> Ask:
    # A public question never follows up on a private one.
    thread = record.thread if click.ephemeral else thread_in(click.workspace_id, click.place)
    message = Message(Platform.SLACK, thread, click.user, question, workspace_id=click.workspace_id)
    place = replace(click.place, thread_ts=None) if click.ephemeral else click.place
    post = _post(click, question, client)
    return Ask(message, place, client, post, alone=click.ephemeral)


def _post(click: Click, question: str, client: AsyncWebClient) -> Post:
    """Posts a reply with its question above: a click leaves no message."""

    async def post(reply: Reply) -> Replace | None:
        told = with_question(reply, question)
        if click.ephemeral:
            await ResponseUrl(click, client).post(told)
            return None
        put = await Delivery(client).post(click.place, told)
        return (lambda better: put(with_question(better, question))) if put else None

    return post


def _shared_in(click: Click, record: StoredAnswer) -> Place:
    """The question's thread; the channel if the question was a command."""
    thread = record.thread.rpartition(":")[2]
    thread_ts = thread if _TS.fullmatch(thread) else None
    return Place(channel=click.channel, user=click.user, thread_ts=thread_ts)

"""Handles messages and the Stop button of a thread."""

import logging
from datetime import timedelta

from slack_bolt.async_app import AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.dedup import SeenEvents
from adapters.chat.threads import is_followed
from adapters.chat.work import Work
from adapters.slack.answer.addressed import Heard, Wanted, wants
from adapters.slack.answer.asking import Ask, Asking
from adapters.slack.post.delivery import Delivery
from adapters.slack.receive.channel_settings import AnswerMode
from adapters.slack.receive.events import (
    Payload,
    is_addressed,
    is_shared,
    is_stranger,
    is_written,
    mentions,
    message_key,
    to_message,
    to_place,
    word,
    workspace_of,
)
from adapters.slack.texts import STRANGER, private
from adapters.slack.workspace.channels import Channels
from bot.answering.understand import asks
from bot.ports import Records
from knowledge.language.terms import language_of

logger = logging.getLogger(__name__)


class Events:
    """Answers each message for the bot once, and follow-ups in its threads."""

    def __init__(
        self, asking: Asking, channels: Channels, records: Records, work: Work, idle: timedelta
    ) -> None:
        """Threads are followed for this long after their last answer."""
        self._asking = asking
        self._channels = channels
        self._records = records
        self._work = work
        self._idle = idle
        self._seen = SeenEvents()

    async def on_message(
        self, body: Payload, event: Payload, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        """Answers a message for the bot, once, in its thread."""
        if not is_written(event):
            return
        wish = Wanted.ASKED
        if not is_addressed(event):
            wish = await self._wish(body, event, context.bot_user_id)
        if wish is Wanted.NO or not self._seen.first(message_key(body, event)):
            return
        message, place = to_message(body, event, context.bot_user_id), to_place(event)
        delivery = Delivery(client)
        if is_stranger(body, event):
            logger.info("not answered: the person is from another company")
            if wish is Wanted.ASKED:
                await delivery.post(place, private(STRANGER, language_of(message.text)))
            return
        # In a thread people also talk to each other: only questions get a refusal.
        told = wish is Wanted.FOLLOWED and not asks(message.text)
        await self._asking.ask(
            Ask(
                message,
                place,
                client,
                lambda reply: delivery.post(place, reply),
                overheard=told or wish is Wanted.OVERHEARD,
                alone=is_shared(body),
            )
        )

    async def on_stopped(self, body: Payload, event: Payload) -> None:
        """Stops the work on a thread after a click on Stop."""
        thread = workspace_of(body), word(event, "channel"), word(event, "thread_ts")
        if not self._work.stop(thread):
            logger.info("nothing to stop")

    async def _wish(self, body: Payload, event: Payload, bot_user_id: str | None) -> Wanted:
        text, thread_ts = word(event, "text"), word(event, "thread_ts")
        if mentions(text, bot_user_id):
            return Wanted.NO  # it comes as app_mention, too
        message = to_message(body, event, bot_user_id)
        self._asking.heard(message, to_place(event))
        settings = self._channels.of(workspace_of(body), word(event, "channel"))
        heard = Heard(
            text,
            in_thread=bool(thread_ts),
            followed=bool(thread_ts)
            and settings.answer_mode is not AnswerMode.MENTION
            and await is_followed(self._records, message.conversation_id, self._idle),
        )
        return wants(heard, settings)

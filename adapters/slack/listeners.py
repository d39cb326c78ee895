"""What the bot does with each kind of request from Slack."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from slack_bolt import BoltResponse
from slack_bolt.async_app import AsyncAck, AsyncBoltContext, AsyncRespond
from slack_sdk.web.async_client import AsyncWebClient

from adapters.edge import apology, wordless
from adapters.slack.dedup import Seen
from adapters.slack.delivery import CommandDelivery, Delivery
from adapters.slack.people import People
from adapters.slack.texts import busy
from adapters.slack.translate import (
    Payload,
    Place,
    is_question,
    message_key,
    to_command,
    to_message,
    to_place,
)
from adapters.slack.trouble import SlackUnavailableError
from adapters.slack.work import Work
from bot.model import Message, Reply
from bot.ports import Handle, Notify
from knowledge.lexical import language_of

logger = logging.getLogger(__name__)

_ANSWER_LIMIT_S = 60.0


class Listeners:
    """Takes each message on once, hands it to the conversation, and posts what comes back."""

    def __init__(self, handle: Handle, work: Work, people: People) -> None:
        self._handle = handle
        self._work = work
        self._people = people
        self._seen = Seen()

    async def once(
        self,
        body: Payload,
        next: Callable[[], Awaitable[BoltResponse]],
    ) -> BoltResponse:
        """Stop an event that Slack delivers again."""
        event_id = body.get("event_id")
        if isinstance(event_id, str) and not self._seen.first(event_id):
            return BoltResponse(status=200)
        return await next()

    async def on_question(
        self, body: Payload, event: Payload, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        """Answer a mention or a direct message in its thread."""
        if not is_question(event) or not self._seen.first(message_key(body, event)):
            return
        message, place = to_message(body, event, context.bot_user_id), to_place(event)
        delivery = Delivery(client)
        if not self._work.start(lambda: self._answer(message, place, delivery)):
            await delivery.post(place, busy(language_of(message.text)))

    async def on_command(
        self, ack: AsyncAck, command: Payload, respond: AsyncRespond, client: AsyncWebClient
    ) -> None:
        """Run a slash command; its caller alone sees what comes of it."""
        await ack()
        message, delivery = to_command(command), CommandDelivery(respond)
        admin = await self._people.is_admin(client, message.workspace_id, message.sender_id)
        message = replace(message, admin=admin)
        if not self._work.start(lambda: self._run(message, delivery)):
            await delivery.post(busy(language_of(message.text)))

    async def _answer(self, message: Message, place: Place, delivery: Delivery) -> None:
        await delivery.post(place, await self._reply(message))

    async def _run(self, message: Message, delivery: CommandDelivery) -> None:
        await delivery.post(await self._reply(message, delivery.note))

    async def _reply(self, message: Message, notify: Notify | None = None) -> Reply:
        limit_s = None if message.command else _ANSWER_LIMIT_S
        try:
            async with asyncio.timeout(limit_s):
                return await self._handle(message, notify)
        except Exception as error:  # noqa: BLE001 - the adapter's edge
            return apology(message, error)


async def on_error(error: Exception, response: BoltResponse | None) -> BoltResponse | None:
    """Let Slack try again while it does not know the bot; refuse what no listener can read."""
    if isinstance(error, SlackUnavailableError):
        return BoltResponse(status=503)
    logger.error("a bug stopped a request from Slack", exc_info=wordless(error))
    if response is None:
        return None
    return BoltResponse(status=400, headers={"x-slack-no-retry": "1"})

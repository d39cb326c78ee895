"""Runs slash commands; each is acknowledged first."""

import asyncio
from dataclasses import replace

from slack_bolt.async_app import AsyncAck, AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.answer.admin_commands import AdminCommands
from adapters.slack.answer.asking import Ask, Asking, installed_in
from adapters.slack.post.delivery import ResponseUrl
from adapters.slack.receive.clicks import to_click
from adapters.slack.receive.events import Place, to_command
from adapters.slack.receive.reading import Payload
from bot.model import Message
from bot.privacy import Redactor


class SlashCommands:
    """/ask answers privately; the other commands are for administrators."""

    def __init__(self, asking: Asking, admin_commands: AdminCommands, redactor: Redactor) -> None:
        self._asking = asking
        self._redactor = redactor
        self._admin_commands = admin_commands

    async def on_ask(
        self, ack: AsyncAck, command: Payload, client: AsyncWebClient, context: AsyncBoltContext
    ) -> None:
        """Answers a question privately."""
        message, click = _private_question(command), to_click(command)
        place = Place(channel=click.channel, user=click.user, direct=click.place.direct)
        # Slack shows a command to nobody, not even its author.
        shown = await asyncio.to_thread(self._redactor.safe, message.text)
        asked = Ask(
            message, place, installed_in(context), alone=True, shown=shown, click=click.without_text
        )
        # Slack never repeats a command, and two may say the same.
        is_new = await self._asking.accept(message.trace_id, asked)
        await ack()
        if is_new:
            await self._asking.ask(asked, client)

    async def on_other(self, ack: AsyncAck, command: Payload, client: AsyncWebClient) -> None:
        """Runs a command; only its caller sees the result."""
        await ack()
        await self._admin_commands.run(
            to_command(command), client, ResponseUrl(to_click(command), client)
        )


def _private_question(command: Payload) -> Message:
    message = to_command(command)
    # A private question follows up on the person's earlier private questions only.
    thread = f"{message.conversation_id}:ask:{message.sender_id}"
    return replace(message, command=None, conversation_id=thread)

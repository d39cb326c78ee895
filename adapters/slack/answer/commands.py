"""Runs slash commands; each is acknowledged first."""

from dataclasses import replace

from slack_bolt.async_app import AsyncAck
from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.about import with_question
from adapters.slack.answer.asking import Ask, Asking
from adapters.slack.answer.reindex import Reindexing
from adapters.slack.post.delivery import ResponseUrl
from adapters.slack.receive.clicks import to_click
from adapters.slack.receive.events import Payload, Place, to_command, word
from bot.model import Message, Reply
from bot.privacy import Redactor


class SlashCommands:
    """/ask answers privately; the other commands are for administrators."""

    def __init__(self, asking: Asking, reindexing: Reindexing, redactor: Redactor) -> None:
        self._asking = asking
        self._redactor = redactor
        self._reindexing = reindexing

    async def on_ask(self, ack: AsyncAck, command: Payload, client: AsyncWebClient) -> None:
        """Answers a question privately."""
        await ack()
        message, response = _private_question(command), ResponseUrl(to_click(command), client)
        channel, user = word(command, "channel_id"), message.sender_id
        place = Place(channel=channel, user=user, direct=channel.startswith("D"))

        asked = self._redactor.safe(message.text)

        async def post(reply: Reply) -> None:
            # Slack shows a command to nobody, not even its author.
            await response.post(with_question(reply, asked) if asked else reply)

        await self._asking.ask(Ask(message, place, client, post, alone=True))

    async def on_other(self, ack: AsyncAck, command: Payload, client: AsyncWebClient) -> None:
        """Runs a command; only its caller sees the result."""
        await ack()
        await self._reindexing.run(
            to_command(command), client, ResponseUrl(to_click(command), client)
        )


def _private_question(command: Payload) -> Message:
    message = to_command(command)
    # A private question follows up on the person's earlier private questions only.
    thread = f"{message.conversation_id}:ask:{message.sender_id}"
    return replace(message, command=None, conversation_id=thread)

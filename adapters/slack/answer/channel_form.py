"""/storewise-channel: administrators set how the bot answers in a channel."""

import asyncio
import logging

from slack_bolt.async_app import AsyncAck
from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.channels.channels import Channels, wrong_in
from adapters.chat.channels.saving import Saving, Sender
from adapters.chat.channels.texts import NOT_KEPT
from adapters.slack.answer.windows.answers import opened
from adapters.slack.post.delivery import ResponseUrl
from adapters.slack.receive.clicks import to_click
from adapters.slack.receive.events import to_command
from adapters.slack.receive.forms import to_channel
from adapters.slack.receive.reading import Payload, word
from adapters.slack.render import windows
from adapters.slack.texts import private
from adapters.slack.workspace.people import People
from bot.upkeep.history.trail import Trail
from knowledge.model.documents import Language

logger = logging.getLogger(__name__)

_KNOWN_S = 2.0
"""Seconds to look up the sender's role: Slack waits 3 s for the reply to a form."""


_COMMAND = "storewise-channel"


class ChannelForm:
    """Shows and saves the settings of the channel where the command was used."""

    def __init__(
        self,
        channels: Channels,
        people: People,
        default: Language | None,
        trail: Trail | None = None,
    ) -> None:
        """The default language is for people without a language in Slack."""
        self._saving = Saving(channels, trail or Trail(), _COMMAND)
        self._channels = channels
        self._people = people
        self._default: Language = default or "en"

    async def on_command(self, ack: AsyncAck, command: Payload, client: AsyncWebClient) -> None:
        """Open the form."""
        await ack()
        message, channel = to_command(command), word(command, "channel_id")
        language = await self._language(client, message.workspace_id, message.sender_id)
        if not await self._people.is_admin(client, message.workspace_id, message.sender_id):
            said = await self._saving.refused(to_click(command).person)
            await ResponseUrl(to_click(command), client).post(private(said, language))
            return
        settings = self._channels.of(message.workspace_id, channel)
        form = windows.channel_form(channel, settings, language, self._channels.stores)
        await opened(to_click(command), client, form)

    async def on_sent(self, ack: AsyncAck, body: Payload, client: AsyncWebClient) -> None:
        """Saves the form, if its sender is still an administrator."""
        click, language = to_click(body), self._default
        channel, settings = to_channel(body["view"])
        try:
            async with asyncio.timeout(_KNOWN_S):
                language = await self._language(client, click.workspace_id, click.user)
                admin = await self._people.is_admin(client, click.workspace_id, click.user)
        except TimeoutError:
            logger.warning("settings not saved: Slack did not confirm the sender in time")
            said = NOT_KEPT
        else:
            if admin and (wrong := wrong_in(settings)):
                errors = {field: text[language] for field, text in wrong.items()}
                await ack(response_action="errors", errors=errors)
                return
            sender = Sender(click.person, click.workspace_id, admin)
            said = await self._saving.saved(sender, channel, settings)
        await ack(
            response_action="update", view=windows.saying(said[language], language, "channel")
        )

    async def _language(self, client: AsyncWebClient, workspace: str, user: str) -> Language:
        return await self._people.language(client, workspace, user) or self._default

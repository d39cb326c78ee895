"""Administrators' commands; one message shows the progress of a run."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace

from slack_bolt.async_app import AsyncAck
from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.texts import RUN_STOPPED
from adapters.chat.under_way.waiting import turned_away
from adapters.chat.under_way.work import Work
from adapters.slack.post.delivery import Delivery, ResponseUrl
from adapters.slack.post.progress import ProgressMessage
from adapters.slack.receive.clicks import to_click
from adapters.slack.receive.events import directly
from adapters.slack.receive.reading import Payload
from adapters.slack.texts import FOLLOW_DIRECTLY, private
from adapters.slack.workspace.people import People
from adapters.web.edge import apology
from bot.conversation.rate_limits import Limits
from bot.model import Message, Platform, Reply, Scope
from bot.ports import Handle
from knowledge.language.terms import language_of
from knowledge.model.documents import Language

Tell = Callable[[Reply], Awaitable[object]]

_LAST_WORD_S = 1.0
"""Seconds to report a stopped run before the server ends."""


class AdminCommands:
    """Runs commands for administrators; others get a private refusal."""

    def __init__(
        self,
        handle: Handle,
        limits: Limits,
        work: Work,
        people: People,
        default: Language | None,
    ) -> None:
        """The default language is for people without a language in Slack."""
        self._handle = handle
        self._limits = limits
        self._work = work
        self._people = people
        self._default = default

    async def run(self, message: Message, client: AsyncWebClient, response: ResponseUrl) -> None:
        """Run a slash command."""
        await self._start(message, client, response.note, response.post)

    async def on_button(self, ack: AsyncAck, body: Payload, client: AsyncWebClient) -> None:
        """Reindexes from the Home tab; it replies in direct messages."""
        await ack()
        click = to_click(body)
        place = directly(click.user)

        async def tell(reply: Reply) -> None:
            await Delivery(client).post(place, reply)

        message = Message(
            Platform.SLACK,
            "",
            click.user,
            "",
            command="reindex",
            workspace_id=click.workspace_id,
        )
        await self._start(message, client, _nothing, tell)

    async def _start(
        self, message: Message, client: AsyncWebClient, note: Tell, post: Tell
    ) -> None:
        if await self._limits.is_too_much(message, "", post):
            return
        who = (client, message.workspace_id, message.sender_id)
        admin, language = await self._people.is_admin(*who), language_of(message.text)
        if language != "ko":
            # `full` and `status` do not tell the language: Korean administrators use them, too.
            language = await self._people.language(*who) or self._default or language
        known = replace(message, admin=admin, scope=Scope(language=language))
        start = self._work.start(lambda: self._run(known, client, note, post))
        if not start:
            await post(turned_away(start, language_of(message.text)))

    async def _run(self, message: Message, client: AsyncWebClient, note: Tell, post: Tell) -> None:
        language = message.scope.language or language_of(message.text)
        async with ProgressMessage(client, message.sender_id, language) as progress:

            async def begin(reply: Reply) -> None:
                """Switches to one progress message when a run begins, if Slack allows it."""
                if await progress.begin():
                    reply = replace(reply, text=FOLLOW_DIRECTLY[reply.language])
                await note(reply)

            async def end(reply: Reply) -> None:
                if not (progress.begun and await progress.end(reply)):
                    await post(reply)

            try:
                reply = await self._handle(message, begin, progress.show)
            except asyncio.CancelledError:
                with suppress(TimeoutError):
                    async with asyncio.timeout(_LAST_WORD_S):
                        await end(private(RUN_STOPPED, language))
                raise
            except Exception as error:  # noqa: BLE001 - the adapter's edge
                reply = apology(message, error)
            await end(reply)


async def _nothing(note: Reply) -> None:
    """Drops the note: the progress message shows the same."""

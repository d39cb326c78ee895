"""Writes first: to administrators and owners in direct messages, and in channels."""

import logging
from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime

from slack_bolt.async_app import AsyncAck
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from adapters.slack.api.calls import answered, refusal, tried
from adapters.slack.api.trouble import SlackUnavailableError, cure
from adapters.slack.post.delivery import Delivery, tell
from adapters.slack.receive.clicks import to_click
from adapters.slack.receive.events import Place, directly
from adapters.slack.receive.reading import Payload
from adapters.slack.render.buttons import FOR_ASKER, Shown
from adapters.slack.render.reply import to_form
from adapters.slack.workspace.identity import Identity, Installed
from adapters.slack.workspace.people import People
from adapters.web.watching.notices import Words, any_reached
from bot.model import Reply
from bot.model.errors import RecordsError
from bot.model.kept import ShiftMessage
from bot.upkeep.reports.daily import KeptShifts
from knowledge.model.documents import Language

logger = logging.getLogger(__name__)

Made = Callable[[Language], Awaitable[Reply | None]]


class Notices:
    """Writes to people and in channels by id; with several workspaces each names its own: `T0:U0`.

    True is returned if anybody was reached.
    """

    def __init__(
        self,
        admins: frozenset[str],
        people: People,
        identity: Identity,
        shifts: KeptShifts,
        default: Language | None,
    ) -> None:
        """The default language is for whoever has none in Slack."""
        self.admins = sorted(admins)
        """Those whom the settings name by id."""
        self._people = people
        self._identity = identity
        self._shifts = shifts
        self._default: Language = default or "en"

    async def tell(self, words: Words) -> bool:
        """Sends each administrator whom the settings name by id one message, in their language."""
        return await self.tell_people(self.admins, words)

    async def tell_people(self, people: Iterable[str], words: Words) -> bool:
        """Sends each of them one message, in their language."""

        async def made(language: Language) -> Reply:
            return Reply(words(language), language, private=True)

        return await self.show(people, made)

    async def show(self, people: Iterable[str], made: Made, shown: Shown = FOR_ASKER) -> bool:
        """Sends each of them one message with buttons, in their language; None sends nothing."""
        return await any_reached(self._show(one, made, shown) for one in people)

    async def tell_channel(self, channel: str, words: Words, language: Language) -> bool:
        """Posts a message in a channel."""
        workspace, _, name = channel.rpartition(":")
        client = await self._client_of(workspace)
        if client is None:
            return False
        return await Delivery(client).say(Place(name, ""), Reply(words(language), language)) is None

    async def post_shift(self, channel: str, shift: ShiftMessage) -> bool:
        """Posts a store's message of the day, with a button for who has read it."""
        workspace, _, name = channel.rpartition(":")
        client = await self._client_of(workspace)
        if client is None:
            return False

        async def once() -> tuple[str | None, AsyncSlackResponse | None]:
            return await answered(
                client.chat_postMessage(
                    channel=name, unfurl_links=False, unfurl_media=False, **to_form(shift)
                )
            )

        word, _ = await tried(once, unseen=True)
        return _noted("a message of the day was not posted", word)

    async def on_read(self, ack: AsyncAck, body: Payload, client: AsyncWebClient) -> None:
        """Notes who has read a message of the day, and shows it there."""
        await ack()
        click = to_click(body)
        try:
            shift = await self._shifts.read(click.value, click.user, datetime.now(UTC))
        except RecordsError:
            logger.exception("a reader was not noted")
            return
        if shift is not None and shift.told:
            await tell(click, client, Reply(shift.told, shift.language, private=True))
        if shift is not None:
            call = client.chat_update(channel=click.channel, ts=click.ts, **to_form(shift))
            _noted("a reader is not shown", await refusal(call))

    async def _show(self, person: str, made: Made, shown: Shown) -> bool:
        workspace, _, user = person.rpartition(":")
        client = await self._client_of(workspace)
        if client is None:
            return False
        known = await self._people.language(client, workspace, user)
        reply = await made(known or self._default)
        if reply is None:
            return False
        word = await Delivery(client).say(directly(user), reply, shown=shown)
        return _noted("a message to a person was not posted", word)

    async def _client_of(self, workspace: str) -> AsyncWebClient | None:
        try:
            return await self._identity.client_of(Installed(workspace))
        except SlackUnavailableError:
            return None


def _noted(what: str, word: str | None) -> bool:
    """Logs an error word; True if there is none."""
    if word is not None:
        logger.warning(what, extra={"reason": word, "cure": cure(word)})
    return word is None

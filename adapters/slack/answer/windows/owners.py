"""Modals that tell the owners of documents what these contradict or lack."""

from dataclasses import dataclass

from slack_bolt.async_app import AsyncAck, AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.channels.channels import Channels
from adapters.chat.texts import DISAGREEING
from adapters.chat.under_way.waiting import too_many
from adapters.slack.answer.kept_answers import Kept
from adapters.slack.answer.windows.answers import opened, sent
from adapters.slack.post.delivery import Delivery
from adapters.slack.receive.clicks import Click, to_click
from adapters.slack.receive.events import directly
from adapters.slack.receive.forms import is_channel, to_telling
from adapters.slack.receive.reading import Payload
from adapters.slack.render import windows
from adapters.slack.render.buttons import FOR_COLLEAGUE
from adapters.slack.render.reply import tells_you
from adapters.slack.workspace.people import People
from bot.conversation.owners import Telling, message_of, once_each, outcome_of
from bot.conversation.rate_limits import Limits
from bot.model import Platform, Reply
from bot.model.kept import StoredAnswer
from knowledge.model.documents import Audience, Language


@dataclass(frozen=True, slots=True)
class _Teller:
    """Who tells an owner, and whether the owner may read who it is."""

    click: Click
    client: AsyncWebClient
    named: bool


class TellOwner:
    """Asks whether the owner may read the person's name, then tells the owner."""

    def __init__(
        self, kept: Kept, people: People, channels: Channels, telling: Telling, limits: Limits
    ) -> None:
        self._kept = kept
        self._people = people
        self._channels = channels
        self._telling = telling
        self._limits = limits

    async def on_tell_owner(self, ack: AsyncAck, body: Payload, client: AsyncWebClient) -> None:
        """Opens the form; who taps later that day reads that the owner knows."""
        await ack()
        click = to_click(body)
        record = await self._kept.found(click.value, click, client)
        if record is None:
            return
        reply, known = record.reply, await self._telling.known(record)
        if known is not None:
            said = outcome_of(known, reply, self._telling.stores)
            view = windows.saying(said, reply.language, "tell_owner")
        elif reply.owners:
            view = windows.tell_owner_form(reply, record.question, click.channel)
        else:  # a button of an older version, which had its person choose whom to tell
            note = DISAGREEING[reply.language]
            view = windows.ask_person_form(record.answer_id, reply.language, note, click.channel)
        await opened(click, client, view)

    async def on_sent(
        self, ack: AsyncAck, body: Payload, client: AsyncWebClient, context: AsyncBoltContext
    ) -> None:
        """Tells the owners, and says in the modal what became of it."""
        telling = to_telling(body["view"])
        by = _Teller(to_click(body), client, telling.named)

        async def send(language: Language) -> str:
            return await self._told(telling.answer_id, by, language)

        await sent(ack, body, client, context, "tell_owner", send)

    async def _told(self, answer_id: str, by: _Teller, language: Language) -> str:
        """Tells the owners; returns the sentence to show."""
        found = await self._kept.looked_up(answer_id, by.click, by.client, language)
        if isinstance(found, Reply):
            return found.text
        click = by.click
        spoken = found.reply.language
        away = await too_many(self._limits, click.person, click.channel, spoken)
        if away is not None:
            return away

        send = once_each(Platform.SLACK, lambda address: self._wrote(address, found, by))
        told = await self._telling.tell(found, click.person, send, named=by.named)
        return outcome_of(told, found.reply, self._telling.stores)

    async def _wrote(self, address: str, record: StoredAnswer, by: _Teller) -> bool:
        workspace, _, place = address.rpartition(":")
        # An id of another workspace may be anybody's here, and the teller's is nobody's there.
        if workspace not in ("", by.click.workspace_id):
            return False
        language = await self._language(place, by) or record.reply.language
        text = message_of(record, language, await self._role(place, by))
        if text is None:
            return False
        intro = tells_you(by.click.user if by.named else "", language)
        reply = Reply(text, language, kept=True, trace_id=record.answer_id)
        said = await Delivery(by.client).say(directly(place), reply, intro, FOR_COLLEAGUE)
        return said is None

    async def _role(self, place: str, by: _Teller) -> Audience:
        """Who may read what: a person by their role, a channel by its settings."""
        if is_channel(place):
            return self._channels.of(by.click.workspace_id, place).audience
        return await self._people.role(by.client, by.click.workspace_id, place)

    async def _language(self, place: str, by: _Teller) -> Language | None:
        if is_channel(place):
            return self._channels.of(by.click.workspace_id, place).language
        return await self._people.language(by.client, by.click.workspace_id, place)

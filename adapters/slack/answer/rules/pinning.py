"""Pins an answer: a button in the modal with its sources, a form, and what became of it."""

import logging

from slack_bolt.async_app import AsyncAck, AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.rules.owning import Owning, PinSheet
from adapters.chat.rules.texts import PIN_FAULTS
from adapters.chat.rules.writing import Writer
from adapters.chat.under_way.waiting import too_many
from adapters.slack.answer.kept_answers import Kept
from adapters.slack.answer.rules.writing import Writers
from adapters.slack.answer.windows.answers import filled, sent
from adapters.slack.receive.clicks import Click, about_of, to_click, view_id, view_title
from adapters.slack.receive.forms import to_wanted_pin
from adapters.slack.receive.reading import Payload
from adapters.slack.render import windows
from adapters.slack.render.rules import pin_form
from adapters.slack.texts import NOT_SHOWN
from bot.conversation.rate_limits import Limits
from bot.model import Reply
from bot.model.errors import BotError
from bot.model.kept import StoredAnswer
from bot.model.rules import Fault
from knowledge.language.terms import language_of
from knowledge.model.documents import Language
from knowledge.model.errors import KnowledgeError

logger = logging.getLogger(__name__)


class PinForms:
    """Shows the form in place of the sources, and pins what is sent."""

    def __init__(self, writers: Writers, owning: Owning, kept: Kept, limits: Limits) -> None:
        self._writers = writers
        self._owning = owning
        self._kept = kept
        self._limits = limits

    async def may_pin(self, record: StoredAnswer, click: Click, client: AsyncWebClient) -> bool:
        """Whether the clicker may pin an answer."""
        return await self._owning.may_pin(record, await self._writers.of(click, client))

    async def on_pin(self, ack: AsyncAck, body: Payload, client: AsyncWebClient) -> None:
        """Shows the form, or why there is none."""
        await ack()
        click = to_click(body)
        writer = await self._writers.of(click, client)
        found, language = await self._sheet(click, client, writer), writer.language
        view = (
            windows.saying(found, language, "pin")
            if isinstance(found, str)
            else pin_form(found, language, click.channel)
        )
        await filled(view_id(body), view, client, language)

    async def on_sent(
        self, ack: AsyncAck, body: Payload, client: AsyncWebClient, context: AsyncBoltContext
    ) -> None:
        """Pins the answer, and says in the modal until when."""
        click, wanted = to_click(body), to_wanted_pin(body["view"])
        answer_id = about_of(body["view"])[0]
        if self._owning.is_past(wanted):
            said = PIN_FAULTS[Fault.DAYS.value][language_of(view_title(body))]
            await ack(response_action="errors", errors={"ends_on": said})
            return

        async def pin(language: Language) -> str:
            found = await self._kept.looked_up(answer_id, click, client, language)
            if isinstance(found, Reply):
                return found.text
            try:
                return await self._owning.pin(found, wanted, await self._writers.of(click, client))
            except (BotError, KnowledgeError):
                logger.exception("an answer was not pinned", extra={"trace_id": answer_id})
                return NOT_SHOWN[language]

        await sent(ack, body, client, context, "pin", pin)

    async def _sheet(self, click: Click, client: AsyncWebClient, writer: Writer) -> PinSheet | str:
        language = writer.language
        away = await too_many(self._limits, click.person, click.channel, language)
        if away is not None:
            return away
        found = await self._kept.looked_up(click.value, click, client, language)
        if isinstance(found, Reply):
            return found.text
        try:
            return await self._owning.pin_sheet(found, writer)
        except (BotError, KnowledgeError):
            logger.exception("no form for a pinned answer", extra={"trace_id": click.value})
            return NOT_SHOWN[language]

"""Hands a question and its answer over to a colleague, from a dialog."""

from dataclasses import replace

from adapters.chat.texts import ASKS_YOU, DISAGREEING, NOT_FOR_ALL
from adapters.chat.under_way.waiting import too_many
from adapters.teams.answer.kept_answers import record_here
from adapters.teams.people import People
from adapters.teams.post.outbox import Outbox
from adapters.teams.receive.activities import chat_of, language_of_person, to_place
from adapters.teams.receive.clicks import CardAction, Handover, to_handover, to_selected
from adapters.teams.receive.wording import Activity, part, word
from adapters.teams.render.cards import said_card
from adapters.teams.render.elements import Card
from adapters.teams.render.passing_on import ask_person_form
from adapters.teams.texts import (
    CANNOT_WRITE,
    CHOOSE_SOMEBODY,
    NOT_AN_ANSWER,
    SENT_ON,
    SOMEBODY,
)
from bot.conversation.rate_limits import Limits
from bot.model import Reply
from bot.model.access import may_read
from bot.model.kept import StoredAnswer
from bot.ports import Records
from bot.privacy import Redactor
from bot.privacy.harmless import harmless
from knowledge.model.documents import Language


class AskPerson:
    """Opens the form, then writes to the chosen colleague, if they may read the answer."""

    def __init__(
        self, records: Records, people: People, outbox: Outbox, redactor: Redactor, limits: Limits
    ) -> None:
        self._records = records
        self._people = people
        self._outbox = outbox
        self._redactor = redactor
        self._limits = limits

    async def form(self, action: CardAction | None, body: Activity) -> tuple[Card, Language]:
        """Returns the form for a button's answer, or for the answer whose menu was used."""
        answer_id = action.about if action else await self._chosen(body)
        record = await record_here(self._records, answer_id, body, self._people.role)
        if record is None:
            language = language_of_person(body)
            return said_card(NOT_AN_ANSWER[language], language), language
        language = record.reply.language
        note = DISAGREEING[language] if record.reply.disputed else ""
        return ask_person_form(record.answer_id, language, note), language

    async def sent(self, action: CardAction, body: Activity) -> tuple[Card, Language]:
        """Writes to the colleague; returns what became of it."""
        record = await record_here(self._records, action.about, body, self._people.role)
        if record is None:
            language = language_of_person(body)
            return said_card(NOT_AN_ANSWER[language], language), language
        language = record.reply.language
        return said_card(await self._sent(record, to_handover(body), body), language), language

    async def _chosen(self, body: Activity) -> str:
        """The id of the answer in a message; empty for any other message."""
        message = to_place(body).message(to_selected(body).message_id)
        return await self._records.held_by(message) or ""

    async def _sent(self, record: StoredAnswer, to: Handover, body: Activity) -> str:
        place, language = to_place(body), record.reply.language
        away = await too_many(self._limits, record, place.tenant_id, place.user, place.channel)
        if away is not None:
            return away
        if not to.person:
            return CHOOSE_SOMEBODY[language]
        role = await self._people.role_of(to.person, place.tenant_id)
        if not may_read(role, record.reply.audience):
            return NOT_FOR_ALL[language]
        chat = await self._outbox.open(chat_of(body), to.person)
        if chat is None:
            return CANNOT_WRITE[language]
        passed = _passed_on(record, self._redactor.safe(to.note), body)
        outcome = await self._outbox.post(chat, passed)
        return (SENT_ON if outcome.word is None else CANNOT_WRITE)[language]


def _passed_on(record: StoredAnswer, note: str, body: Activity) -> Reply:
    """The answer as a colleague reads it, below who asks; buttons would be somebody else's."""
    reply = record.reply
    user = harmless(word(part(body, "from"), "name")) or SOMEBODY[reply.language]
    asks = ASKS_YOU[reply.language].format(user=user, question=record.question)
    above = "\n\n".join(filter(None, [f"**{asks}**", harmless(note), reply.notice]))
    return replace(
        reply,
        text=f"{above}\n\n{reply.text}",
        notice=None,
        kept=False,
        private=False,
        choices=(),
        suggestions=(),
        owners=(),
    )

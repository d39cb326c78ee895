"""The dialogs that pass an answer on: each button's card, in a dialog or in the chat."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

from adapters.chat.channels.channels import Channels
from adapters.chat.rules.texts import ANSWER
from adapters.chat.rules.writing import Sheets
from adapters.chat.texts import ASKS_YOU, DISAGREEING, NOT_FOR_ALL
from adapters.chat.under_way.waiting import too_many
from adapters.chat.under_way.work import Work
from adapters.teams.answer.kept_answers import record_here, record_of
from adapters.teams.answer.notices import Notices
from adapters.teams.people import People
from adapters.teams.post.outbox import Outbox
from adapters.teams.receive.activities import chat_of, is_channel, language_of_person, to_place
from adapters.teams.receive.clicks import (
    NAMED,
    CardAction,
    Handover,
    Verb,
    to_handover,
    to_selected,
)
from adapters.teams.receive.wording import Activity, part, word
from adapters.teams.render import invoke_answers
from adapters.teams.render.cards import said_card
from adapters.teams.render.elements import Card, Element, button
from adapters.teams.render.forms import ask_person_form, tell_owner_form
from adapters.teams.texts import (
    CANNOT_WRITE,
    CHOOSE_SOMEBODY,
    FINISHED,
    NOT_AN_ANSWER,
    SENDING,
    SENT_ON,
    SOMEBODY,
    TITLES,
)
from bot.conversation.owners import NAMED as NAMED_READER
from bot.conversation.owners import NAMELESS, Telling, message_of, once_each, outcome_of
from bot.conversation.rate_limits import Limits
from bot.model import Platform, Reply
from bot.model.access import may_read, most_of, role_of
from bot.model.kept import StoredAnswer
from bot.ports import Records
from bot.privacy import Redactor
from bot.privacy.harmless import harmless
from knowledge.model.documents import Audience, Language

Made = tuple[Card, Language]
"""The card of a dialog, and its language."""
Step = Callable[[CardAction, Activity], Awaitable[Made]]
"""Answers a click, or what a form sends."""


def answer_button(record: StoredAnswer, language: Language) -> Element:
    """Opens the form by which somebody who may write answers a question with a rule."""
    return button(ANSWER[language], Verb.WRITE_RULE, record.answer_id)


# Hands a question and its answer over to a colleague, from a dialog.


class AskPerson:
    """Opens the form, then writes to the chosen colleague, if they may read the answer."""

    def __init__(
        self,
        records: Records,
        people: People,
        outbox: Outbox,
        redactor: Redactor,
        limits: Limits,
        sheets: Sheets | None = None,
    ) -> None:
        """With `sheets`, a colleague who may write can answer by a rule."""
        self._sheets = sheets
        self._records = records
        self._people = people
        self._outbox = outbox
        self._redactor = redactor
        self._limits = limits

    async def form(self, action: CardAction, body: Activity) -> tuple[Card, Language]:
        """Returns the form for an answer."""
        record = await record_here(self._records, action.about, body, self._people.role)
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

    async def _sent(self, record: StoredAnswer, to: Handover, body: Activity) -> str:
        place, language = to_place(body), record.reply.language
        away = await too_many(self._limits, place.person, place.channel, language)
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
        outcome = await self._outbox.post(chat, passed, also=self._answers(record, to, role))
        return (SENT_ON if outcome.word is None else CANNOT_WRITE)[language]

    def _answers(self, record: StoredAnswer, to: Handover, role: Audience) -> list[Element]:
        """The button for a colleague who may write the rule."""
        if self._sheets is None:
            return []
        # Nobody decides here: who taps it is looked up again.
        colleague = self._sheets.writer("teams:::", role, (to.person,), record.reply.language)
        may = self._sheets.may_write(colleague.author, record.reply.owners)
        return [answer_button(record, record.reply.language)] if may else []


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


# Tells the owners of documents what these contradict or lack, from a dialog.


class TellOwner:
    """Asks whether the owner may read the person's name, then tells the owner."""

    def __init__(
        self,
        records: Records,
        people: People,
        channels: Channels,
        outbox: Outbox,
        notices: Notices,
        telling: Telling,
        limits: Limits,
        sheets: Sheets | None = None,
    ) -> None:
        """With `sheets`, owners can answer by a rule."""
        self._records = records
        self._people = people
        self._channels = channels
        self._outbox = outbox
        self._notices = notices
        self._telling = telling
        self._limits = limits
        self._sheets = sheets

    async def form(self, action: CardAction, body: Activity) -> tuple[Card, Language]:
        """Returns the form; who taps later that day reads that the owner knows."""
        record = await record_of(self._records, action.about, body, self._people.role)
        if record is None:
            return _gone(body)
        reply, known = record.reply, await self._telling.known(record)
        if known is not None:
            said = outcome_of(known, reply, self._telling.stores)
            return said_card(said, reply.language), reply.language
        if not reply.owners:  # a better choice came, whose documents lack nothing
            note = DISAGREEING[reply.language] if reply.disputed else ""
            return ask_person_form(record.answer_id, reply.language, note), reply.language
        return tell_owner_form(reply, record.question), reply.language

    async def sent(self, action: CardAction, body: Activity) -> tuple[Card, Language]:
        """Tells the owners; returns what became of it."""
        record = await record_of(self._records, action.about, body, self._people.role)
        if record is None:
            return _gone(body)
        language = record.reply.language
        return said_card(await self._told(action, record, body), language), language

    async def _told(self, action: CardAction, record: StoredAnswer, body: Activity) -> str:
        place, language = to_place(body), record.reply.language
        away = await too_many(self._limits, place.person, place.channel, language)
        if away is not None:
            return away
        named = action.number == NAMED
        name = word(part(body, "from"), "name") if named else ""
        send = once_each(Platform.TEAMS, lambda address: self._wrote(address, record, name, body))
        told = await self._telling.tell(record, place.person, send, named=named)
        return outcome_of(told, record.reply, self._telling.stores)

    async def _wrote(self, address: str, record: StoredAnswer, name: str, body: Activity) -> bool:
        reader = await self._reader(address, body)

        def words(language: Language) -> str | None:
            said = message_of(record, language, reader)
            return said and f"{_introduced(name, language)}\n{said}"

        def buttons(language: Language) -> Sequence[Element]:
            return [answer_button(record, language)] if self._sheets else ()

        own = record.reply.language
        if words(own) is None:
            return False
        settings = self._channels.of(to_place(body).tenant_id, address)
        return await self._notices.reach(
            chat_of(body),
            address,
            lambda language: words(language) or "",
            settings.language or own,
            buttons,
        )

    async def _reader(self, address: str, body: Activity) -> Audience:
        """Who may read what: a person by their role, a channel by its settings."""
        tenant = to_place(body).tenant_id
        if not is_channel(address):
            return await self._people.role_of(address, tenant)
        of_managers = role_of(manager=address in self._people.manager_chats)
        return most_of((self._channels.of(tenant, address).audience, of_managers))


def _introduced(name: str, language: Language) -> str:
    if not name:
        return NAMELESS[language]
    return NAMED_READER[language].format(user=harmless(name))


def _gone(body: Activity) -> tuple[Card, Language]:
    language = language_of_person(body)
    return said_card(FINISHED[language], language), language


_PATIENCE_S = 2.5
"""Teams shows an error after 5 s; a message to a busy chat may take longer."""


class PassingOn:
    """Answers clicks that open a dialog of several steps, and what its forms send."""

    def __init__(
        self,
        tell_owner: TellOwner,
        ask_person: AskPerson,
        records: Records,
        outbox: Outbox,
        work: Work,
        more: Mapping[Verb, Step],
    ) -> None:
        """`more` are steps of dialogs that pass nothing on."""
        self._records = records
        self._outbox = outbox
        self._work = work
        self._known: Mapping[Verb, Step] = {
            Verb.TELL_OWNER: tell_owner.form,
            Verb.TELL: tell_owner.sent,
            Verb.ASK_PERSON: ask_person.form,
            Verb.HAND_OVER: ask_person.sent,
            **more,
        }

    def knows(self, verb: Verb) -> bool:
        """Whether a click is one of these."""
        return verb in self._known

    async def window(self, action: CardAction, body: Activity) -> invoke_answers.Body:
        """Returns the dialog; what takes longer is told in the chat afterwards."""
        making = asyncio.ensure_future(self._known[action.verb](action, body))
        try:
            card, language = await asyncio.wait_for(asyncio.shield(making), _PATIENCE_S)
        except TimeoutError:
            self._work.listen(lambda: self._show(making, action, body))
            language = language_of_person(body)
            card = said_card(SENDING[language], language)
        return invoke_answers.window(TITLES[action.verb][language], card)

    async def show(self, action: CardAction, body: Activity) -> None:
        """Shows the dialog's card in the chat: some clients have no dialogs."""
        await self._show(self._known[action.verb](action, body), action, body)

    async def chosen(self, verb: Verb, body: Activity) -> invoke_answers.Body:
        """Returns the form about the answer whose menu was used."""
        message = to_place(body).message(to_selected(body).message_id)
        answer_id = await self._records.held_by(message) or ""  # any other message has none
        return await self.window(CardAction(verb, answer_id), body)

    async def _show(self, making: Awaitable[Made], action: CardAction, body: Activity) -> None:
        card, language = await making
        title = TITLES[action.verb][language]
        await self._outbox.show(chat_of(body), card, title, language)

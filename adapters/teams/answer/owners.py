"""Tells the owners of documents what these contradict or lack, from a dialog."""

from adapters.chat.channels.channels import Channels
from adapters.chat.texts import DISAGREEING
from adapters.chat.under_way.waiting import too_many
from adapters.teams.answer.kept_answers import record_of
from adapters.teams.answer.notices import Notices
from adapters.teams.people import People
from adapters.teams.post.outbox import Outbox
from adapters.teams.receive.activities import chat_of, is_channel, language_of_person, to_place
from adapters.teams.receive.clicks import NAMED, CardAction
from adapters.teams.receive.wording import Activity, part, word
from adapters.teams.render.cards import said_card
from adapters.teams.render.elements import Card
from adapters.teams.render.passing_on import ask_person_form, tell_owner_form
from adapters.teams.texts import FINISHED
from bot.conversation.owners import NAMED as NAMED_READER
from bot.conversation.owners import NAMELESS, Telling, message_of, once_each, outcome_of
from bot.conversation.rate_limits import Limits
from bot.model import Platform, Reply
from bot.model.access import most_of, role_of
from bot.model.kept import StoredAnswer
from bot.ports import Records
from bot.privacy.harmless import harmless
from knowledge.model.documents import Audience, Language


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
    ) -> None:
        self._records = records
        self._people = people
        self._channels = channels
        self._outbox = outbox
        self._notices = notices
        self._telling = telling
        self._limits = limits

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
        place = to_place(body)
        away = await too_many(self._limits, record, place.tenant_id, place.user, place.channel)
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

        own = record.reply.language
        if words(own) is None:
            return False
        if is_channel(address):
            settings = self._channels.of(to_place(body).tenant_id, address)
            return await self._notices.tell_channel(
                address, lambda language: words(language) or "", settings.language or own
            )
        if await self._notices.tell_people([address], lambda language: words(language) or ""):
            return True
        # Nobody who has not written to the bot is known, but Teams may open a chat with them.
        chat = await self._outbox.open(chat_of(body), address)
        if chat is None:
            return False
        return (await self._outbox.post(chat, Reply(words(own) or "", own))).word is None

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

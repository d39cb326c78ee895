"""Writes first: to administrators and owners in their personal chats, and in channels."""

import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from pydantic import TypeAdapter, ValidationError

from adapters.teams.post.known_chats import SqlChats
from adapters.teams.post.outbox import Outbox
from adapters.teams.receive.activities import (
    ActivityKind,
    Chat,
    chat_of,
    is_channel,
    language_of_person,
)
from adapters.teams.receive.clicks import CardAction
from adapters.teams.receive.wording import Activity, word
from adapters.teams.render.cards import note_card, shift_card
from adapters.teams.render.elements import Element
from adapters.web.edge import wordless
from adapters.web.watching.notices import Words, any_reached
from bot.model import Reply
from bot.model.errors import RecordsError
from bot.model.kept import ShiftMessage
from bot.upkeep.reports.daily import KeptShifts
from knowledge.model.documents import Language

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _KnownChat:
    """Where somebody can be written to."""

    chat: Chat
    language: Language


Buttons = Callable[[Language], Sequence[Element]]
"""Makes the buttons below a message, in a language."""


def no_buttons(language: Language) -> Sequence[Element]:
    """Makes none."""
    return ()


_FORM = TypeAdapter(_KnownChat)
_ANY = "*"
"""The name of a chat of any kind."""


class Notices:
    """Writes to people by object id who have written to the bot once, and in channels.

    Teams lets a bot write first only in a chat that it knows: the last personal chat of whoever may
    be written to is kept, and one of any kind, whose address and account serve the channels. True
    is returned if anybody was reached.
    """

    def __init__(
        self,
        chats: SqlChats,
        admins: frozenset[str],
        outbox: Outbox,
        shifts: KeptShifts,
        others: Collection[str] = (),
    ) -> None:
        """`others` may be written to besides administrators: owners of documents."""
        self._chats = chats
        self.admins = admins
        self._wanted = admins | frozenset(others)
        self._outbox = outbox
        self._shifts = shifts
        self._known: dict[str, _KnownChat] = {}
        """The chats that this server has seen or read: they serve while the database is away."""

    async def read_known(self) -> None:
        """Reads the chats of everybody who may be written to."""
        await self._read([*self._wanted, _ANY])

    async def seen(self, body: Activity) -> None:
        """Keeps the chat of an activity, if somebody may be written to there."""
        chat = chat_of(body)
        person = chat.place.aad_object_id.lower()
        # Each message has another id, which no notice replies to.
        chat = replace(chat, place=replace(chat.place, activity_id=""))
        if chat.place.direct and person in self._wanted:
            await self._noted(person, _KnownChat(chat, language_of_person(body)))
        if _ANY not in self._known:
            bare = replace(chat.place, user="", aad_object_id="")
            known = _KnownChat(replace(chat, place=bare, person={}), "en")
            await self._noted(_ANY, known)

    async def tell(self, words: Words) -> bool:
        """Sends each administrator whom the settings name by id one message, in their language."""
        return await self.tell_people(self.admins, words)

    async def tell_people(
        self, people: Iterable[str], words: Words, buttons: Buttons = no_buttons, but: str = ""
    ) -> bool:
        """Sends each of them one message with buttons below it, in their language.

        `but` is the person, as stored answers name them, who gets none.
        """
        people = list(people)
        await self._read(people)
        chats = (self._known[one] for one in people if one in self._known)
        known = [one for one in chats if one.chat.place.person != but]
        return await any_reached(
            self.say(one.chat, words(one.language), one.language, buttons) for one in known
        )

    async def tell_channel(
        self, channel: str, words: Words, language: Language, buttons: Buttons = no_buttons
    ) -> bool:
        """Posts a message in a channel where the app is installed."""
        chat = await self._chat_of(channel)
        if chat is None:
            return False
        return await self.say(chat, words(language), language, buttons)

    async def reach(
        self, here: Chat, address: str, words: Words, language: Language, buttons: Buttons
    ) -> bool:
        """Sends a message to a channel or a person; `language` is that of who is not known yet.

        Teams may open a chat with a person who has never written to the bot.
        """
        if is_channel(address):
            return await self.tell_channel(address, words, language, buttons)
        if await self.tell_people([address], words, buttons):
            return True
        chat = await self._outbox.open(here, address)
        return chat is not None and await self.say(chat, words(language), language, buttons)

    async def say(
        self, chat: Chat, text: str, language: Language, buttons: Buttons = no_buttons
    ) -> bool:
        """Posts a message of our own, as a card if it has buttons; False if that fails."""
        if below := buttons(language):
            return await self._outbox.put(chat, note_card(text, language, below), text, language)
        return (await self._outbox.post(chat, Reply(text, language))).word is None

    async def post_shift(self, channel: str, shift: ShiftMessage) -> bool:
        """Posts a store's message of the day, with a button for who has read it."""
        chat = await self._chat_of(channel)
        if chat is None:
            return False
        return await self._outbox.put(chat, shift_card(shift), _title(shift), shift.language)

    async def read(self, action: CardAction, body: Activity) -> None:
        """Notes who has read a message of the day, and shows how many there."""
        chat = chat_of(body)
        try:
            shift = await self._shifts.read(action.about, chat.place.user, datetime.now(UTC))
        except RecordsError:
            logger.exception("a reader was not noted")
            return
        posted = word(body, "replyToId")
        if shift is not None and posted:
            card = shift_card(shift)
            await self._outbox.change(
                chat, posted, card, _title(shift), shift.language, to_all=True
            )

    async def _chat_of(self, channel: str) -> Chat | None:
        """A channel as a chat: Teams takes messages for all channels at one address."""
        if _ANY not in self._known:
            await self._read([_ANY])
        known = self._known.get(_ANY)
        if known is None:
            return None
        place = replace(
            known.chat.place, conversation_id=channel, kind=ActivityKind.CHANNEL, thread=""
        )
        return replace(known.chat, place=place, alone=False)

    async def _noted(self, name: str, one: _KnownChat) -> None:
        if self._known.get(name) == one:
            return
        self._known[name] = one
        try:
            await self._chats.keep(name, _FORM.dump_json(one).decode())
        except RecordsError as error:
            _log("a chat was not kept", error)

    async def _read(self, names: Iterable[str]) -> None:
        """Reads what other servers, or an earlier one, have seen of these."""
        try:
            for name, chat in (await self._chats.of(names)).items():
                self._known[name] = _FORM.validate_json(chat)
        except (RecordsError, ValidationError) as error:
            _log("the chats of those to write to cannot be read", error)


def _log(what: str, error: Exception) -> None:
    logger.warning(what, exc_info=wordless(error))


def _title(shift: ShiftMessage) -> str:
    return shift.text.partition("\n")[0].replace("*", "")

"""Writes first: to administrators and owners in their personal chats, and in channels."""

import asyncio
import logging
import sqlite3
from collections.abc import Collection, Iterable
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from adapters.teams.post.outbox import Chat, Outbox, chat_of
from adapters.teams.receive.activities import ActivityKind, language_of_person
from adapters.teams.receive.clicks import CardAction
from adapters.teams.receive.wording import Activity, word
from adapters.teams.render.cards import shift_card
from adapters.web.edge import wordless
from adapters.web.watching.notices import Words, any_reached
from bot.model import Reply
from bot.model.errors import RecordsError
from bot.model.shifts import ShiftMessage
from bot.upkeep.reports.digests.chats import KeptShifts
from knowledge.model.documents import Language

logger = logging.getLogger(__name__)

_TABLE = (
    "CREATE TABLE IF NOT EXISTS chats (person TEXT PRIMARY KEY, chat TEXT NOT NULL) "
    "STRICT, WITHOUT ROWID"
)
_BUSY_S = 5.0


@dataclass(frozen=True, slots=True)
class _KnownChat:
    """Where somebody can be written to."""

    chat: Chat
    language: Language


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
        path: Path,
        admins: frozenset[str],
        outbox: Outbox,
        shifts: KeptShifts,
        others: Collection[str] = (),
    ) -> None:
        """The path is that of a small SQLite file, which the first message makes.

        `others` may be written to besides administrators: owners of documents.
        """
        self._path = path
        self._admins = admins
        self._wanted = admins | frozenset(others)
        self._outbox = outbox
        self._shifts = shifts
        self._known = self._read()

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
        return await self.tell_people(self._admins, words)

    async def tell_people(self, people: Iterable[str], words: Words) -> bool:
        """Sends each of them one message, in their language."""
        known = [self._known[one] for one in people if one in self._known]
        return await any_reached(self._tell(one, words) for one in known)

    async def tell_channel(self, channel: str, words: Words, language: Language) -> bool:
        """Posts a message in a channel where the app is installed."""
        chat = self._chat_of(channel)
        if chat is None:
            return False
        return (await self._outbox.post(chat, Reply(words(language), language))).word is None

    async def post_shift(self, channel: str, shift: ShiftMessage) -> bool:
        """Posts a store's message of the day, with a button for who has read it."""
        chat = self._chat_of(channel)
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

    def _chat_of(self, channel: str) -> Chat | None:
        """A channel as a chat: Teams takes messages for all channels at one address."""
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
        writing = asyncio.create_task(asyncio.to_thread(self._keep, name, one))
        try:
            await asyncio.shield(writing)
        except asyncio.CancelledError:
            await asyncio.wait([writing])  # a stop leaves no half-written file
            raise
        except (sqlite3.Error, OSError) as error:
            self._log("a chat was not kept", error)

    async def _tell(self, one: _KnownChat, words: Words) -> bool:
        reply = Reply(words(one.language), one.language, private=True)
        return (await self._outbox.post(one.chat, reply)).word is None

    def _read(self) -> dict[str, _KnownChat]:
        if not self._path.exists():
            return {}
        try:
            with closing(self._connected()) as db:
                db.execute(_TABLE)
                rows = db.execute("SELECT person, chat FROM chats").fetchall()
            return {person: _FORM.validate_json(chat) for person, chat in rows}
        except (sqlite3.Error, OSError, ValidationError) as error:
            self._log("the chats of those to write to cannot be read", error)
            return {}

    def _keep(self, person: str, one: _KnownChat) -> None:
        with closing(self._connected()) as db, db:
            db.execute(_TABLE)
            row = (person, _FORM.dump_json(one).decode())
            db.execute("INSERT OR REPLACE INTO chats VALUES (?, ?)", row)

    def _connected(self) -> sqlite3.Connection:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.touch(mode=0o600)
        return sqlite3.connect(self._path, timeout=_BUSY_S)

    def _log(self, what: str, error: Exception) -> None:
        logger.warning(what, exc_info=wordless(error), extra={"path": str(self._path)})


def _title(shift: ShiftMessage) -> str:
    return shift.text.partition("\n")[0].replace("*", "")

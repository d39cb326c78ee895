"""Tells administrators in their personal chats."""

import asyncio
import logging
import sqlite3
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from adapters.teams.post.outbox import Chat, Outbox, chat_of
from adapters.teams.receive.activities import language_of_person
from adapters.teams.receive.wording import Activity
from adapters.web.edge import wordless
from adapters.web.watching.notices import Words, any_reached
from bot.model import Reply
from knowledge.model.documents import Language

logger = logging.getLogger(__name__)

_TABLE = (
    "CREATE TABLE IF NOT EXISTS chats (person TEXT PRIMARY KEY, chat TEXT NOT NULL) "
    "STRICT, WITHOUT ROWID"
)
_BUSY_S = 5.0


@dataclass(frozen=True, slots=True)
class _AdminChat:
    """Where an administrator can be written to."""

    chat: Chat
    language: Language


_FORM = TypeAdapter(_AdminChat)


class AdministratorNotices:
    """Writes to the administrators named by object id who have written to the bot once.

    Teams lets a bot write first only in a chat that it knows: their last personal chat is kept.
    """

    def __init__(self, path: Path, admins: frozenset[str], outbox: Outbox) -> None:
        """The path is that of a small SQLite file, which the first message makes."""
        self._path = path
        self._admins = admins
        self._outbox = outbox
        self._known = self._read()

    async def seen(self, body: Activity) -> None:
        """Keeps the chat of an activity, if it is an administrator's own."""
        chat = chat_of(body)
        person = chat.place.aad_object_id.lower()
        if not chat.place.direct or person not in self._admins:
            return
        # Each message has another id, which no notice replies to.
        chat = replace(chat, place=replace(chat.place, activity_id=""))
        one = _AdminChat(chat, language_of_person(body))
        if self._known.get(person) == one:
            return
        self._known[person] = one
        try:
            await asyncio.to_thread(self._keep, person, one)
        except (sqlite3.Error, OSError) as error:
            self._log("an administrator's chat was not kept", error)

    async def tell(self, words: Words) -> bool:
        """Sends each of them one message, in their language; False if nobody was reached."""
        admins = [one for person, one in self._known.items() if person in self._admins]
        return await any_reached(self._tell(one, words) for one in admins)

    async def _tell(self, one: _AdminChat, words: Words) -> bool:
        reply = Reply(words(one.language), one.language, private=True)
        return (await self._outbox.post(one.chat, reply)).word is None

    def _read(self) -> dict[str, _AdminChat]:
        if not self._path.exists():
            return {}
        try:
            with closing(self._connected()) as db:
                db.execute(_TABLE)
                rows = db.execute("SELECT person, chat FROM chats").fetchall()
            return {person: _FORM.validate_json(chat) for person, chat in rows}
        except (sqlite3.Error, OSError, ValidationError) as error:
            self._log("the chats of administrators cannot be read", error)
            return {}

    def _keep(self, person: str, one: _AdminChat) -> None:
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

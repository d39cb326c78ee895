"""Keeps where Teams lets the bot write first."""

from collections.abc import Iterable

from sqlalchemy import Connection, select

from adapters.database import Database
from adapters.database.engine import insert
from adapters.database.tables import teams_chats
from bot.model.errors import RecordsError


class SqlChats:
    """Keeps one chat of each name, in the words of its writer. Every method raises RecordsError."""

    def __init__(self, database: Database) -> None:
        self._results = database.raising(RecordsError)

    async def of(self, names: Iterable[str]) -> dict[str, str]:
        """Returns the known chats of these names."""
        some = select(teams_chats).where(teams_chats.c.person.in_(sorted(names)))
        rows = await self._results.read(lambda db: db.execute(some).all())
        return {row.person: row.chat for row in rows}

    async def keep(self, name: str, chat: str) -> None:
        """Keeps a chat in place of the one before."""
        await self._results.write(lambda db: _keep(db, name, chat))


def _keep(db: Connection, name: str, chat: str) -> None:
    given = insert(db, teams_chats).values(person=name, chat=chat)
    db.execute(
        given.on_conflict_do_update(index_elements=[teams_chats.c.person], set_={"chat": chat})
    )

"""Notes which owners were told of what today, without anybody's words."""

import uuid
from datetime import date

from sqlalchemy import Connection, and_, delete, select

from adapters.database import Database
from adapters.database.engine import insert
from adapters.database.statements import is_written
from adapters.database.tables import told
from bot.model.errors import RecordsError


class SqlToldOwners:
    """Notes it in the database; earlier days are deleted. Every method raises RecordsError."""

    def __init__(self, database: Database) -> None:
        self._results = database.raising(RecordsError)

    async def note(self, what: str, day: date) -> bool:
        """Notes that somebody is told of it on a day; False if they were already."""
        noted_as = uuid.uuid4().hex
        return await self._results.write(lambda db: _noted(db, what, day, noted_as))

    async def forget(self, what: str) -> None:
        """Forgets it: nobody was reached."""
        one = delete(told).where(told.c.what == what)
        await self._results.write(lambda db: db.execute(one).rowcount)

    async def noted(self, what: str, day: date) -> bool:
        """Whether they were told of it on this day."""
        one = select(told.c.what).where(told.c.what == what, told.c.day == day)
        return await self._results.read(lambda db: db.execute(one).first() is not None)


def _noted(db: Connection, what: str, day: date, noted_as: str) -> bool:
    db.execute(delete(told).where(told.c.day < day))
    given = insert(db, told).values(what=what, day=day, noted_as=noted_as)
    if db.execute(given.on_conflict_do_nothing()).rowcount:
        return True
    return is_written(db, and_(told.c.what == what, told.c.noted_as == noted_as))

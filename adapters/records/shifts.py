"""Keeps the messages of the day of each channel, and who has said that they read them."""

from datetime import date, datetime, timedelta

from sqlalchemy import Connection, delete, select

from adapters.database import Database
from adapters.database.engine import insert, is_shared
from adapters.database.tables import shift_messages, shift_reads
from bot.model import Platform
from bot.model.errors import RecordsError
from bot.model.kept import ShiftMessage
from bot.texts import spoken


class SqlShifts:
    """Keeps them in the database."""

    def __init__(self, database: Database, days: int) -> None:
        """A message is kept for so many days."""
        self._results = database.raising(RecordsError)
        self._days = days

    async def claim(self, message: ShiftMessage) -> bool:
        """Keeps a message before it is posted; False if its channel had one that day."""
        return await self._results.write(lambda db: self._claim(db, message), lasting=True)

    async def release(self, message_id: str) -> None:
        """Forgets a message that was not posted."""
        one = delete(shift_messages).where(shift_messages.c.message_id == message_id)
        await self._results.write(lambda db: db.execute(one).rowcount)

    async def read(self, message_id: str, person: str, at: datetime) -> ShiftMessage | None:
        """Notes that somebody has read a message, and returns it; None if it is not kept."""
        return await self._results.write(lambda db: _read(db, message_id, person, at))

    def _claim(self, db: Connection, message: ShiftMessage) -> bool:
        day = date.fromisoformat(message.day)
        oldest = day - timedelta(days=self._days)
        db.execute(delete(shift_messages).where(shift_messages.c.day < oldest))
        given = insert(db, shift_messages).values(
            message_id=message.message_id,
            store=message.store,
            day=day,
            platform=message.platform.value,
            channel=message.channel,
            language=message.language,
            text=message.text,
        )
        if db.execute(given.on_conflict_do_nothing()).rowcount:
            return True
        # This very work may have been done before its connection was lost.
        ours = select(shift_messages.c.day).where(shift_messages.c.message_id == message.message_id)
        return is_shared(db) and db.execute(ours).first() is not None


def _read(db: Connection, message_id: str, person: str, at: datetime) -> ShiftMessage | None:
    one = select(shift_messages).where(shift_messages.c.message_id == message_id)
    row = db.execute(one).first()
    if row is None:
        return None
    given = insert(db, shift_reads).values(message_id=message_id, person=person, at=at)
    db.execute(given.on_conflict_do_nothing())
    readers = db.execute(
        select(shift_reads.c.person)
        .where(shift_reads.c.message_id == message_id)
        .order_by(shift_reads.c.at, shift_reads.c.person)
    )
    language = spoken(row.language)
    return ShiftMessage(
        row.message_id,
        row.store,
        row.day.isoformat(),
        Platform(row.platform),
        row.channel,
        language,
        row.text,
        tuple(readers.scalars()),
    )

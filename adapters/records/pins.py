"""Keeps the answers that owners pin to questions."""

from functools import cached_property

from pydantic import TypeAdapter
from sqlalchemy import delete, select

from adapters.database import Database
from adapters.database.engine import insert
from adapters.database.tables import pins
from bot.model.errors import RecordsError
from bot.model.rules import Pin


class SqlPins:
    """Keeps them in the database. Every method raises RecordsError."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._results = database.raising(RecordsError)

    @cached_property
    def _form(self) -> TypeAdapter[Pin]:
        return TypeAdapter(Pin)

    async def keep(self, pin: Pin) -> None:
        """Keeps a fixed answer."""
        row = {
            "pin_id": pin.pin_id,
            "body": self._form.dump_json(pin).decode(),
            "ends_on": pin.ends_on,
            "person": pin.person,
            "at": pin.at,
        }
        await self._results.write(
            lambda db: db.execute(insert(db, pins).values(row).on_conflict_do_nothing()).rowcount,
            lasting=True,
        )

    async def forget(self, pin_id: str) -> bool:
        """Forgets one; False if it is not kept."""
        one = delete(pins).where(pins.c.pin_id == pin_id)
        return await self._results.write(lambda db: db.execute(one).rowcount == 1, lasting=True)

    async def all(self) -> list[Pin]:
        """Returns all of them, the earliest first."""
        # Each question asks, also where nothing is kept but the index.
        if not self._database.is_there:
            return []
        rows = select(pins.c.body).order_by(pins.c.at, pins.c.pin_id)
        found = await self._results.read(lambda db: db.execute(rows).scalars().all())
        return [self._form.validate_json(one) for one in found]

"""Keeps who has said that they read a rule, and whether they understood it."""

from sqlalchemy import select

from adapters.database import Database
from adapters.database.engine import insert
from adapters.database.tables import receipts
from bot.model.errors import RecordsError
from bot.model.rules import Receipt


class SqlReceipts:
    """Keeps it in the database. Every method raises RecordsError."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._results = database.raising(RecordsError)

    async def keep(self, receipt: Receipt) -> None:
        """Keeps somebody's word, in place of an earlier one."""
        row = {
            "rule_id": receipt.rule_id,
            "person": receipt.person,
            "store": receipt.store,
            "at": receipt.at,
            "understood": receipt.understood,
        }
        await self._results.write(
            lambda db: (
                db.execute(
                    insert(db, receipts)
                    .values(row)
                    .on_conflict_do_update(index_elements=["rule_id", "person"], set_=row)
                ).rowcount
            )
        )

    async def all(self) -> list[Receipt]:
        """Returns all of them, the earliest first."""
        if not self._database.is_there:
            return []
        rows = select(receipts).order_by(receipts.c.at, receipts.c.person)
        found = await self._results.read(lambda db: db.execute(rows).all())
        return [Receipt(**dict(row._mapping)) for row in found]

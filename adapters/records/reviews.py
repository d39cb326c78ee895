"""Keeps until when owners called versions of documents still true."""

from collections.abc import Mapping
from datetime import UTC, date, datetime

from sqlalchemy import select

from adapters.database import Database
from adapters.database.engine import insert
from adapters.database.tables import reviews
from bot.model.errors import RecordsError


class SqlReviews:
    """Keeps it in the database. Every method raises RecordsError."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._results = database.raising(RecordsError)

    async def note(self, doc_id: str, version: str, review_by: date, person: str) -> None:
        """Notes the day by which a version is looked at again, in place of an earlier one."""
        row = {
            "doc_id": doc_id,
            "version": version,
            "review_by": review_by,
            "person": person,
            "at": datetime.now(UTC),
        }
        await self._results.write(
            lambda db: (
                db.execute(
                    insert(db, reviews)
                    .values(row)
                    .on_conflict_do_update(index_elements=["doc_id", "version"], set_=row)
                ).rowcount
            ),
            lasting=True,
        )

    async def all(self) -> Mapping[str, date]:
        """Returns the days by the keys of versions, such as `refunds@2`."""
        if not self._database.is_there:
            return {}
        found = await self._results.read(lambda db: db.execute(select(reviews)).all())
        return {f"{row.doc_id}@{row.version}": row.review_by for row in found}

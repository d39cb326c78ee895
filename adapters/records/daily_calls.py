"""Counts calls of the language model by day; the count survives restarts."""

import logging
from collections.abc import Callable
from datetime import date

from sqlalchemy import select

from adapters.database import Database
from adapters.database.statements import counted_of_day
from adapters.database.tables import model_calls
from bot.model.errors import RecordsError

logger = logging.getLogger(__name__)


class SqlCalls:
    """Limits the calls of a day in the database, for all replicas together."""

    def __init__(self, database: Database, most: int, today: Callable[[], date]) -> None:
        """`today` returns the day in the store's time zone."""
        self.most = most
        self._results = database.raising(RecordsError)
        self._today = today
        self._told: date | None = None

    async def take(self) -> bool:
        """Counts a call before it is made; False if today's limit is reached."""
        day = self._today()
        try:
            is_taken = await self._results.write(
                lambda db: counted_of_day(db, model_calls, {"day": day}, self.most)
            )
        except RecordsError as error:
            # Uncounted calls would have no limit.
            about = {"cause": str(error)}
            logger.warning("model calls cannot be counted, so none is made", extra=about)
            return False
        if not is_taken and self._told != day:
            self._told = day
            logger.warning(
                "the language model is not asked any more today", extra={"calls": self.most}
            )
        return is_taken

    async def made(self) -> int | None:
        """The number of calls today; None if it cannot be read."""
        of_today = select(model_calls.c.made).where(model_calls.c.day == self._today())
        try:
            return await self._results.read(lambda db: db.execute(of_today).scalar()) or 0
        except RecordsError:
            return None

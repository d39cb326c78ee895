"""Remembers the last questions of each thread in the database, without personal data."""

import logging
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any

from pydantic import TypeAdapter, ValidationError
from sqlalchemy import Connection, Row, delete, select

from adapters.database import Database
from adapters.database.tables import turns
from bot.conversation.threads import MOST_TURNS
from bot.model import Turn
from bot.model.errors import RecordsError

logger = logging.getLogger(__name__)

_TIDY_EVERY = timedelta(minutes=10)

Now = Callable[[], datetime]
"""Returns the present time, with a time zone."""


def _utc_now() -> datetime:
    return datetime.now(UTC)


class SqlThreads:
    """Holds the last turns of each thread, so that any replica knows them."""

    def __init__(self, database: Database, expiry: timedelta | None, now: Now = _utc_now) -> None:
        """Remembers a quiet thread until `expiry`; None remembers nothing."""
        self._results = database.raising(RecordsError)
        self._expiry = expiry or timedelta(0)
        self._now = now
        self._tidied_at: datetime | None = None

    async def turns(self, thread: str) -> tuple[Turn, ...]:
        """Returns the thread's last turns, the latest last; none if it was quiet for too long."""
        if not self._expiry or not thread:
            return ()
        try:
            rows = await self._results.read(lambda db: _latest(db, thread))
        except RecordsError as error:
            # The question is answered, though not as a follow-up.
            logger.warning("a thread's questions cannot be read", extra={"cure": str(error)})
            return ()
        if self._is_over(rows):
            return ()
        found = [_turn(row.turn) for row in reversed(rows)]
        return tuple(turn for turn in found if turn is not None)

    async def keep(self, thread: str, turn: Turn) -> None:
        """Adds a turn to its thread."""
        written: list[int] = []
        try:
            await self._tidy()
            if self._expiry and thread:
                await self._results.write(lambda db: self._keep(db, thread, turn, written))
        except RecordsError as error:
            logger.warning("a thread's question is not stored", extra={"cure": str(error)})

    def _keep(self, db: Connection, thread: str, turn: Turn, written: list[int]) -> None:
        rows = _latest(db, thread)
        # This very turn may have been written before the connection was lost.
        if written and any(row.number == written[-1] for row in rows):
            return
        left = [] if self._is_over(rows) else [row.number for row in rows[: MOST_TURNS - 1]]
        db.execute(delete(turns).where(turns.c.thread == thread, turns.c.number.not_in(left)))
        values = {"thread": thread, "at": self._now(), "turn": _form().dump_json(turn).decode()}
        number = db.execute(turns.insert().values(values).returning(turns.c.number)).scalar_one()
        written.append(number)

    def _is_over(self, rows: Sequence[Row[Any]]) -> bool:
        return not rows or self._now() - rows[0].at >= self._expiry

    async def _tidy(self) -> None:
        """Deletes threads that were quiet for too long, every ten minutes."""
        now = self._now()
        if self._tidied_at is not None and now - self._tidied_at < _TIDY_EVERY:
            return
        old = delete(turns).where(turns.c.at <= now - self._expiry)
        await self._results.write(lambda db: db.execute(old).rowcount)
        self._tidied_at = now


def _latest(db: Connection, thread: str) -> Sequence[Row[Any]]:
    """The rows of a thread's last turns, the latest first."""
    some = select(turns).where(turns.c.thread == thread).order_by(turns.c.number.desc())
    return db.execute(some.limit(MOST_TURNS)).all()


def _turn(stored: str) -> Turn | None:
    """The turn; None for one of another version that cannot be read."""
    try:
        return _form().validate_json(stored)
    except ValidationError:
        return None


@lru_cache(1)
def _form() -> TypeAdapter[Turn]:
    return TypeAdapter(Turn)

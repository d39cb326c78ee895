"""Remembers the last questions of each thread in the database, without personal data."""

import logging
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from pydantic import ValidationError
from sqlalchemy import Connection, Row, delete, func, literal, or_, select

from adapters.database import Database
from adapters.database.tables import turns
from bot.conversation.threads import MOST_TURNS
from bot.model import Turn
from bot.model.errors import RecordsError
from knowledge.model.stored import as_json, of_json

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
        found = [_turn(row.turn) for row in reversed(self._of_one_talk(rows))]
        return tuple(turn for turn in found if turn is not None)

    async def keep(self, thread: str, turn: Turn) -> None:
        """Adds a turn to its thread."""
        try:
            await self._tidy()
            if self._expiry and thread:
                written = as_json(turn)
                values = {"thread": thread, "at": self._now(), "turn": written}
                await self._results.write_each(lambda db: _keep(db, values))
        except RecordsError as error:
            logger.warning("a thread's question is not stored", extra={"cure": str(error)})

    def _of_one_talk(self, rows: Sequence[Row[Any]]) -> list[Row[Any]]:
        """The latest rows, up to the first pause that was too long."""
        found, next_at = [], self._now()
        for row in rows:
            if next_at - row.at >= self._expiry:
                break
            found.append(row)
            next_at = row.at
        return found

    async def _tidy(self) -> None:
        """Deletes turns that are not needed any more, every ten minutes."""
        now = self._now()
        if self._tidied_at is not None and now - self._tidied_at < _TIDY_EVERY:
            return
        position = func.row_number().over(partition_by=turns.c.thread, order_by=_LATEST)
        numbered = select(turns.c.number, position.label("position")).subquery()
        more = select(numbered.c.number).where(numbered.c.position > MOST_TURNS)
        old = or_(turns.c.at <= now - self._expiry, turns.c.number.in_(more))
        await self._results.write(lambda db: db.execute(delete(turns).where(old)).rowcount)
        self._tidied_at = now


_LATEST = turns.c.number.desc()


def _keep(db: Connection, values: dict[str, Any]) -> None:
    """Adds a turn unless it was added before the connection was lost."""
    known = select(turns.c.number).where(
        turns.c.thread == values["thread"], turns.c.at == values["at"]
    )
    made = select(*(literal(value, turns.c[name].type) for name, value in values.items()))
    db.execute(turns.insert().from_select(list(values), made.where(~known.exists())))


def _latest(db: Connection, thread: str) -> Sequence[Row[Any]]:
    """The rows of a thread's last turns, the latest first."""
    some = select(turns).where(turns.c.thread == thread).order_by(_LATEST)
    return db.execute(some.limit(MOST_TURNS)).all()


def _turn(stored: str) -> Turn | None:
    """The turn; None for one of another version that cannot be read."""
    try:
        return of_json(Turn, stored)
    except ValidationError:
        return None

"""The audit log of several replicas: a table; each line has the hash of the one before."""

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, delete, select, true

from adapters.database import Database
from adapters.database.engine import inserted_alone
from adapters.database.tables import audit
from adapters.records.audit_files import Chain, hash_of, to_entry, to_line
from bot.model.errors import AuditError
from bot.model.kept import AuditLog, Entry, EntryKind

_PAGE = 1_000
"""Lines read at a time: a year's log does not fit everywhere."""
_LOCK = "audit"

Now = Callable[[], datetime]
"""Returns the present time, with a time zone."""


def _utc_now() -> datetime:
    return datetime.now(UTC)


class SqlAudit:
    """Adds lines to the chain of all replicas and deletes old days."""

    def __init__(self, database: Database, keep_days: int = 365, now: Now = _utc_now) -> None:
        """Keeps each day for `keep_days`; 0 writes and deletes nothing."""
        self._results = database.raising(AuditError)
        self._keep_days = keep_days
        self._now = now
        self._tidied: date | None = None

    async def keep(self, entry: Entry) -> None:
        """Adds a line. Raises AuditError."""
        if not self._keep_days:
            return
        await self._tidy()
        written: list[tuple[int, str]] = []
        await self._results.write_each(lambda db: self._append(db, entry, written))

    async def answer(self, answer_id: str) -> Entry | None:
        """The entry of an answer; None if it is not stored. Raises AuditError."""
        lines = select(audit.c.line).where(audit.c.what == answer_id, self._still_kept())
        latest_first = lines.order_by(audit.c.number.desc())
        rows = await self._results.read(lambda db: db.execute(latest_first).all())
        entries = (to_entry(row.line.encode()) for row in rows)
        found = (one for one in entries if one is not None)
        return next((one for one in found if _is_answer(one, answer_id)), None)

    async def read(self, since: datetime) -> AuditLog:
        """The entries since then; verifies every stored line. Raises AuditError."""
        chain, last, which = Chain(), 0, self._still_kept()
        while rows := await self._page(last, which):
            for row in rows:
                _verify(chain, row, since)
            last = rows[-1].number
        return chain.log()

    async def _page(self, last: int, which: ColumnElement[bool]) -> Sequence[Row[Any]]:
        some = select(audit).where(audit.c.number > last, which)
        page = some.order_by(audit.c.number).limit(_PAGE)
        return await self._results.read(lambda db: db.execute(page).all())

    def _append(self, db: Connection, entry: Entry, written: list[tuple[int, str]]) -> None:
        # This very line may have been written before the connection was lost.
        if written and _line(db, written[-1][0]) == written[-1][1]:
            return
        latest = select(audit).order_by(audit.c.number.desc()).limit(1)
        is_appended = False
        while not is_appended:  # another replica's line may take its number
            last = db.execute(latest).first()
            number = last.number + 1 if last else 1
            # A clock that goes back would have a line deleted out of the middle.
            at = max(self._now(), last.at) if last else self._now()
            line = to_line(entry, hash_of(last.line.encode() if last else None)).decode()
            written.append((number, line))
            row = {"number": number, "at": at, "what": entry.what, "line": line}
            is_appended = inserted_alone(db, audit, row, _LOCK)

    async def _tidy(self) -> None:
        """Deletes old days, at most once a day."""
        today = self._now().astimezone(UTC).date()
        if self._tidied == today:
            return
        old = delete(audit).where(audit.c.at < self._oldest())
        await self._results.write(lambda db: db.execute(old).rowcount)
        self._tidied = today

    def _still_kept(self) -> ColumnElement[bool]:
        return audit.c.at >= self._oldest() if self._keep_days else true()

    def _oldest(self) -> datetime:
        """The beginning of the first day that is kept."""
        today = self._now().astimezone(UTC).date()
        return datetime.combine(today - timedelta(days=self._keep_days), time(), UTC)


def _verify(chain: Chain, row: Row[Any], since: datetime) -> None:
    place = f"audit:{row.number}"
    entry = chain.verified(row.line.encode(), place)
    if entry is None or entry.what != row.what:
        chain.broken.append(place)  # no line is half written here
    elif entry.at >= since:
        chain.entries.append(entry)


def _line(db: Connection, number: int) -> str | None:
    found: str | None = db.execute(select(audit.c.line).where(audit.c.number == number)).scalar()
    return found


def _is_answer(entry: Entry, answer_id: str) -> bool:
    return (entry.kind, entry.what) == (EntryKind.ANSWER, answer_id)

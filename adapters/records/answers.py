"""Stores answers and their ratings for some weeks."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, delete, func, select, tuple_, update

from adapters.database import Database
from adapters.database.engine import insert
from adapters.database.tables import answers, corrections, feedback, messages
from bot.model import SafeText, Verdict
from bot.model.errors import RecordsError
from bot.model.kept import (
    Corrected,
    Feedback,
    Ratings,
    StoredAnswer,
    same_question,
)
from bot.shown.written import to_json, to_reply

_TIDY_EVERY = timedelta(hours=1)

Now = Callable[[], datetime]
"""Returns the present time, with a time zone."""


def _utc_now() -> datetime:
    return datetime.now(UTC)


class SqlRecords:
    """Stores answers in the database."""

    def __init__(self, database: Database, keep_days: int = 30, now: Now = _utc_now) -> None:
        """Keeps each answer for `keep_days`; 0 keeps none and deletes earlier ones."""
        self._results = database.raising(RecordsError)
        self._expiry = timedelta(days=keep_days)
        self._now = now
        self._tidied_at: datetime | None = None

    async def keep(self, record: StoredAnswer) -> bool:
        """Saves an answer, over an earlier one to the same question only; False if storing is off.

        Raises RecordsError.
        """
        await self._tidy()
        if not self._expiry:
            return False
        if not await self._results.write(lambda db: _kept(db, record)):
            raise RecordsError(f"the answer {record.answer_id} is stored already")
        return True

    async def change(self, record: StoredAnswer) -> bool:
        """Stores another wording of an answer; False if it is not stored. Raises RecordsError."""
        changed = (
            update(answers)
            .where(answers.c.answer_id == record.answer_id, self._still_kept())
            .values(verdict=record.verdict, reply=to_json(record.reply))
        )
        return await self._results.write(lambda db: db.execute(changed).rowcount > 0)

    async def find(self, answer_id: str) -> StoredAnswer | None:
        """The answer with this id; None if it is not stored. Raises RecordsError."""
        one = select(answers).where(answers.c.answer_id == answer_id, self._still_kept())
        return next(iter(await self._records(one)), None)

    async def keep_message(self, message: str, answer_id: str) -> None:
        """Saves which message holds an answer; does nothing if the answer is not stored.

        Raises RecordsError.
        """
        await self._results.write(lambda db: _keep_message(db, message, answer_id))

    async def held_by(self, message: str) -> str | None:
        """The answer id of a message; None if it is not stored. Raises RecordsError."""
        one = (
            select(answers.c.answer_id)
            .join(messages)
            .where(messages.c.message == message, self._still_kept())
        )
        rows = await self._rows(one)
        return rows[0].answer_id if rows else None

    async def message_of(self, answer_ids: Sequence[str]) -> str | None:
        """The message that shows the first of some answers; None if none is stored.

        Raises RecordsError.
        """
        shown = select(messages).where(messages.c.answer_id.in_(answer_ids))
        found = {row.answer_id: row.message for row in await self._rows(shown)}
        return next((found[one] for one in answer_ids if one in found), None)

    async def rate(self, rating: Feedback) -> bool:
        """Saves a person's latest rating of an answer; False if the answer is not stored.

        Raises RecordsError.
        """
        stored = select(answers.c.answer_id).where(
            answers.c.answer_id == rating.answer_id, self._still_kept()
        )
        return await self._results.write(lambda db: _rated(db, rating, stored))

    async def opinions(self, answer_id: str) -> list[Feedback]:
        """An answer's ratings, the earliest first. Raises RecordsError."""
        return await self._opinions(feedback.c.answer_id == answer_id)

    async def answered(self, thread: str, since: datetime) -> bool:
        """Whether an answer was given in a thread since then. Raises RecordsError."""
        one = select(answers.c.number).where(answers.c.thread == thread, self._since(since))
        return bool(await self._rows(one.limit(1)))

    async def recent(self, person: str, limit: int) -> list[StoredAnswer]:
        """A person's answers, the latest first. Raises RecordsError."""
        latest = answers.c.given_at.desc(), answers.c.number.desc()
        some = select(answers).where(answers.c.person == person, self._still_kept())
        return await self._records(some.order_by(*latest).limit(limit))

    async def given(self, since: datetime) -> list[StoredAnswer]:
        """All answers since then, the earliest first. Raises RecordsError."""
        all_of_them = select(answers).where(self._since(since))
        rows = await self._rows(all_of_them.order_by(answers.c.given_at, answers.c.number))
        return await asyncio.to_thread(lambda: [_record(row) for row in rows])

    async def opinions_since(self, since: datetime) -> list[Feedback]:
        """All ratings since then, the earliest first. Raises RecordsError."""
        return await self._opinions(feedback.c.given_at >= since)

    async def note_corrected(self, noted: Sequence[Corrected]) -> bool:
        """Notes answers as corrected, all or none; False if one is already. Raises RecordsError."""
        return await self._results.write(lambda db: _noted_corrected(db, noted))

    async def forget_corrected(self, noted: Sequence[Corrected]) -> None:
        """Forgets that answers are corrected. Raises RecordsError."""
        keys = [(one.answer_id, one.doc_id, one.correction_id) for one in noted]
        key = tuple_(corrections.c.answer_id, corrections.c.doc_id, corrections.c.correction_id)
        forgotten = delete(corrections).where(key.in_(keys))
        await self._results.write(lambda db: db.execute(forgotten).rowcount)

    async def corrected(self) -> list[Corrected]:
        """The answers that were corrected, the earliest first. Raises RecordsError."""
        some = select(corrections).join(answers).where(self._still_kept())
        rows = await self._rows(some.order_by(corrections.c.at, corrections.c.answer_id))
        return [Corrected(row.answer_id, row.doc_id, row.at, row.correction_id) for row in rows]

    async def ratings(self, since: datetime) -> Ratings:
        """The numbers of good and bad ratings since then. Raises RecordsError."""
        counted = (
            select(feedback.c.good, func.count().label("rated"))
            .join(answers)
            .where(feedback.c.given_at >= since, self._still_kept())
            .group_by(feedback.c.good)
        )
        numbers = {row.good: row.rated for row in await self._rows(counted)}
        return Ratings(numbers.get(True, 0), numbers.get(False, 0))

    async def _tidy(self) -> None:
        """Deletes old answers with their ratings, at most once an hour."""
        now = self._now()
        if self._tidied_at is not None and now - self._tidied_at < _TIDY_EVERY:
            return
        old = delete(answers).where(answers.c.given_at < self._oldest())
        if await self._results.write(lambda db: db.execute(old).rowcount):
            await self._results.shrink()
        self._tidied_at = now

    async def _opinions(self, which: Any) -> list[Feedback]:
        some = select(feedback).join(answers).where(which, self._still_kept())
        return [_feedback(row) for row in await self._rows(some.order_by(feedback.c.given_at))]

    async def _records(self, asked: Select[Any]) -> list[StoredAnswer]:
        return [_record(row) for row in await self._rows(asked)]

    async def _rows(self, asked: Select[Any]) -> Sequence[Row[Any]]:
        return await self._results.read(lambda db: db.execute(asked).all())

    def _still_kept(self) -> ColumnElement[bool]:
        """Older answers count as deleted."""
        return answers.c.given_at >= self._oldest()

    def _since(self, since: datetime) -> ColumnElement[bool]:
        return answers.c.given_at >= max(since, self._oldest())

    def _oldest(self) -> datetime:
        return self._now() - self._expiry


def _kept(db: Connection, record: StoredAnswer) -> bool:
    given = insert(db, answers).values(
        answer_id=record.answer_id,
        given_at=record.given_at,
        thread=record.thread,
        person=record.person,
        question=record.question,
        same=same_question(record.question),
        verdict=record.verdict,
        reply=to_json(record.reply),
        place=record.place,
    )
    new, old = given.excluded, answers.c
    # A question may be answered again after a stop.
    kept = given.on_conflict_do_update(
        index_elements=[old.answer_id],
        set_={name: new[name] for name in ("given_at", "verdict", "reply", "place")},
        where=(old.thread == new.thread)
        & (old.person == new.person)
        & (old.question == new.question),
    )
    return db.execute(kept).rowcount > 0


def _keep_message(db: Connection, message: str, answer_id: str) -> None:
    if db.execute(select(answers.c.number).where(answers.c.answer_id == answer_id)).first() is None:
        return
    given = insert(db, messages).values(message=message, answer_id=answer_id)
    db.execute(
        given.on_conflict_do_update(
            index_elements=[messages.c.message], set_={"answer_id": given.excluded.answer_id}
        )
    )


def _rated(db: Connection, rating: Feedback, stored: Select[Any]) -> bool:
    if db.execute(stored).first() is None:
        return False
    said = {
        "good": rating.good,
        "given_at": rating.given_at,
        "reason": rating.reason,
        "comment": rating.comment,
    }
    given = insert(db, feedback).values(answer_id=rating.answer_id, person=rating.person, **said)
    of_person = [feedback.c.answer_id, feedback.c.person]
    db.execute(given.on_conflict_do_update(index_elements=of_person, set_=said))
    return True


def _noted_corrected(db: Connection, noted: Sequence[Corrected]) -> bool:
    with db.begin_nested() as all_of_them:
        for one in noted:
            given = insert(db, corrections).values(
                answer_id=one.answer_id,
                doc_id=one.doc_id,
                at=one.at,
                correction_id=one.correction_id,
            )
            if not db.execute(given.on_conflict_do_nothing()).rowcount:
                all_of_them.rollback()
                return False
    return True


def _record(row: Row[Any]) -> StoredAnswer:
    return StoredAnswer(
        answer_id=row.answer_id,
        given_at=row.given_at,
        thread=row.thread,
        person=row.person,
        question=SafeText(row.question),
        verdict=Verdict(row.verdict),
        reply=to_reply(row.reply),
        place=row.place,
    )


def _feedback(row: Row[Any]) -> Feedback:
    return Feedback(
        answer_id=row.answer_id,
        person=row.person,
        good=row.good,
        given_at=row.given_at,
        reason=row.reason,
        comment=row.comment and SafeText(row.comment),
    )

"""Stores answers and their ratings for some weeks."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from adapters.records.file import RecordsFile
from adapters.records.written import to_json, to_reply
from bot.model import SafeText, Verdict
from bot.model.errors import RecordsError
from bot.model.records import (
    NOT_ANSWERED,
    Corrected,
    Feedback,
    Ratings,
    StoredAnswer,
    Unanswered,
    same_question,
)

_TIDY_EVERY = timedelta(hours=1)

Now = Callable[[], datetime]
"""Returns the present time, with a time zone."""


def _utc_now() -> datetime:
    return datetime.now(UTC)


class SqliteRecords:
    """Stores answers in a SQLite file; one thread at a time, for under a millisecond."""

    def __init__(self, path: Path, keep_days: int = 30, now: Now = _utc_now) -> None:
        """Keeps each answer for `keep_days`; 0 keeps none and deletes earlier ones."""
        self._file = RecordsFile(path)
        self._expiry = timedelta(days=keep_days)
        self._now = now
        self._tidied_at: datetime | None = None

    async def keep(self, record: StoredAnswer) -> bool:
        """Saves an answer, over an earlier one to the same question only; False if storing is off.

        Raises RecordsError.
        """
        return await asyncio.to_thread(self._keep, record)

    async def change(self, record: StoredAnswer) -> bool:
        """Stores another wording of an answer; False if it is not stored. Raises RecordsError."""
        return await asyncio.to_thread(self._change, record)

    async def find(self, answer_id: str) -> StoredAnswer | None:
        """The answer with this id; None if it is not stored. Raises RecordsError."""
        sql = "SELECT * FROM answers WHERE answer_id = ? AND given_at >= ?"
        return next(iter(await self._records(sql, answer_id, self._oldest())), None)

    async def keep_message(self, message: str, answer_id: str) -> None:
        """Saves which message holds an answer; does nothing if the answer is not stored.

        Raises RecordsError.
        """
        await asyncio.to_thread(self._keep_message, message, answer_id)

    async def held_by(self, message: str) -> str | None:
        """The answer id of a message; None if it is not stored.

        Raises RecordsError.
        """
        sql = (
            "SELECT answer_id FROM messages JOIN answers USING (answer_id) "
            "WHERE message = ? AND given_at >= ?"
        )
        rows = await self._rows(sql, message, self._oldest())
        return rows[0]["answer_id"] if rows else None

    async def rate(self, feedback: Feedback) -> bool:
        """Saves a person's latest rating of an answer; False if the answer is not stored.

        Raises RecordsError.
        """
        return await asyncio.to_thread(self._rate, feedback)

    async def opinions(self, answer_id: str) -> list[Feedback]:
        """An answer's ratings, the earliest first. Raises RecordsError."""
        sql = (
            "SELECT f.* FROM feedback f JOIN answers a USING (answer_id) "
            "WHERE answer_id = ? AND a.given_at >= ? ORDER BY f.given_at"
        )
        return [_feedback(row) for row in await self._rows(sql, answer_id, self._oldest())]

    async def answered(self, thread: str, since: datetime) -> bool:
        """Whether an answer was given in a thread since then. Raises RecordsError."""
        sql = "SELECT 1 FROM answers WHERE thread = ? AND given_at >= ? LIMIT 1"
        return bool(await self._rows(sql, thread, self._since(since)))

    async def recent(self, person: str, limit: int) -> list[StoredAnswer]:
        """A person's answers, the latest first. Raises RecordsError."""
        sql = (
            "SELECT * FROM answers WHERE person = ? AND given_at >= ? "
            "ORDER BY given_at DESC, row DESC LIMIT ?"
        )
        return await self._records(sql, person, self._oldest(), limit)

    async def given(self, since: datetime) -> list[StoredAnswer]:
        """All answers since then, the earliest first. Raises RecordsError."""
        sql = "SELECT * FROM answers WHERE given_at >= ? ORDER BY given_at, row"
        rows = await self._rows(sql, self._since(since))
        return await asyncio.to_thread(lambda: [_record(row) for row in rows])

    async def opinions_since(self, since: datetime) -> list[Feedback]:
        """All ratings since then, the earliest first. Raises RecordsError."""
        sql = (
            "SELECT f.* FROM feedback f JOIN answers a USING (answer_id) "
            "WHERE f.given_at >= ? AND a.given_at >= ? ORDER BY f.given_at"
        )
        values = _written(since), self._oldest()
        return [_feedback(row) for row in await self._rows(sql, *values)]

    async def note_corrected(self, noted: Sequence[Corrected]) -> bool:
        """Notes answers as corrected, all or none; False if one is already. Raises RecordsError."""
        return await asyncio.to_thread(self._note_corrected, noted)

    async def forget_corrected(self, noted: Sequence[Corrected]) -> None:
        """Forgets that answers are corrected. Raises RecordsError."""
        await asyncio.to_thread(self._forget_corrected, noted)

    async def corrected(self) -> list[Corrected]:
        """The answers that were corrected, the earliest first. Raises RecordsError."""
        sql = (
            "SELECT c.* FROM corrections c JOIN answers a USING (answer_id) "
            "WHERE a.given_at >= ? ORDER BY c.at, c.answer_id"
        )
        return [
            Corrected(row["answer_id"], row["doc_id"], _time(row["at"]), row["correction_id"])
            for row in await self._rows(sql, self._oldest())
        ]

    async def unanswered(self, since: datetime, limit: int) -> list[Unanswered]:
        """Unanswered questions, the most frequent first. Raises RecordsError."""
        # SQLite takes the question from the row that has the latest `given_at`.
        sql = (
            "SELECT question, count(*) AS times, max(given_at) AS last_at FROM answers "
            "WHERE verdict IN (?, ?) AND given_at >= ? "
            "GROUP BY same ORDER BY times DESC, last_at DESC LIMIT ?"
        )
        rows = await self._rows(sql, *NOT_ANSWERED, self._since(since), limit)
        return [
            Unanswered(SafeText(row["question"]), row["times"], _time(row["last_at"]))
            for row in rows
        ]

    async def ratings(self, since: datetime) -> Ratings:
        """The numbers of good and bad ratings since then. Raises RecordsError."""
        sql = (
            "SELECT count(*) AS rated, coalesce(sum(good), 0) AS good FROM feedback f "
            "JOIN answers a USING (answer_id) WHERE f.given_at >= ? AND a.given_at >= ?"
        )
        [row] = await self._rows(sql, _written(since), self._oldest())
        return Ratings(row["good"], row["rated"] - row["good"])

    def close(self) -> None:
        """Closes the file after pending writes."""
        self._file.close()

    def _keep(self, record: StoredAnswer) -> bool:
        self._tidy()
        if not self._expiry:
            return False
        values = (
            record.answer_id,
            _written(record.given_at),
            record.thread,
            record.person,
            record.question,
            same_question(record.question),
            record.verdict,
            to_json(record.reply),
            record.place,
        )
        with self._file.writing() as db:
            kept = db.execute(
                "INSERT INTO answers (answer_id, given_at, thread, person, question, same, "
                "verdict, reply, place) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) "
                # A question may be answered again after a stop.
                "ON CONFLICT (answer_id) DO UPDATE SET given_at = excluded.given_at, "
                "verdict = excluded.verdict, reply = excluded.reply, place = excluded.place "
                "WHERE thread = excluded.thread AND person = excluded.person "
                "AND question = excluded.question",
                values,
            )
        if not kept.rowcount:
            raise RecordsError(f"the answer {record.answer_id} is stored already")
        return True

    def _change(self, record: StoredAnswer) -> bool:
        values = record.verdict, to_json(record.reply), record.answer_id, self._oldest()
        with self._file.writing() as db:
            done = db.execute(
                "UPDATE answers SET verdict = ?, reply = ? WHERE answer_id = ? AND given_at >= ?",
                values,
            )
            return done.rowcount > 0

    def _keep_message(self, message: str, answer_id: str) -> None:
        with self._file.writing() as db:
            db.execute(
                "INSERT OR REPLACE INTO messages (message, answer_id) "
                "SELECT ?, answer_id FROM answers WHERE answer_id = ?",
                [message, answer_id],
            )

    def _rate(self, feedback: Feedback) -> bool:
        values = (
            feedback.person,
            feedback.good,
            _written(feedback.given_at),
            feedback.reason,
            feedback.comment,
            feedback.answer_id,
            self._oldest(),
        )
        with self._file.writing() as db:
            done = db.execute(
                "INSERT OR REPLACE INTO feedback "
                "(answer_id, person, good, given_at, reason, comment) "
                "SELECT answer_id, ?, ?, ?, ?, ? FROM answers "
                "WHERE answer_id = ? AND given_at >= ?",
                values,
            )
            return done.rowcount > 0

    def _note_corrected(self, noted: Sequence[Corrected]) -> bool:
        rows = [(one.answer_id, one.doc_id, _written(one.at), one.correction_id) for one in noted]
        with self._file.writing() as db:
            there = "SELECT 1 FROM corrections WHERE answer_id = ? AND doc_id = ?"
            if any(db.execute(there, row[:2]).fetchone() for row in rows):
                return False
            db.executemany("INSERT INTO corrections VALUES (?, ?, ?, ?)", rows)
            return True

    def _forget_corrected(self, noted: Sequence[Corrected]) -> None:
        sql = "DELETE FROM corrections WHERE answer_id = ? AND doc_id = ? AND correction_id = ?"
        with self._file.writing() as db:
            db.executemany(sql, [(one.answer_id, one.doc_id, one.correction_id) for one in noted])

    def _tidy(self) -> None:
        """Deletes old answers with their ratings, at most once an hour."""
        now = self._now()
        if self._tidied_at is not None and now - self._tidied_at < _TIDY_EVERY:
            return
        with self._file.writing() as db:
            gone = db.execute("DELETE FROM answers WHERE given_at < ?", [self._oldest()]).rowcount
        if gone:
            self._file.shrink()
        self._tidied_at = now

    async def _records(self, sql: str, *values: object) -> list[StoredAnswer]:
        return [_record(row) for row in await self._rows(sql, *values)]

    async def _rows(self, sql: str, *values: object) -> list[sqlite3.Row]:
        return await asyncio.to_thread(self._read, sql, values)

    def _read(self, sql: str, values: tuple[object, ...]) -> list[sqlite3.Row]:
        with self._file.used() as db:
            return db.execute(sql, values).fetchall()

    def _since(self, since: datetime) -> str:
        """The start of a period, never before `keep_days`: older answers count as deleted."""
        return max(_written(since), self._oldest())

    def _oldest(self) -> str:
        return _written(self._now() - self._expiry)


def _record(row: sqlite3.Row) -> StoredAnswer:
    return StoredAnswer(
        answer_id=row["answer_id"],
        given_at=_time(row["given_at"]),
        thread=row["thread"],
        person=row["person"],
        question=SafeText(row["question"]),
        verdict=Verdict(row["verdict"]),
        reply=to_reply(row["reply"]),
        place=row["place"],
    )


def _feedback(row: sqlite3.Row) -> Feedback:
    return Feedback(
        answer_id=row["answer_id"],
        person=row["person"],
        good=bool(row["good"]),
        given_at=_time(row["given_at"]),
        reason=row["reason"],
        comment=row["comment"] and SafeText(row["comment"]),
    )


def _written(time: datetime) -> str:
    """A time in UTC, in a fixed width, so that texts sort like times."""
    return time.astimezone(UTC).isoformat(timespec="microseconds")


def _time(written: str) -> datetime:
    return datetime.fromisoformat(written)

"""Writes accepted questions down, so that no restart loses or repeats one."""

import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, delete, func, not_, or_, select, update

from adapters.database import Database, notify
from adapters.database.engine import insert, inserted_alone, is_shared, is_written
from adapters.database.tables import questions, replicas
from bot.model import Platform
from bot.model.errors import InboxError
from bot.model.kept import Accepted, Depth

KEEP = timedelta(hours=1)
"""How long the key of a settled question is kept. Slack repeats a delivery within six minutes."""
LEASE = timedelta(seconds=8)
"""A replica that gave no sign of life for so long has stopped: others take over its questions."""
_TURN_S = 1.0
"""Seconds between two looks at a thread, should a notice be lost."""
_LEFT = "left"
"""The notice that a replica stops, and leaves what it has not answered."""
_SETTLED = "settled"
"""The notice that a thread's next question may begin."""
_STOPPED = "stopped"
"""The notice that a person wants no replies in a thread."""

Now = Callable[[], datetime]


def _utc_now() -> datetime:
    return datetime.now(UTC)


class SqlInbox:
    """The inbox of one server, in a database that other replicas may share.

    Without others nobody else has the database, as the server holds its data directory alone: what
    another held was left. Replicas tell by a sign of life that they still work on theirs.
    """

    def __init__(self, database: Database, now: Now = _utc_now, lease: timedelta = LEASE) -> None:
        self._database = database
        self._results = database.raising(InboxError)
        self._now = now
        self._lease = lease
        self._me = uuid.uuid4().hex
        self._tidied_at: datetime | None = None
        self._signed_at: datetime | None = None

    @property
    def shared(self) -> bool:
        """Whether other replicas may use it, too."""
        return self._database.shared

    async def accept(self, question: Accepted) -> bool:
        """Writes a question down; False if its key is known. Raises InboxError."""
        accepted_as = uuid.uuid4().hex
        return await self._results.write_each(
            lambda db: self._accept(db, question, accepted_as), lasting=True
        )

    async def settle(self, answer_id: str) -> None:
        """Notes that a question has its reply, and forgets its words. Raises InboxError."""
        await self._results.write(lambda db: self._settle(db, questions.c.answer_id == answer_id))

    async def posting(self, answer_id: str) -> bool:
        """Notes that a question's reply is about to be posted; False if that is not ours any more.

        Raises InboxError.
        """
        noted = update(questions).where(questions.c.answer_id == answer_id, self._is_ours())
        posts = noted.values(posting_at=self._now())
        return await self._results.write(lambda db: db.execute(posts).rowcount > 0)

    async def postpone(self, answer_id: str, until: datetime) -> None:
        """Leaves a question open, to be claimed again later. Raises InboxError."""
        later = update(questions).where(questions.c.answer_id == answer_id, self._is_ours())
        await self._results.write(lambda db: db.execute(later.values(retry_at=until)).rowcount)

    async def claim(self, platform: Platform) -> list[Accepted]:
        """The open questions that nobody works on, the oldest first. Raises InboxError."""
        rows = await self._results.write(lambda db: self._claim(db, platform))
        rows.sort(key=lambda row: (row.received_at, row.number))
        return [_accepted(row) for row in rows]

    async def turn(self, answer_id: str) -> None:
        """Waits until the earlier questions of its thread have their replies. Raises InboxError.

        Within one server the queue sees to that.
        """
        if not self._database.shared:
            return
        with self._database.waiting(_SETTLED) as notices:
            while await self._results.read(lambda db: _is_behind(db, answer_id)):
                await notices.next(_TURN_S)

    async def stop(self, platform: Platform, thread: str) -> int:
        """Settles the open questions of a thread, whoever works on them; returns their number.

        Raises InboxError.
        """
        of_thread = and_(questions.c.platform == platform, questions.c.thread == thread)
        return await self._results.write(lambda db: self._stop(db, of_thread, thread))

    def stopped(self, call: Callable[[str], None]) -> None:
        """Has a function told each thread that a person stops, on whatever replica."""
        self._database.heard(_STOPPED, call)

    async def left(self, timeout_s: float) -> None:
        """Waits until another replica leaves questions, or so many seconds."""
        with self._database.waiting(_LEFT) as notices:
            await notices.next(timeout_s)

    async def asked(self, key: str, since: datetime) -> list[str]:
        """The answer ids of a message and of its edits, if it came since a time.

        Raises InboxError.
        """
        return await self._results.read(lambda db: _asked(db, key, since))

    async def depth(self) -> Depth:
        """The number of open questions and the age of the oldest. Raises InboxError."""
        open_ones = select(func.count(), func.min(questions.c.received_at)).where(_IS_OPEN)
        count, oldest = await self._results.read(lambda db: tuple(db.execute(open_ones).one()))
        return Depth(count, oldest)

    async def leave(self) -> None:
        """Tells other replicas that what is open here is theirs now. Raises InboxError."""
        if self._database.shared:
            await self._results.write(self._leave)

    def _accept(self, db: Connection, question: Accepted, accepted_as: str) -> bool:
        self._tidy(db)
        self._sign(db)
        row = {
            "answer_id": question.answer_id,
            "key": question.key,
            "platform": question.platform,
            "thread": question.thread,
            "body": question.body,
            "received_at": question.received_at,
            "tries": question.tries,
            "held_by": self._me,
            "accepted_as": accepted_as,
        }
        # Numbers of one thread become visible in their order.
        if inserted_alone(db, questions, row, question.thread or question.key):
            return True
        return is_shared(db) and is_written(db, questions.c.accepted_as == accepted_as)

    def _claim(self, db: Connection, platform: Platform) -> list[Row[Any]]:
        self._sign(db)
        due = questions.c.retry_at <= self._now()
        free = or_(due, and_(questions.c.retry_at.is_(None), self._is_left(db)))
        if not is_shared(db):
            free = or_(due, self._is_left(db))
        some = (
            select(questions.c.number)
            .where(_IS_OPEN, questions.c.platform == platform, free)
            .with_for_update(skip_locked=True)
        )
        claimed = (
            update(questions)
            .where(questions.c.number.in_(some))
            .values(held_by=self._me, retry_at=None, tries=questions.c.tries + 1)
            .returning(questions)
        )
        return list(db.execute(claimed).all())

    def _is_left(self, db: Connection) -> ColumnElement[bool]:
        others = questions.c.held_by.is_distinct_from(self._me)
        if not is_shared(db):
            return others
        alive = select(replicas.c.replica).where(
            replicas.c.replica == questions.c.held_by,
            replicas.c.seen_at > func.now() - self._lease,
        )
        return and_(others, not_(alive.exists()))

    def _is_ours(self) -> ColumnElement[bool]:
        return and_(questions.c.held_by == self._me, _IS_OPEN)

    def _settle(self, db: Connection, which: ColumnElement[bool]) -> int:
        settled = (
            update(questions)
            .where(which, _IS_OPEN)
            .values(settled_at=self._now(), body="")
            .returning(questions.c.thread)
        )
        threads = [row.thread for row in db.execute(settled)]
        for thread in {one for one in threads if one}:
            notify(db, _SETTLED, thread)
        return len(threads)

    def _stop(self, db: Connection, which: ColumnElement[bool], thread: str) -> int:
        count = self._settle(db, which)
        if count:
            notify(db, _STOPPED, thread)
        return count

    def _sign(self, db: Connection) -> None:
        """Gives a sign of life, a few times in each lease."""
        now = self._now()
        is_fresh = self._signed_at is not None and now - self._signed_at < self._lease / 4
        if is_fresh or not is_shared(db):
            return
        seen = insert(db, replicas).values(replica=self._me, seen_at=func.now())
        db.execute(
            seen.on_conflict_do_update(
                index_elements=[replicas.c.replica], set_={"seen_at": func.now()}
            )
        )
        self._signed_at = now

    def _leave(self, db: Connection) -> None:
        db.execute(delete(replicas).where(replicas.c.replica == self._me))
        notify(db, _LEFT)

    def _tidy(self, db: Connection) -> None:
        now = self._now()
        if self._tidied_at is not None and now - self._tidied_at < KEEP / 4:
            return
        self._tidied_at = now
        db.execute(delete(questions).where(questions.c.settled_at < now - KEEP))
        if is_shared(db):
            db.execute(delete(replicas).where(replicas.c.seen_at < func.now() - KEEP))


_IS_OPEN = questions.c.settled_at.is_(None)


def _is_behind(db: Connection, answer_id: str) -> bool:
    """Whether an earlier question of its thread waits for its reply, unless that was put off."""
    own = questions.alias()
    earlier = (
        select(questions.c.number)
        .join(own, and_(own.c.thread == questions.c.thread, own.c.platform == questions.c.platform))
        .where(
            own.c.answer_id == answer_id,
            own.c.thread != "",
            own.c.settled_at.is_(None),
            questions.c.number < own.c.number,
            _IS_OPEN,
            questions.c.retry_at.is_(None),
        )
    )
    return db.execute(earlier.limit(1)).first() is not None


def _asked(db: Connection, key: str, since: datetime) -> list[str]:
    came = select(questions.c.answer_id).where(questions.c.received_at >= since)
    first = db.execute(came.where(questions.c.key == key)).scalar()
    if first is None:
        return []
    edits = came.where(questions.c.key.startswith(f"{key}:", autoescape=True))
    return [first, *db.execute(edits.order_by(questions.c.number)).scalars()]


def _accepted(row: Row[Any]) -> Accepted:
    return Accepted(
        row.answer_id,
        row.key,
        Platform(row.platform),
        row.body,
        row.received_at,
        row.tries,
        row.posting_at is not None,
        row.thread,
    )

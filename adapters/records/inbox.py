"""Writes accepted questions to a SQLite file, so that no restart loses or repeats one."""

import asyncio
import logging
import queue
import sqlite3
import threading
import uuid
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bot.model import Platform
from bot.model.errors import InboxError
from bot.model.inbox import Accepted, Depth

logger = logging.getLogger(__name__)

_VERSION = 1
_TABLES = f"""
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS questions (
    answer_id TEXT PRIMARY KEY, key TEXT NOT NULL UNIQUE, platform TEXT NOT NULL,
    body TEXT NOT NULL, received_at REAL NOT NULL, tries INTEGER NOT NULL,
    held_by TEXT, retry_at REAL, posting_at REAL, settled_at REAL
);
CREATE INDEX IF NOT EXISTS open_questions ON questions (platform) WHERE settled_at IS NULL;
CREATE INDEX IF NOT EXISTS settled_questions ON questions (settled_at);
PRAGMA user_version = {_VERSION};
COMMIT;
"""
_CLAIM = (
    "UPDATE questions SET held_by = :me, retry_at = NULL, tries = tries + 1 "
    "WHERE settled_at IS NULL AND platform = :platform "
    "AND (held_by IS NOT :me OR retry_at <= :now) RETURNING *"
)
_BUSY_S = 5.0
KEEP = timedelta(hours=1)
"""How long the key of a settled question is kept. Slack repeats a delivery within six minutes."""

Now = Callable[[], datetime]
_Write = Callable[[sqlite3.Connection], Any]


def _utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class _Order:
    """A write that somebody waits for."""

    write: _Write
    done: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop
    lasting: bool
    """Whether it has to survive a power cut, not only the end of the process."""


class SqliteInbox:
    """The inbox of one server; it holds its data folder alone, so nobody else has the file.

    One thread writes. What is asked of it while it waits for the disk goes into its next
    transaction together: hundreds of messages at once cost a few waits instead of hundreds.
    """

    def __init__(self, path: Path, now: Now = _utc_now) -> None:
        self._path = path
        self._now = now
        self._me = uuid.uuid4().hex
        self._orders: queue.SimpleQueue[_Order | None] = queue.SimpleQueue()
        self._writer: threading.Thread | None = None
        self._tidied_at: datetime | None = None

    async def accept(self, question: Accepted) -> bool:
        """Writes a question down; False if its key is known. Raises InboxError."""
        is_new: bool = await self._written(lambda db: self._accept(db, question), lasting=True)
        return is_new

    async def settle(self, answer_id: str) -> None:
        """Notes that a question has its reply, and forgets its words. Raises InboxError."""
        sql = "UPDATE questions SET settled_at = ?, body = '' WHERE answer_id = ?"
        await self._noted(sql, self._now().timestamp(), answer_id)

    async def posting(self, answer_id: str) -> None:
        """Notes that a question's reply is about to be posted. Raises InboxError."""
        sql = "UPDATE questions SET posting_at = ? WHERE answer_id = ?"
        await self._noted(sql, self._now().timestamp(), answer_id)

    async def postpone(self, answer_id: str, until: datetime) -> None:
        """Leaves a question open, to be claimed again later. Raises InboxError."""
        sql = "UPDATE questions SET retry_at = ? WHERE answer_id = ?"
        await self._noted(sql, until.timestamp(), answer_id)

    async def claim(self, platform: Platform) -> list[Accepted]:
        """The open questions that nobody works on, the oldest first. Raises InboxError."""
        given = {"me": self._me, "platform": platform, "now": self._now().timestamp()}
        rows = await self._written(lambda db: db.execute(_CLAIM, given).fetchall())
        return sorted((_accepted(row) for row in rows), key=lambda one: one.received_at)

    async def depth(self) -> Depth:
        """The number of open questions and the age of the oldest. Raises InboxError."""
        sql = "SELECT count(*), min(received_at) FROM questions WHERE settled_at IS NULL"
        count, oldest = await self._written(lambda db: tuple(db.execute(sql).fetchone()))
        return Depth(count, _time(oldest) if oldest is not None else None)

    def close(self) -> None:
        """Closes the file after what was asked before."""
        if self._writer is not None:
            self._orders.put(None)
            self._writer.join()
            self._writer = None

    async def _noted(self, sql: str, *values: object) -> None:
        await self._written(lambda db: db.execute(sql, values).rowcount)

    async def _written(self, write: _Write, *, lasting: bool = False) -> Any:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Any] = loop.create_future()
        if self._writer is None:
            self._writer = threading.Thread(target=self._work, name="inbox", daemon=True)
            self._writer.start()
        self._orders.put(_Order(write, done, loop, lasting))
        return await done

    def _accept(self, db: sqlite3.Connection, question: Accepted) -> bool:
        self._tidy(db)
        row = (
            question.answer_id,
            question.key,
            question.platform,
            question.body,
            question.received_at.timestamp(),
            question.tries,
            self._me,
        )
        sql = (
            "INSERT INTO questions (answer_id, key, platform, body, received_at, tries, held_by) "
            "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING"
        )
        return db.execute(sql, row).rowcount == 1

    def _tidy(self, db: sqlite3.Connection) -> None:
        now = self._now()
        if self._tidied_at is not None and now - self._tidied_at < KEEP / 4:
            return
        self._tidied_at = now
        before = (now - KEEP).timestamp()
        db.execute("DELETE FROM questions WHERE settled_at < ?", (before,))

    def _work(self) -> None:
        """The writer's thread: takes what waits, writes all of it, tells each who waits."""
        db: sqlite3.Connection | None = None
        while (first := self._orders.get()) is not None:
            orders, is_last = self._waiting(first)
            try:
                db = db or _opened(self._path)
                results = _together(db, orders)
            except Exception as error:  # noqa: BLE001 - nobody may wait for a thread that ended
                results = [_trouble(error, self._path)] * len(orders)
                if db is not None:
                    db.close()
                db = None  # once the file is fixed, no restart is needed
                if _is_damaged(error):
                    _put_aside(self._path)
            for order, result in zip(orders, results, strict=True):
                _tell(order, result)
            if is_last:
                break
        if db is not None:
            db.close()

    def _waiting(self, first: _Order) -> tuple[list[_Order], bool]:
        """What waits now, and whether the file is to be closed after it."""
        orders = [first]
        with suppress(queue.Empty):
            while (order := self._orders.get_nowait()) is not None:
                orders.append(order)
            return orders, True
        return orders, False


def _together(db: sqlite3.Connection, orders: list[_Order]) -> list[Any]:
    """The results of the writes, in one transaction."""
    lasting = any(order.lasting for order in orders)
    db.execute(f"PRAGMA synchronous = {'FULL' if lasting else 'NORMAL'}")
    db.execute("BEGIN IMMEDIATE")
    try:
        results = [order.write(db) for order in orders]
        db.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        raise
    return results


def _tell(order: _Order, result: object) -> None:
    def done() -> None:
        if order.done.cancelled():
            return
        if isinstance(result, InboxError):
            order.done.set_exception(result)
        else:
            order.done.set_result(result)

    with suppress(RuntimeError):  # its loop has ended
        order.loop.call_soon_threadsafe(done)


def _opened(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)
    db = sqlite3.connect(path, timeout=_BUSY_S, check_same_thread=False, isolation_level=None)
    try:
        db.row_factory = sqlite3.Row
        _prepare(db, path)
    except BaseException:
        db.close()
        raise
    return db


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    with closing(db.execute("PRAGMA user_version")) as cursor:
        [version] = cursor.fetchone()
    if version > _VERSION:
        raise InboxError(f"{path} was written by a newer storewise: install that one")
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA secure_delete = ON")  # settled words are overwritten in the file
    if version < _VERSION:
        db.executescript(_TABLES)


def _accepted(row: sqlite3.Row) -> Accepted:
    return Accepted(
        row["answer_id"],
        row["key"],
        Platform(row["platform"]),
        row["body"],
        _time(row["received_at"]),
        row["tries"],
        row["posting_at"] is not None,
    )


def _time(stamp: float) -> datetime:
    return datetime.fromtimestamp(stamp, UTC)


def _trouble(error: Exception, path: Path) -> InboxError:
    if isinstance(error, InboxError):
        return error
    cure = "make room on its disk, and let this user write to it"
    made = InboxError(f"{path} cannot be read or written; {cure}")
    made.__cause__ = error
    return made


def _is_damaged(error: Exception) -> bool:
    codes = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in codes


def _put_aside(path: Path) -> None:
    """Renames a damaged file, so that the next question gets a new one."""
    logger.error("the inbox is damaged; a new one is begun", extra={"path": f"{path}.damaged"})
    with suppress(OSError):
        path.replace(f"{path}.damaged")
        for log in ("-wal", "-shm"):
            Path(f"{path}{log}").unlink(missing_ok=True)

"""Keeps the messages of the day of each channel, and who has said that they read them."""

import sqlite3
from datetime import date, datetime, timedelta
from pathlib import Path

from adapters.records.small_file import SmallFile
from bot.model import Platform
from bot.model.shifts import ShiftMessage
from knowledge.model.documents import Language

_TABLES = """
CREATE TABLE IF NOT EXISTS messages (
    message_id TEXT PRIMARY KEY, store TEXT NOT NULL, day TEXT NOT NULL, platform TEXT NOT NULL,
    channel TEXT NOT NULL, language TEXT NOT NULL, text TEXT NOT NULL,
    UNIQUE (platform, channel, day)
) STRICT;
CREATE TABLE IF NOT EXISTS reads (
    message_id TEXT NOT NULL REFERENCES messages (message_id) ON DELETE CASCADE,
    person TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (message_id, person)
) STRICT;
"""


class SqliteShifts:
    """Keeps them in a small SQLite file, made by the first message."""

    def __init__(self, path: Path, days: int) -> None:
        """A message is kept for so many days."""
        self._file = SmallFile(path, _TABLES)
        self._days = days

    async def claim(self, message: ShiftMessage) -> bool:
        """Keeps a message before it is posted; False if its channel had one that day."""
        return await self._file.done(lambda db: self._claim(db, message))

    async def release(self, message_id: str) -> None:
        """Forgets a message that was not posted."""
        await self._file.done(
            lambda db: db.execute("DELETE FROM messages WHERE message_id = ?", [message_id])
        )

    async def read(self, message_id: str, person: str, at: datetime) -> ShiftMessage | None:
        """Notes that somebody has read a message, and returns it; None if it is not kept."""
        return await self._file.done(lambda db: _read(db, message_id, person, at))

    def _claim(self, db: sqlite3.Connection, message: ShiftMessage) -> bool:
        oldest = date.fromisoformat(message.day) - timedelta(days=self._days)
        db.execute("DELETE FROM messages WHERE day < ?", [oldest.isoformat()])
        made = db.execute(
            "INSERT OR IGNORE INTO messages VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                message.message_id, message.store, message.day, message.platform.value,
                message.channel, message.language, message.text,
            ],
        )  # fmt: skip
        return made.rowcount == 1


def _read(
    db: sqlite3.Connection, message_id: str, person: str, at: datetime
) -> ShiftMessage | None:
    row = db.execute("SELECT * FROM messages WHERE message_id = ?", [message_id]).fetchone()
    if row is None:
        return None
    db.execute("INSERT OR IGNORE INTO reads VALUES (?, ?, ?)", [message_id, person, at.isoformat()])
    readers = db.execute(
        "SELECT person FROM reads WHERE message_id = ? ORDER BY at, person", [message_id]
    ).fetchall()
    language: Language = "ko" if row["language"] == "ko" else "en"
    return ShiftMessage(
        row["message_id"],
        row["store"],
        row["day"],
        Platform(row["platform"]),
        row["channel"],
        language,
        row["text"],
        tuple(one["person"] for one in readers),
    )

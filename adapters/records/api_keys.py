"""API keys in a SQLite file: hashed, with their request counts."""

import asyncio
import hmac
import sqlite3
import threading
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TypeVar

from bot.model.api_keys import Key, Secret, digest_of
from bot.model.errors import KeyNameError, KeysError
from knowledge.model.documents import Audience

_VERSION = 1
_TABLES = f"""
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS keys (
    key_id TEXT PRIMARY KEY, digest TEXT NOT NULL UNIQUE, name TEXT NOT NULL, role TEXT NOT NULL,
    made_at TEXT NOT NULL, store_type TEXT, expires_on TEXT, revoked_at TEXT
);
CREATE TABLE IF NOT EXISTS requests (
    key_id TEXT NOT NULL, day TEXT NOT NULL, made INTEGER NOT NULL, PRIMARY KEY (key_id, day)
);
PRAGMA user_version = {_VERSION};
COMMIT;
"""
_COUNT = (
    "INSERT INTO requests VALUES (?, ?, 1) ON CONFLICT (key_id, day) DO UPDATE SET made = made + 1 "
    "WHERE made < ? RETURNING made"
)
_BUSY_S = 1.0

T = TypeVar("T")


class SqliteKeys:
    """Stores keys; the command line and a running server may share the file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._alone = threading.Lock()
        self._opened: sqlite3.Connection | None = None

    async def add(self, key: Key, secret: Secret) -> None:
        """Saves a new key. Raises KeyNameError if a valid key has its name; KeysError."""
        await self._done(lambda db: _add(db, key, secret))

    async def found(self, secret: str) -> Key | None:
        """The key of a secret, valid or not; None if unknown. Raises KeysError."""
        if not self._path.exists():  # no key was ever made
            return None
        return await self._done(lambda db: _found(db, secret))

    async def all(self) -> list[Key]:
        """All keys, the oldest first. Raises KeysError."""
        query = "SELECT * FROM keys ORDER BY made_at, key_id"
        return await self._done(lambda db: [_key(row) for row in db.execute(query)])

    async def revoke(self, name: str, at: datetime) -> Key | None:
        """Revokes the key with this name or id; None if there is no valid one. Raises KeysError."""
        return await self._done(lambda db: _revoked(db, name, at))

    async def counted(self, key_id: str, day: date, most: int) -> bool:
        """Counts a request of a day; False if the limit is reached. Raises KeysError."""
        return await self._done(lambda db: _counted(db, key_id, day, most))

    def close(self) -> None:
        """Closes the file."""
        with self._alone:
            self._forget()

    async def _done(self, what: Callable[[sqlite3.Connection], T]) -> T:
        try:
            return await asyncio.to_thread(self._do, what)
        except OSError as error:
            raise KeysError(f"{self._path} cannot be used; let this user write to it") from error
        except sqlite3.Error as error:
            busy = "another process writes to it; try again in a minute"
            cure = busy if isinstance(error, sqlite3.OperationalError) else "put a copy of it back"
            raise KeysError(f"{self._path} cannot be read or written; {cure}") from error

    def _do(self, what: Callable[[sqlite3.Connection], T]) -> T:
        with self._alone:
            try:
                db = self._connection()
                with db:
                    return what(db)
            except (sqlite3.Error, OSError):
                self._forget()  # once the file is fixed, no restart is needed
                raise

    def _connection(self) -> sqlite3.Connection:
        if self._opened is None or not self._path.exists():
            self._forget()
            self._opened = _connected(self._path)
        return self._opened

    def _forget(self) -> None:
        if self._opened is not None:
            self._opened.close()
            self._opened = None


def _connected(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)
    db = sqlite3.connect(path, timeout=_BUSY_S, check_same_thread=False)
    try:
        _prepare(db, path)
    except BaseException:
        db.close()
        raise
    return db


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    db.row_factory = sqlite3.Row
    [version] = db.execute("PRAGMA user_version").fetchone()
    if version > _VERSION:
        raise KeysError(f"{path} was made by a newer storewise; install that one")
    if version < _VERSION:
        db.execute("PRAGMA journal_mode = WAL")
        db.executescript(_TABLES)
    db.execute("PRAGMA synchronous = NORMAL")


def _add(db: sqlite3.Connection, key: Key, secret: Secret) -> None:
    db.execute("BEGIN IMMEDIATE")
    named = db.execute("SELECT 1 FROM keys WHERE name = ? AND revoked_at IS NULL", [key.name])
    if named.fetchone():
        raise KeyNameError(
            f"a key named {key.name} exists; revoke it first, or choose another name"
        )
    row = (
        key.key_id,
        digest_of(secret),
        key.name,
        key.role.value,
        key.made_at.astimezone(UTC).isoformat(),
        key.store_type,
        key.expires_on and key.expires_on.isoformat(),
        None,
    )
    db.execute("INSERT INTO keys VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)


def _found(db: sqlite3.Connection, secret: str) -> Key | None:
    digest = digest_of(secret)
    # The look-up's duration may reveal the start of a hash, never its end.
    rows = db.execute("SELECT * FROM keys WHERE substr(digest, 1, 16) = ?", [digest[:16]])
    found = [row for row in rows if hmac.compare_digest(row["digest"], digest)]
    return _key(found[0]) if found else None


def _revoked(db: sqlite3.Connection, name: str, at: datetime) -> Key | None:
    rows = db.execute(
        "UPDATE keys SET revoked_at = ? WHERE (name = ? OR key_id = ?) AND revoked_at IS NULL "
        "RETURNING *",
        [at.astimezone(UTC).isoformat(), name, name],
    ).fetchall()
    return _key(rows[0]) if rows else None


def _counted(db: sqlite3.Connection, key_id: str, day: date, most: int) -> bool:
    taken = db.execute(_COUNT, (key_id, day.isoformat(), most)).fetchall()
    if taken and taken[0]["made"] == 1:
        db.execute("DELETE FROM requests WHERE day < ?", [day.isoformat()])
    return bool(taken)


def _key(row: sqlite3.Row) -> Key:
    expires, revoked = row["expires_on"], row["revoked_at"]
    return Key(
        row["key_id"],
        row["name"],
        Audience(row["role"]),
        datetime.fromisoformat(row["made_at"]),
        row["store_type"],
        date.fromisoformat(expires) if expires else None,
        datetime.fromisoformat(revoked) if revoked else None,
    )

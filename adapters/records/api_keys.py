"""API keys, hashed, with their request counts."""

import hmac
from datetime import date, datetime
from typing import Any

from sqlalchemy import Connection, Row, func, or_, select, update

from adapters.database import Database
from adapters.database.engine import counted_of_day, insert, is_written
from adapters.database.tables import key_requests, keys
from bot.model.errors import KeyNameError, KeysError
from bot.model.kept import Key, Secret, digest_of
from knowledge.model.documents import Audience

_BEGINNING = 16
"""Characters of a hash that are looked up."""


class SqlKeys:
    """Stores keys in the database; the command line and running servers may share it."""

    def __init__(self, database: Database) -> None:
        self._results = database.raising(KeysError)

    async def add(self, key: Key, secret: Secret) -> None:
        """Saves a new key. Raises KeyNameError if a valid key has its name; KeysError."""
        await self._results.write(lambda db: _add(db, key, secret), lasting=True)

    async def found(self, secret: str) -> Key | None:
        """The key of a secret, valid or not; None if unknown. Raises KeysError."""
        return await self._results.read(lambda db: _found(db, secret))

    async def all(self) -> list[Key]:
        """All keys, the oldest first. Raises KeysError."""
        oldest_first = select(keys).order_by(keys.c.made_at, keys.c.key_id)
        return await self._results.read(lambda db: [_key(row) for row in db.execute(oldest_first)])

    async def revoke(self, name: str, at: datetime) -> Key | None:
        """Revokes the key with this name or id; None if there is no valid one. Raises KeysError."""
        valid = select(keys.c.key_id).where(
            or_(keys.c.name == name, keys.c.key_id == name), keys.c.revoked_at.is_(None)
        )
        key_id = await self._results.read(lambda db: db.execute(valid).scalar())
        if key_id is None:
            return None
        return await self._results.write(lambda db: _revoked(db, key_id, at), lasting=True)

    async def counted(self, key_id: str, day: date, most: int) -> bool:
        """Counts a request of a day; False if the limit is reached. Raises KeysError."""
        return await self._results.write(
            lambda db: counted_of_day(db, key_requests, {"key_id": key_id, "day": day}, most)
        )


def _add(db: Connection, key: Key, secret: Secret) -> None:
    digest = digest_of(secret)
    given = insert(db, keys).values(
        key_id=key.key_id,
        digest=digest,
        name=key.name,
        role=key.role.value,
        made_at=key.made_at,
        store_type=key.store_type,
        expires_on=key.expires_on,
    )
    if db.execute(given.on_conflict_do_nothing()).rowcount:
        return
    if not is_written(db, keys.c.digest == digest):
        raise KeyNameError(
            f"a key named {key.name} exists; revoke it first, or choose another name"
        )


def _found(db: Connection, secret: str) -> Key | None:
    digest = digest_of(secret)
    # The look-up's duration may reveal the start of a hash, never its end.
    alike = func.substr(keys.c.digest, 1, _BEGINNING) == digest[:_BEGINNING]
    rows = db.execute(select(keys).where(alike)).all()
    found = [row for row in rows if hmac.compare_digest(row.digest, digest)]
    return _key(found[0]) if found else None


def _revoked(db: Connection, key_id: str, at: datetime) -> Key:
    one = keys.c.key_id == key_id
    db.execute(update(keys).where(one, keys.c.revoked_at.is_(None)).values(revoked_at=at))
    return _key(db.execute(select(keys).where(one)).one())


def _key(row: Row[Any]) -> Key:
    return Key(
        row.key_id,
        row.name,
        Audience(row.role),
        row.made_at,
        row.store_type,
        row.expires_on,
        row.revoked_at,
    )

"""Which index all replicas answer from, and its files, in the database that they share."""

import asyncio
from collections.abc import Collection
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, delete, func, select, update

from adapters.database import Database, notify
from adapters.database.engine import insert
from adapters.database.tables import artefacts, published
from knowledge.index.artefacts import PublishedIndex
from knowledge.model.errors import KnowledgeError, OutrunError
from knowledge.model.stored import as_json, of_json

_CHANGED = "published"
"""The notice that another index is published."""
_LOOK_S = 5.0
"""Seconds between two looks, should a notice be lost."""
_PART = 1024 * 1024
"""Bytes in a row."""


class SqlPublished:
    """The pointer to the published index, in one row."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._results = database.raising(KnowledgeError)

    async def current(self) -> PublishedIndex | None:
        """Returns the published index; None before the first one. Raises KnowledgeError."""
        return await self._results.read(_current)

    async def next_number(self, above: int) -> int:
        """Returns a number that was never given and is greater than `above`."""
        return await self._results.write(lambda db: _next_number(db, above))

    async def publish(self, index: PublishedIndex, after: PublishedIndex | None) -> None:
        """Moves the pointer in one step, if it still points at `after`. Raises OutrunError."""
        if not await self._results.write(lambda db: _moved(db, index, after), lasting=True):
            raise OutrunError("another replica has published an index meanwhile; try again")

    async def wait_for_change(self, known: PublishedIndex | None, timeout_s: float) -> None:
        """Returns as soon as `current()` is not `known`, and after the timeout anyway."""
        ends_at = asyncio.get_running_loop().time() + timeout_s
        with self._database.waiting(_CHANGED) as notices:
            while await self.current() == known:
                left_s = ends_at - asyncio.get_running_loop().time()
                if left_s <= 0:
                    return
                await notices.next(min(left_s, _LOOK_S))


class SqlShelf:
    """The files of indexes, in rows of a megabyte."""

    def __init__(self, database: Database) -> None:
        self._results = database.raising(KnowledgeError)

    async def put(self, name: str, path: Path) -> None:
        """Stores a file under a name: whole, or not at all. Raises KnowledgeError."""
        await self._results.write(lambda db: _put(db, name, path), lasting=True)

    async def get(self, name: str, path: Path) -> None:
        """Writes the named file to a path. Raises KnowledgeError."""
        if not await self._results.read(lambda db: _get(db, name, path)):
            raise KnowledgeError(
                "the file is not in the database; `storewise reindex --full` makes a new one"
            )

    async def names(self) -> Collection[str]:
        """Returns the names of the files that are there. Raises KnowledgeError."""
        some = select(artefacts.c.name).where(artefacts.c.part == 0).order_by(artefacts.c.name)
        return await self._results.read(lambda db: list(db.execute(some).scalars()))

    async def drop(self, name: str) -> None:
        """Deletes a file; does nothing if there is none. Raises KnowledgeError."""
        gone = delete(artefacts).where(artefacts.c.name == name)
        await self._results.write(lambda db: db.execute(gone).rowcount)


def _current(db: Connection) -> PublishedIndex | None:
    text = db.execute(select(published.c.pointer)).scalar()
    return of_json(PublishedIndex, text) if text else None


def _row(db: Connection) -> tuple[int, str | None]:
    """The last number and the pointer, held until this transaction ends."""
    first = insert(db, published).values(one=1, last_number=0, moved_at=datetime.now(UTC))
    db.execute(first.on_conflict_do_nothing())
    row = db.execute(select(published).with_for_update()).one()
    return int(row.last_number), row.pointer


def _next_number(db: Connection, above: int) -> int:
    last, _ = _row(db)
    number = max(last, above) + 1
    db.execute(update(published).values(last_number=number))
    return number


def _moved(db: Connection, index: PublishedIndex, after: PublishedIndex | None) -> bool:
    _, text = _row(db)
    now = of_json(PublishedIndex, text) if text else None
    if now == index:
        return True  # this very work, done before its connection was lost
    if now != after:
        return False
    db.execute(update(published).values(pointer=as_json(index), moved_at=datetime.now(UTC)))
    notify(db, _CHANGED)
    return True


def _put(db: Connection, name: str, path: Path) -> None:
    db.execute(delete(artefacts).where(artefacts.c.name == name))
    with path.open("rb") as file:
        part = 0
        while (content := file.read(_PART)) or part == 0:
            db.execute(artefacts.insert().values(name=name, part=part, content=content))
            part += 1


def _get(db: Connection, name: str, path: Path) -> bool:
    of_file = artefacts.c.name == name
    count = db.execute(select(func.count()).where(of_file)).scalar_one()
    with path.open("wb") as file:
        for part in range(count):
            content = db.execute(
                select(artefacts.c.content).where(of_file, artefacts.c.part == part)
            ).scalar()
            if content is None:  # it is just being deleted
                return False
            file.write(content)
    return bool(count)

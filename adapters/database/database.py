"""One database, for any thread and any event loop."""

import asyncio
from concurrent.futures import Future
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from sqlalchemy import URL, make_url, select

from adapters.database import schema
from adapters.database.engine import Engine, T, Work, said
from adapters.database.notices import Call, Followed, Notices, Waiting
from adapters.database.postgresql import Postgresql
from adapters.database.schema import take_along
from adapters.database.sqlite_file import SqliteFile
from adapters.database.tables import installation
from knowledge.model.errors import KnowledgeError

if TYPE_CHECKING:
    from adapters.database.locks import Listening, Lock

FILE = "storewise.db"

E = TypeVar("E", bound=Exception)


class _DownError(Exception):
    """The database does not answer."""


class Database:
    """Holds everything that is not the index: storewise.db, or PostgreSQL for several replicas.

    Opened at the first use. Work runs in threads of its own, so that no event loop waits.
    """

    def __init__(self, data: Path, url: str | None = None) -> None:
        """Uses PostgreSQL at this URL; without one, the file in the data directory."""
        self._data = data
        self._url = make_url(url) if url else None
        self._notices = Notices()
        self._listening: Listening | None = None
        self._engine: Engine = self._made(self._url)

    @property
    def shared(self) -> bool:
        """Whether other replicas use it, too."""
        return self._engine.shared

    @property
    def is_there(self) -> bool:
        """Whether anything can be in it: a file is made at its first use."""
        return self.shared or (self._data / FILE).exists()

    @property
    def place(self) -> str:
        """Names it for an operator, without its password."""
        return self._engine.place

    def raising(self, error: type[E]) -> "Results[E]":
        """Returns its results, with its troubles as errors of this type."""
        return Results(self._engine, error)

    async def trouble(self) -> str | None:
        """Returns why it does not answer now, with the cure; None if it does."""
        try:
            await self.raising(_DownError).read(lambda db: db.execute(select(installation)).first())
        except _DownError as error:
            return str(error)
        return None

    def heard(self, notice: str, call: Call) -> None:
        """Has a function told the detail of each such notice, in any thread (`notify`)."""
        self._notices.heard(notice, call)
        self._listen()

    def waiting(self, notice: str) -> AbstractContextManager[Waiting]:
        """Notes the notices that come while the block runs."""
        self._listen()
        return self._notices.waiting(notice)

    def installation(self) -> str:
        """Returns the id that all replicas have in common. Raises KnowledgeError."""
        named = select(installation.c.value).where(installation.c.name == "id")
        return self.raising(KnowledgeError).read_now(lambda db: str(db.execute(named).scalar()))

    def lock(self, name: str) -> "Lock | None":
        """Returns a lock between replicas; None where there are no others."""
        if self._url is None:
            return None
        from adapters.database.locks import Lock  # noqa: PLC0415 - a file needs none

        return Lock(self._url, name)

    def close(self) -> None:
        """Closes it after what was asked before."""
        if self._listening is not None:
            self._listening.end()
            self._listening = None
        self._engine.close()

    def _made(self, url: URL | None) -> Engine:
        file = self._data / FILE
        if url is None:
            return SqliteFile(file, schema.prepare, self._notices.ring)
        return Postgresql(url, partial(schema.prepare, fill=partial(take_along, file)))

    def _listen(self) -> None:
        if self._listening is None and self._url is not None:
            from adapters.database.locks import Listening  # noqa: PLC0415 - a file needs none

            self._listening = Listening(self._url, self._notices)
            self._listening.begin()


class Results(Generic[E]):
    """The results of work in a database."""

    def __init__(self, engine: Engine, error: type[E]) -> None:
        self._engine = engine
        self._error = error

    async def read(self, work: Work[T]) -> T:
        """Reads. Raises this use's error where the database cannot be read now."""
        return await self._awaited(self._engine.reading(work))

    async def write(self, work: Work[T], *, lasting: bool = False) -> T:
        """Writes all or nothing; a `lasting` transaction survives a power cut, too.

        Raises this use's error where the database cannot be written now.
        """
        return await self._awaited(self._engine.writing(work, lasting=lasting))

    async def write_each(self, work: Work[T], *, lasting: bool = False) -> T:
        """Writes statements that need no transaction around them: each is one round trip.

        Raises this use's error where the database cannot be written now.
        """
        if self._engine.shared:
            return await self.read(work)  # each statement is a transaction there
        return await self.write(work, lasting=lasting)

    async def shrink(self) -> None:
        """Returns freed space to the disk. Raises this use's error."""
        await self._awaited(self._engine.shrinking())

    def read_now(self, work: Work[T]) -> T:
        """Reads while the caller's thread waits, such as at the start of a server."""
        try:
            return self._engine.reading(work).result()
        except Exception as error:
            raise self._trouble(error) from error

    def followed(self, work: Work[T]) -> Followed[T]:
        """Begins to read a value that stays in memory; tell it of each change (`heard`)."""
        return Followed(lambda: self._engine.reading(work), self._trouble)

    async def _awaited(self, done: "Future[T]") -> T:
        try:
            return await asyncio.wrap_future(done)
        except Exception as error:
            raise self._trouble(error) from error

    def _trouble(self, error: Exception) -> Exception:
        if isinstance(error, schema.SchemaError):
            return self._error(str(error))
        words = said(error, self._engine.place)
        return error if words is None else self._error(words)

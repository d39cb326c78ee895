"""An empty database of either engine, for tests of what is stored in it."""

from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from adapters.database import Database
from tests.engines.postgresql import PostgresqlServer

ENGINES = ("sqlite", pytest.param("postgresql", marks=pytest.mark.postgres))
"""The parameters of a fixture that yields `database_of` its request."""


@contextmanager
def replicas_of(request: pytest.FixtureRequest, folder: Path) -> Generator[tuple[Database, ...]]:
    """One database as two replicas have it; a file has one process alone."""
    if request.param == "sqlite":
        with closing(Database(folder)) as alone:
            yield alone, alone
        return
    server: PostgresqlServer = request.getfixturevalue("postgresql")
    with (
        server.tables() as url,
        closing(Database(folder / "1", url)) as one,
        closing(Database(folder / "2", url)) as other,
    ):
        yield one, other


@contextmanager
def database_of(request: pytest.FixtureRequest, folder: Path) -> Generator[Database]:
    """A database of the engine that a fixture's parameter names."""
    if request.param == "sqlite":
        with closing(Database(folder)) as opened:
            yield opened
        return
    server: PostgresqlServer = request.getfixturevalue("postgresql")
    with server.tables() as url, closing(Database(folder, url)) as opened:
        yield opened

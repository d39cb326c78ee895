"""The migrations lead to the same tables as an empty database gets, on both engines."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine, inspect

from adapters.database import Database
from adapters.database.migrations import config, upgrade
from adapters.database.tables import REVISION, metadata
from adapters.records.inbox import SqlInbox
from bot.model.kept import Depth
from tests.engines import first_tables
from tests.engines.databases import ENGINES
from tests.engines.postgresql import PostgresqlServer


@pytest.fixture(params=ENGINES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'storewise.db'}"
        return
    server: PostgresqlServer = request.getfixturevalue("postgresql")
    with server.database() as made:
        yield made


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    made = create_engine(url)
    yield made
    made.dispose()


def test_the_program_knows_the_last_migration() -> None:
    assert ScriptDirectory.from_config(config()).get_current_head() == REVISION


def test_every_revision_is_a_number_after_the_one_before() -> None:
    found = list(ScriptDirectory.from_config(config()).walk_revisions())

    assert [one.revision for one in reversed(found)] == [
        f"{number:04}" for number in range(1, len(found) + 1)
    ]


def test_the_migrations_make_the_tables_that_the_program_uses(engine: Engine) -> None:
    with engine.begin() as db:
        first_tables.make(db)
        upgrade(db)

    with engine.connect() as db:
        context = MigrationContext.configure(db, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def test_tables_that_migrations_made_are_used_as_they_are(
    url: str, engine: Engine, tmp_path: Path
) -> None:
    with engine.begin() as db:
        first_tables.make(db)
        upgrade(db)
    tables = set(inspect(engine).get_table_names())
    shared = None if url.startswith("sqlite") else url

    with closing(Database(tmp_path, shared)) as database:
        depth = asyncio.run(SqlInbox(database).depth())

    assert depth == Depth()
    assert set(inspect(engine).get_table_names()) == tables

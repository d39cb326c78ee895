"""Tables of the version before come up to date with their rows, on both engines, or stay whole."""

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Column, Engine, MetaData, create_engine, inspect, text
from sqlalchemy.engine.interfaces import ReflectedColumn

from adapters.database import Database
from adapters.database.migrations import upgrade
from adapters.database.sqlite_file import connections
from adapters.database.tables import REVISION, metadata
from bot.model.errors import RecordsError
from tests.engines import first_tables
from tests.engines.databases import ENGINES
from tests.engines.next_version import NEXT, config_of, migrations
from tests.engines.postgresql import PostgresqlServer
from tests.flow.stand_in.processes import run

_UNUSED: frozenset[str] = frozenset()
"""Tables and columns (`table.column`) that the version before did not use any more.

The last migration may remove these.
"""
_BEFORE = f"{max(1, int(REVISION) - 1):04}"
_first = pytest.mark.skipif(REVISION == _BEFORE, reason="no version is before the first")
_THEN = """op.execute("UPDATE answers SET question = '반품'")"""
"""What the next version's migration always does in these tests."""
_OPENED = """
import sys
from pathlib import Path
from alembic.config import Config
from adapters.database import Database, migrations, schema
from bot.model.errors import RecordsError
folder, url, scripts, revision = sys.argv[1:]
def config():
    made = Config()
    made.set_main_option("script_location", scripts)
    return made
migrations.config, schema.REVISION = config, revision
Database(Path(folder), url or None).raising(RecordsError).read_now(lambda db: None)
"""

Rows = dict[str, list[dict[str, Any]]]


@dataclass
class Place:
    """A database of either engine, seen from outside and as the program opens it."""

    folder: Path
    url: str | None
    engine: Engine

    def opened(self) -> None:
        """Opens it as a server does."""
        with closing(Database(self.folder, self.url)) as database:
            database.raising(RecordsError).read_now(lambda _: None)

    def made(self, revision: str) -> Rows:
        """Makes the tables of a revision, with a row in each; returns the rows."""
        with self.engine.execution_options(writes=True).begin() as db:
            first_tables.make(db)
            upgrade(db, revision)
            found = MetaData()
            found.reflect(db)
            for table in found.sorted_tables:
                if table.name != "alembic_version":
                    db.execute(table.insert().values({one.name: _value(one) for one in table.c}))
        return self.rows()

    def rows(self) -> Rows:
        """All that is stored."""
        with self.engine.connect() as db:
            return {
                name: [dict(row) for row in db.execute(text(f"SELECT * FROM {name}")).mappings()]  # noqa: S608 - ours
                for name in inspect(db).get_table_names()
            }


@pytest.fixture(params=ENGINES)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    folder = tmp_path / "data"
    if request.param == "sqlite":
        engine = connections(folder / "storewise.db")
        yield Place(folder, None, engine)
        engine.dispose()
        return
    server: PostgresqlServer = request.getfixturevalue("postgresql")
    with server.database() as url:
        engine = create_engine(url)
        yield Place(folder, url, engine)
        engine.dispose()


@pytest.fixture
def following(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Makes this process the next version, whose migration does something at its end."""

    def become(then: str) -> Path:
        scripts = _scripts(tmp_path, then)
        monkeypatch.setattr("adapters.database.migrations.config", lambda: config_of(scripts))
        monkeypatch.setattr("adapters.database.schema.REVISION", NEXT)
        return scripts

    return become


def _scripts(folder: Path, then: str) -> Path:
    return migrations(folder / "migrations", f"{_THEN}\n    {then}")


def _value(column: Column[Any]) -> object:
    """A value for any column; the same in all tables, so that they refer to one another."""
    kind = column.type.python_type
    if kind is str and column.table.name == "questions" and column.name == "body":
        return '{"text": "환불은 며칠 안에 되나요?"}'
    values: dict[type, object] = {
        str: "r1", int: 1, bool: True, bytes: b"1",
        date: date(2026, 11, 28), datetime: datetime(2026, 11, 28, tzinfo=UTC),
    }  # fmt: skip
    return values[kind]


@_first
def test_the_version_before_can_work_with_the_tables_of_this_one(place: Place) -> None:
    with place.engine.execution_options(writes=True).begin() as db:
        first_tables.make(db)
        upgrade(db, _BEFORE)
    before = _columns(place.engine)
    with place.engine.execution_options(writes=True).begin() as db:
        upgrade(db)

    now = _columns(place.engine)

    gone = {name for name in before.keys() - now.keys() if name.split(".")[0] not in _UNUSED}
    assert gone <= _UNUSED
    changed = [
        name for name in before.keys() & now.keys() if _kind(before[name]) != _kind(now[name])
    ]
    assert changed == []
    tables = {name.split(".")[0] for name in before}
    added = [now[name] for name in now.keys() - before.keys() if name.split(".")[0] in tables]
    needed = [one["name"] for one in added if not one["nullable"] and one["default"] is None]
    assert needed == []


def _columns(engine: Engine) -> dict[str, ReflectedColumn]:
    found = inspect(engine)
    return {
        f"{table}.{column['name']}": column
        for table in found.get_table_names()
        for column in found.get_columns(table)
    }


def _kind(column: ReflectedColumn) -> tuple[str, bool]:
    return str(column["type"]), column["nullable"]


@_first
def test_tables_of_the_version_before_come_up_to_date_with_all_rows(place: Place) -> None:
    before = place.made(_BEFORE)

    place.opened()

    now = place.rows()
    assert now.pop("alembic_version") == [{"version_num": REVISION}]
    assert set(now) == set(metadata.tables)
    assert all(before[table.name] for table in metadata.sorted_tables if table.name in before)
    for name, rows in before.items():
        kept = [
            {key: row[key] for key in row if key in now[name][0]} for row in rows if name in now
        ]
        assert kept == [{key: row[key] for key in kept[0]} for row in now.get(name, [])]


def test_a_migration_that_fails_half_way_changes_nothing(
    place: Place, following: Callable[[str], Path]
) -> None:
    before = place.made(REVISION)
    following("raise ValueError('half-way')")

    with pytest.raises(ValueError, match="half-way"):
        place.opened()

    assert place.rows() == before


def test_a_migration_that_is_killed_half_way_changes_nothing_and_runs_at_the_next_start(
    place: Place, following: Callable[[str], Path], tmp_path: Path
) -> None:
    before = place.made(REVISION)
    killed = _scripts(tmp_path / "killed", "os.kill(os.getpid(), signal.SIGKILL)")

    ended = run(_OPENED, str(place.folder), place.url or "", str(killed), NEXT)

    assert ended.returncode == -signal.SIGKILL, ended.stderr
    assert place.rows() == before
    following("")
    place.opened()
    assert place.rows()["alembic_version"] == [{"version_num": NEXT}]
    assert [row["question"] for row in place.rows()["answers"]] == ["반품"]


def test_a_table_that_is_made_anew_keeps_the_rows_that_refer_to_it(
    place: Place, following: Callable[[str], Path]
) -> None:
    before = place.made(REVISION)
    following(
        "with op.batch_alter_table('answers') as table:"
        " table.alter_column('reply', nullable=True, existing_type=sa.Text())"
    )

    place.opened()

    now = place.rows()
    assert len(now["answers"]) == 1
    referring = ("feedback", "messages", "corrections")
    assert [now[name] for name in referring] == [before[name] for name in referring]


def test_foreign_keys_hold_again_after_a_migration(
    place: Place, following: Callable[[str], Path]
) -> None:
    place.made(REVISION)
    following("")

    with closing(Database(place.folder, place.url)) as database:
        results = database.raising(RecordsError)
        asyncio.run(results.write(lambda db: db.execute(text("DELETE FROM answers")).rowcount))

    assert place.rows()["feedback"] == []


@pytest.mark.postgres
def test_a_migration_may_take_longer_than_any_other_statement(
    postgresql: PostgresqlServer,
    tmp_path: Path,
    following: Callable[[str], Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("adapters.database.postgresql._STATEMENT_MS", 200)
    with postgresql.database() as url:
        engine = create_engine(url)
        place = Place(tmp_path, url, engine)
        place.made(REVISION)
        following("op.execute('SELECT pg_sleep(0.5)')")

        place.opened()

        found = place.rows()["alembic_version"]
        engine.dispose()
    assert found == [{"version_num": NEXT}]


@pytest.mark.postgres
def test_a_migration_waits_no_longer_than_a_moment_for_a_table_in_use_and_runs_after_it(
    postgresql: PostgresqlServer,
    tmp_path: Path,
    following: Callable[[str], Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("adapters.database.schema._LOCK_MS", 200)
    monkeypatch.setattr("adapters.database.postgresql.PATIENCE_S", 0.1)
    with postgresql.database() as url:
        engine = create_engine(url)
        place = Place(tmp_path, url, engine)
        before = place.made(REVISION)
        following("")
        with engine.begin() as backup:
            backup.execute(text("LOCK TABLE answers IN ACCESS SHARE MODE"))

            with pytest.raises(RecordsError, match="table"):
                place.opened()

            meanwhile = place.rows()
        place.opened()
        found = place.rows()["alembic_version"]
        engine.dispose()
    assert meanwhile == before
    assert found == [{"version_num": NEXT}]

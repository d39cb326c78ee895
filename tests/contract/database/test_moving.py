"""The rows of storewise.db come along into an empty PostgreSQL."""

import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from adapters.database import Database
from adapters.records import SqlRecords
from bot.model import Reply, Verdict
from bot.model.errors import RecordsError
from bot.model.kept import Feedback, StoredAnswer
from bot.privacy import safe
from tests.engines.postgresql import PostgresqlServer

pytestmark = pytest.mark.postgres
NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
PERSON = "slack:T1:U1"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "기록 data"


@contextmanager
def moved(data: Path, postgresql: PostgresqlServer) -> Generator[Database]:
    """An empty PostgreSQL database beside a data directory."""
    with postgresql.database() as url, closing(Database(data, url)) as database:
        yield database


def records(database: Database) -> SqlRecords:
    return SqlRecords(database, 30, lambda: NOW)


def answer(answer_id: str) -> StoredAnswer:
    question = safe("환불 기한은?")
    reply = Reply("14일까지입니다.", "ko")
    return StoredAnswer(answer_id, NOW, "T1:C1:1.1", PERSON, question, Verdict.PASS, reply)


async def fill(data: Path) -> str:
    """Two answers and what somebody said of one; returns the installation's id."""
    with closing(Database(data)) as database:
        kept = records(database)
        await kept.keep(answer("r1"))
        await kept.keep(answer("r2"))
        await kept.rate(Feedback("r1", PERSON, good=False, given_at=NOW, comment=safe("틀렸어요")))
        return database.installation()


def damage(data: Path) -> None:
    data.mkdir()
    (data / "storewise.db").write_bytes(b"no database at all " * 500)


def names(folder: Path) -> list[str]:
    return [one.name for one in folder.iterdir()]


async def test_all_rows_move_are_counted_on_and_the_file_stays_as_it_was(
    data: Path, postgresql: PostgresqlServer
) -> None:
    installation = await fill(data)
    before = (data / "storewise.db").read_bytes()

    with moved(data, postgresql) as database:
        kept = records(database)
        await kept.keep(answer("r3"))
        recent = [one.answer_id for one in await kept.recent(PERSON, 5)]
        [opinion] = await kept.opinions("r1")
        named = database.installation()

    assert recent == ["r3", "r2", "r1"]
    assert (opinion.good, opinion.comment) == (False, "틀렸어요")
    assert named == installation
    assert (data / "storewise.db").read_bytes() == before
    assert names(data) == ["storewise.db"]


async def test_a_second_replica_brings_nothing(
    data: Path, tmp_path: Path, postgresql: PostgresqlServer
) -> None:
    await fill(tmp_path / "other")

    with postgresql.database() as url:
        with closing(Database(data, url)) as first:
            assert await records(first).find("r1") is None
        with closing(Database(tmp_path / "other", url)) as second:
            assert await records(second).find("r1") is None


async def test_while_a_server_still_uses_the_file_nothing_moves(
    data: Path, postgresql: PostgresqlServer
) -> None:
    await fill(data)

    with moved(data, postgresql) as database:
        with closing(sqlite3.connect(data / "storewise.db")) as server:
            server.execute("SELECT count(*) FROM answers").fetchall()
            with pytest.raises(RecordsError, match="not restarted; stop it"):
                await records(database).find("r1")
        assert await records(database).find("r1") is not None


async def test_a_damaged_file_is_named_and_nothing_moves(
    data: Path, postgresql: PostgresqlServer
) -> None:
    damage(data)

    with (
        moved(data, postgresql) as database,
        pytest.raises(RecordsError, match=r"storewise\.db is damaged"),
    ):
        await records(database).find("r1")

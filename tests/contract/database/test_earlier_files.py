"""Whatever earlier versions stored in several files is in the one database at the next start."""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from adapters.chat.channels.channels import Channels
from adapters.chat.channels.settings import AnswerMode, ChannelSettings
from adapters.database import Database
from adapters.records import SqlCalls, SqlRecords
from adapters.records.api_keys import SqlKeys
from adapters.records.inbox import SqlInbox
from adapters.records.shifts import SqlShifts
from adapters.records.told import SqlToldOwners
from adapters.teams.post.known_chats import SqlChats
from bot.model import Platform
from bot.model.errors import RecordsError
from bot.model.kept.records import StoredAnswer
from bot.settings import SAMPLE
from knowledge.model.documents import Audience
from tests.engines.databases import ENGINES
from tests.engines.earlier_files import FILES, OLDER, write_earlier
from tests.engines.postgresql import PostgresqlServer

ROOT = SAMPLE.parents[1]
DAY = date(2026, 11, 21)
NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
SET = ChannelSettings(
    store_type="cafe",
    language="ko",
    answer_mode=AnswerMode.EVERY,
    private=True,
    allowed_groups=frozenset({"S012", "S345"}),
    audience=Audience.MANAGER,
    store="gangnam",
)

KILLED = 9
_DYING = """
import os, pathlib, sys
from adapters.database import Database
from adapters.database.earlier import preparing, taking_over
from bot.model.errors import RecordsError

data, step, left = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
module = taking_over if step == "add" else preparing
done = getattr(module, step)

def dying(*given):
    global left
    if left == 0:
        os._exit(9)
    left -= 1
    return done(*given)

setattr(module, step, dying)
Database(data).raising(RecordsError).read_now(lambda db: None)
"""
"""Dies at the given step, as a process that is killed."""

Open = Callable[[], AbstractContextManager[Database]]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "기록 data"


@pytest.fixture(params=ENGINES)
def opened(request: pytest.FixtureRequest, data: Path) -> Iterator[Open]:
    """Opens the database of a data directory, as each start does."""
    if request.param == "sqlite":
        yield lambda: closing(Database(data))
        return
    server: PostgresqlServer = request.getfixturevalue("postgresql")
    with server.database() as url:
        yield lambda: closing(Database(data, url))


@contextmanager
def moved(data: Path, postgresql: PostgresqlServer) -> Generator[Database]:
    """An empty PostgreSQL database beside a data directory."""
    with postgresql.database() as url, closing(Database(data, url)) as database:
        yield database


def records(database: Database) -> SqlRecords:
    return SqlRecords(database, 30, lambda: NOW)


async def check_all(database: Database) -> None:
    """Everything of the last version's files is there."""
    kept = records(database)
    recent = await kept.recent("slack:T1:U1", 5)
    assert [one.answer_id for one in recent] == ["r2", "r1"]
    assert [one.place for one in recent] == ["there", ""]
    assert recent[1].question == "환불 기한은?"
    assert recent[1].reply.text == "14일까지입니다."
    [opinion] = await kept.opinions("r1")
    assert (opinion.good, opinion.comment) == (False, "틀렸어요")
    assert await kept.held_by("T1:C1:1.1") == "r1"
    assert [one.correction_id for one in await kept.corrected()] == ["c1"]
    keys = SqlKeys(database)
    assert [(one.key_id, one.store_type) for one in await keys.all()] == [
        ("k0", None),
        ("k1", "cafe"),
    ]
    assert not await keys.counted("k1", DAY, 2)
    assert await SqlCalls(database, 3, lambda: DAY).made() == 2
    assert not await SqlToldOwners(database).note("conflict", DAY)
    read = await SqlShifts(database, 30).read("s1", "U1", NOW)
    assert read is not None
    assert read.readers == ("U2", "U1")
    slack, teams = (
        Channels(database, ChannelSettings(), one) for one in (Platform.SLACK, Platform.TEAMS)
    )
    assert slack.of("T1", "C1") == SET
    assert teams.of("T1", "C1").audience == Audience.MANAGER
    assert list(await SqlChats(database).of(["admin"])) == ["admin"]


async def test_everything_is_taken_over_at_the_first_start(opened: Open, data: Path) -> None:
    write_earlier(data)

    with opened() as database:
        await check_all(database)
        claimed = await SqlInbox(database).claim(Platform.SLACK)

    assert [(one.answer_id, one.tries, one.maybe_posted) for one in claimed] == [
        ("q1", 3, True),
        ("q2", 2, False),
    ]


async def test_files_of_the_first_versions_lack_nothing(opened: Open, data: Path) -> None:
    write_earlier(data, OLDER)

    with opened() as database:
        found = await records(database).find("r1")
        channel = Channels(database, ChannelSettings()).of("T1", "C1")

    assert found is not None
    assert found.place == ""
    assert (channel.store, channel.audience) == (None, Audience.STAFF)
    assert channel.allowed_groups == SET.allowed_groups


async def test_rows_that_come_later_are_counted_on(opened: Open, data: Path) -> None:
    write_earlier(data)

    with opened() as database:
        kept = records(database)
        [latest, _] = await kept.recent("slack:T1:U1", 5)
        await kept.keep(_again(latest, "r3"))

        assert [one.answer_id for one in await kept.recent("slack:T1:U1", 5)] == ["r3", "r2", "r1"]


async def test_a_damaged_file_costs_its_own_rows_alone_and_is_named(
    opened: Open, data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write_earlier(data)
    _damage(data / "keys.db")

    with opened() as database:
        keys = await SqlKeys(database).all()
        found = await records(database).find("r1")

    assert keys == []
    assert found is not None
    [said] = [one for one in caplog.records if one.levelname == "ERROR"]
    assert said.__dict__["path"] == str(data / "keys.db")
    assert "put a whole copy of it back" in said.__dict__["cure"]


async def test_a_file_with_a_row_that_makes_no_sense_is_left_out_whole(
    opened: Open, data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write_earlier(data, {**FILES, "keys.db": FILES["keys.db"].replace("2026-10-01T", "soon")})

    with opened() as database:
        assert await SqlKeys(database).all() == []
        assert await records(database).find("r1") is not None

    assert "a file of an earlier version is damaged" in caplog.text


async def test_the_files_are_put_aside_and_nobody_else_may_read_them(data: Path) -> None:
    write_earlier(data)

    with closing(Database(data)) as database:
        await check_all(database)

    assert _names(data) == ["earlier", "storewise.db"]
    assert _names(data / "earlier") == sorted(FILES)
    assert (data / "earlier").stat().st_mode & 0o077 == 0


async def test_the_next_start_takes_over_nothing_again(data: Path) -> None:
    write_earlier(data)
    with closing(Database(data)) as database:
        await SqlKeys(database).revoke("till", NOW)

    with closing(Database(data)) as database:
        assert [one.revoked_at is None for one in await SqlKeys(database).all()] == [False, False]


async def test_a_start_that_was_killed_before_the_files_were_put_aside_is_finished(
    data: Path,
) -> None:
    write_earlier(data)
    with closing(Database(data)) as database:
        await check_all(database)
    for path in (data / "earlier").iterdir():  # as they were before they were moved
        path.rename(data / path.name)

    with closing(Database(data)) as database:
        await check_all(database)

    assert _names(data) == ["earlier", "storewise.db"]
    assert _names(data / "earlier") == sorted(FILES)


@pytest.mark.parametrize(
    ("step", "times"),
    [("add", 0), ("add", 4), ("add", 9), ("_move", 0), ("_move", 3), ("_move", 20)],
)
async def test_a_start_that_is_killed_at_any_step_is_gone_on_with(
    step: str, times: int, data: Path
) -> None:
    write_earlier(data)
    died = await asyncio.to_thread(_started_and_killed, data, step, times)

    with closing(Database(data)) as database:
        await check_all(database)
        claimed = await SqlInbox(database).claim(Platform.SLACK)

    assert died == KILLED
    assert [one.answer_id for one in claimed] == ["q1", "q2"]
    assert set(FILES) <= set(_names(data / "earlier"))
    assert _names(data) == ["earlier", "storewise.db"]


async def test_a_copy_that_is_put_back_for_a_damaged_file_is_taken_over_later(data: Path) -> None:
    write_earlier(data)
    _damage(data / "keys.db")
    with closing(Database(data)) as database:
        assert await SqlKeys(database).all() == []
    write_earlier(data, {"keys.db": FILES["keys.db"]})

    with closing(Database(data)) as database:
        assert len(await SqlKeys(database).all()) == 2

    assert {"keys.db", "keys.db.damaged"} <= set(_names(data / "earlier"))


async def test_while_a_server_of_before_still_runs_nothing_is_taken_from_it(
    opened: Open, data: Path
) -> None:
    write_earlier(data)
    with closing(sqlite3.connect(data / "records.db")) as server:
        server.execute("SELECT count(*) FROM answers").fetchall()
        with opened() as database, pytest.raises(RecordsError, match="not restarted; stop it"):
            await records(database).find("r1")
    names = _names(data)

    with opened() as database:
        await check_all(database)
    assert set(FILES) <= set(names)


@pytest.mark.postgres
async def test_a_file_s_rows_move_to_postgresql_and_it_stays_as_it_was(
    data: Path, postgresql: PostgresqlServer
) -> None:
    write_earlier(data)
    with closing(Database(data)) as database:
        await records(database).find("r1")
    before = _bytes(data / "storewise.db")

    with moved(data, postgresql) as database:
        await check_all(database)
        kept = records(database)
        [latest, _] = await kept.recent("slack:T1:U1", 5)
        await kept.keep(_again(latest, "r3"))
        recent = [one.answer_id for one in await kept.recent("slack:T1:U1", 5)]

    assert recent == ["r3", "r2", "r1"]
    assert _bytes(data / "storewise.db") == before
    assert _names(data) == ["earlier", "storewise.db"]


@pytest.mark.postgres
async def test_a_second_replica_brings_nothing(
    data: Path, tmp_path: Path, postgresql: PostgresqlServer
) -> None:
    write_earlier(tmp_path / "other")
    with postgresql.database() as url:
        with closing(Database(data, url)) as first:
            assert await records(first).find("r1") is None
        with closing(Database(tmp_path / "other", url)) as second:
            assert await records(second).find("r1") is None

    assert _names(tmp_path / "other") == sorted(FILES)


def _started_and_killed(data: Path, step: str, times: int) -> int:
    """How a process ended that died at such a step of its first start."""
    command = [sys.executable, "-c", _DYING, str(data), step, str(times)]
    return subprocess.run(command, cwd=ROOT, check=False).returncode  # noqa: S603 - ours


def _again(record: StoredAnswer, answer_id: str) -> StoredAnswer:
    return replace(record, answer_id=answer_id)


def _damage(path: Path) -> None:
    path.write_bytes(b"no database at all " * 500)


def _names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


def _bytes(path: Path) -> bytes:
    return path.read_bytes()

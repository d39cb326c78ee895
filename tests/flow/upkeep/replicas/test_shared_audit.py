"""The audit log in a database: one chain of all replicas, and what a change of it shows."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pydantic import SecretStr
from sqlalchemy import text

from adapters.database import Database
from adapters.records.audit_files import to_line
from adapters.records.audit_table import SqlAudit
from bot.main.app import open_kept
from bot.model.errors import AuditError
from bot.model.kept import Entry, EntryKind, Outcome
from bot.settings.models import DatabaseSettings
from tests.engines.postgresql import PostgresqlServer
from tests.sample_bot import sample_settings

_NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
_ALWAYS = datetime(2000, 1, 1, tzinfo=UTC)


def entry(what: str = "reindex", at: datetime = _NOW) -> Entry:
    return Entry(at, EntryKind.COMMAND, "slack:한국:U1", what, Outcome.DONE, {"published": True})


async def kept(database: Database, *whats: str) -> SqlAudit:
    audit = SqlAudit(database, now=lambda: _NOW)
    for what in whats:
        await audit.keep(entry(what))
    return audit


@pytest.fixture
def replicas(postgresql: PostgresqlServer, tmp_path: Path) -> Iterator[list[Database]]:
    with (
        postgresql.tables() as url,
        closing(Database(tmp_path, url)) as one,
        closing(Database(tmp_path, url)) as other,
    ):
        yield [one, other]


async def test_with_a_shared_database_the_log_is_there_and_in_no_file(
    postgresql: PostgresqlServer, tmp_path: Path
) -> None:
    with postgresql.database() as url:
        shared = DatabaseSettings(url=SecretStr(url))
        one, other = (
            sample_settings(tmp_path / name).model_copy(update={"database": shared})
            for name in ("one", "other")
        )
        with open_kept(one) as here, open_kept(other) as there:
            await here.audit.keep(entry("rollback"))
            await there.audit.keep(entry("reindex"))

            log = await here.audit.read(_ALWAYS)

    assert [line.what for line in log.entries] == ["rollback", "reindex"]
    assert not _files(tmp_path)


def _files(folder: Path) -> list[Path]:
    return list(folder.iterdir())


async def test_replicas_that_write_at_once_write_one_chain(replicas: list[Database]) -> None:
    audits = [SqlAudit(one, now=lambda: _NOW) for one in replicas]

    await asyncio.gather(
        *(one.keep(entry(f"질문 {number}")) for number in range(40) for one in audits)
    )

    log = await audits[0].read(_ALWAYS)
    assert (log.lines, log.broken, log.unfinished) == (80, (), 0)
    assert log.head == (await audits[1].read(_ALWAYS)).head


async def test_a_replica_that_stalls_at_its_line_holds_up_nobody(
    replicas: list[Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    stalls, goes_on = threading.Event(), threading.Event()

    def stalling(written: Entry, before: str) -> bytes:
        if written.what == "slow" and not stalls.is_set():
            stalls.set()
            assert goes_on.wait(30)
        return to_line(written, before)

    monkeypatch.setattr("adapters.records.audit_table.to_line", stalling)
    slow, other = (SqlAudit(one, now=lambda: _NOW) for one in replicas)
    stalled = asyncio.create_task(slow.keep(entry("slow")))
    await asyncio.to_thread(stalls.wait)

    async with asyncio.timeout(20):
        await other.keep(entry("질문"))
    goes_on.set()
    await stalled

    log = await other.read(_ALWAYS)
    assert ([one.what for one in log.entries], log.broken) == (["질문", "slow"], ())


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("UPDATE audit SET line = replace(line, 'rollback', 'statuses') WHERE number = 2", 3),
        ("UPDATE audit SET what = 'statuses' WHERE number = 2", 2),
        ("UPDATE audit SET line = 'half' WHERE number = 3", 3),
        ("DELETE FROM audit WHERE number = 2", 3),
    ],
    ids=["changed", "renamed", "made unreadable", "taken out"],
)
async def test_what_is_changed_by_hand_is_told(database: Database, change: str, told: int) -> None:
    audit = await kept(database, "status", "rollback", "diff")
    await database.raising(AuditError).write(lambda db: db.execute(text(change)).rowcount)

    log = await audit.read(_ALWAYS)

    assert f"audit:{told}" in log.broken


async def test_days_that_are_too_old_are_deleted_and_the_rest_is_whole(database: Database) -> None:
    time = _NOW
    audit = SqlAudit(database, 2, lambda: time)
    for day in range(5):
        time = _NOW + timedelta(days=day)
        await audit.keep(entry(f"day {day}", time))

    log = await audit.read(_ALWAYS)

    stored = await database.raising(AuditError).read(
        lambda db: db.execute(text("SELECT count(*) FROM audit")).scalar()
    )
    assert stored == 3
    assert ([one.what for one in log.entries], log.broken) == (["day 2", "day 3", "day 4"], ())


async def test_a_clock_that_goes_back_breaks_no_chain(database: Database) -> None:
    time = _NOW + timedelta(days=3)
    audit = SqlAudit(database, 2, lambda: time)
    await audit.keep(entry("first", time))
    time = _NOW
    await audit.keep(entry("second"))

    log = await audit.read(_ALWAYS)

    assert ([one.what for one in log.entries], log.broken) == (["first", "second"], ())


async def test_a_long_log_is_read_in_parts(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.records.audit_table._PAGE", 2)
    audit = await kept(database, *(f"command {number}" for number in range(5)))

    log = await audit.read(_ALWAYS)

    assert [one.what for one in log.entries] == [f"command {number}" for number in range(5)]
    assert (log.lines, log.broken) == (5, ())


async def test_who_keeps_nothing_writes_and_deletes_nothing(database: Database) -> None:
    earlier = await kept(database, "status")

    await SqlAudit(database, 0).keep(entry("diff"))

    log = await earlier.read(_ALWAYS)
    assert [one.what for one in log.entries] == ["status"]

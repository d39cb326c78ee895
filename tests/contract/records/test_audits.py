"""What everything does that keeps an audit log."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from adapters.records.audit_files import AuditFiles
from adapters.records.audit_table import SqlAudit
from bot.model.kept import Entry, EntryKind, Outcome
from bot.ports import Audit
from tests.engines.databases import ENGINES, database_of
from tests.fakes import FakeAudit

_NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)


@pytest.fixture(params=["fake", "files", *ENGINES])
def audit(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Audit]:
    if request.param == "fake":
        yield FakeAudit()
    elif request.param == "files":
        yield AuditFiles(tmp_path / "감사 log", now=lambda: _NOW)
    else:
        with database_of(request, tmp_path / "감사 log") as database:
            yield SqlAudit(database, now=lambda: _NOW)


def command(what: str = "reindex", at: datetime = _NOW) -> Entry:
    return Entry(at, EntryKind.COMMAND, "slack:T1:U1", what, Outcome.DONE, {"published": True})


def answer(answer_id: str, at: datetime = _NOW) -> Entry:
    return Entry(
        at, EntryKind.ANSWER, "teams:한국:U2", answer_id, "pass", {"passages": [{"id": "a"}]}
    )


async def test_an_answer_is_found_by_its_id(audit: Audit) -> None:
    await audit.keep(answer("r1"))
    await audit.keep(answer("r2"))
    await audit.keep(command("r3"))

    found = [await audit.answer(one) for one in ("r2", "r", "r3")]

    assert found == [answer("r2"), None, None]


async def test_of_two_lines_about_an_answer_the_later_one_is_found(audit: Audit) -> None:
    reworded = replace(answer("r1"), about={"model": "m"})
    await audit.keep(answer("r1"))
    await audit.keep(reworded)

    assert await audit.answer("r1") == reworded


async def test_what_was_done_is_told_in_its_order_from_a_day_on(audit: Audit) -> None:
    await audit.keep(command("status", _NOW - timedelta(days=2)))
    await audit.keep(command("reindex"))
    await audit.keep(answer("r1", _NOW + timedelta(hours=9)))

    log = await audit.read(_NOW)

    assert log.entries == (command("reindex"), answer("r1", _NOW + timedelta(hours=9)))
    assert (log.lines, log.broken, log.unfinished) == (3, (), 0)


async def test_an_empty_log_is_whole(audit: Audit) -> None:
    log = await audit.read(_NOW)

    assert (log.entries, log.lines, log.broken, log.head) == ((), 0, (), "")
    assert await audit.answer("r1") is None

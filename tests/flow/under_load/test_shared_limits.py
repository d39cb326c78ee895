"""The limits of a minute hold for all replicas together."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from adapters.database import Database
from adapters.records.counts import SqlCounts
from bot.conversation.rate_limits import Limits
from bot.model import Message, Platform
from bot.model.errors import RecordsError
from tests.engines.postgresql import PostgresqlServer

ASKED = Message(Platform.SLACK, "T1:C1:1.0", "U1", "환불 기간은?", workspace_id="T1")


@pytest.fixture
def replicas(postgresql: PostgresqlServer, tmp_path: Path) -> Iterator[list[Database]]:
    with (
        postgresql.tables() as url,
        closing(Database(tmp_path, url)) as one,
        closing(Database(tmp_path, url)) as other,
    ):
        yield [one, other]


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine is no database that is away."""
    monkeypatch.setattr("adapters.records.counts._PATIENCE_S", 60.0)


async def said(limits: Limits, message: Message = ASKED, channel: str = "C1") -> str | None:
    """What is said about a message; None for one that is accepted."""
    away = await limits.turned_away(message, channel)
    if away is None:
        return None
    return away.reply.text if away.reply else ""


async def test_a_person_who_writes_to_two_replicas_is_counted_once_and_told_once(
    replicas: list[Database],
) -> None:
    here, there = (Limits(per_person=3, counts=SqlCounts(one)) for one in replicas)

    answers = [await said(limits) for limits in (here, there, here, there, here, there)]

    assert answers[:3] == [None, None, None]
    assert "메시지를 많이 보내셨습니다" in str(answers[3])
    assert answers[4:] == ["", ""]


async def test_of_messages_at_once_no_more_are_accepted_than_allowed(
    replicas: list[Database],
) -> None:
    both = [Limits(per_channel=10, counts=SqlCounts(one)) for one in replicas]
    people = [replace(ASKED, sender_id=f"U{number}") for number in range(20)]

    answers = await asyncio.gather(*(said(limits, one) for one in people for limits in both))

    assert answers.count(None) == 10


async def test_programs_and_searches_are_counted_together_and_by_themselves(
    replicas: list[Database],
) -> None:
    here, there = (Limits(searches=1, programs=1, counts=SqlCounts(one)) for one in replicas)

    searched = [await limits.may_search("slack:T1:U1") for limits in (here, there)]
    asked = [await limits.of_program("till") for limits in (here, there)]

    assert (searched, asked[0]) == ([True, False], None)
    assert 50 < (asked[1] or 0) <= 60


async def test_after_a_minute_a_person_is_heard_again_and_told_again(
    replicas: list[Database],
) -> None:
    here, there = (Limits(per_person=1, counts=SqlCounts(one)) for one in replicas)
    before = [await said(limits) for limits in (here, there)]
    await _all_is_over(replicas[0])

    after = [await said(limits) for limits in (there, here, there)]

    assert (before[0], after[0]) == (None, None)
    assert before[1]
    assert after[1]
    assert after[2] == ""


async def test_counts_that_are_over_are_deleted(replicas: list[Database]) -> None:
    await said(Limits(per_person=1, counts=SqlCounts(replicas[0])))
    await _all_is_over(replicas[0])

    await said(Limits(per_person=1, counts=SqlCounts(replicas[1])), replace(ASKED, sender_id="U2"))

    left = (
        await replicas[0]
        .raising(RecordsError)
        .read(lambda db: db.execute(text("SELECT key FROM counts")).scalars().all())
    )
    assert left == ["person slack:T1:U2"]


async def test_while_the_database_is_away_each_replica_goes_on_counting(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.records.counts._PATIENCE_S", 0.1)
    monkeypatch.setattr("adapters.records.counts._PAUSE_S", 60.0)
    with closing(Database(tmp_path, "postgresql+psycopg://x:secret@127.0.0.1:1/x")) as away:
        limits = Limits(per_person=1, counts=SqlCounts(away))

        answers = [bool(await said(limits)) for _ in range(3)]

    assert answers == [False, True, False]
    assert [one.getMessage() for one in caplog.records].count(
        "messages are counted on this replica alone"
    ) == 1
    assert "secret" not in caplog.text


async def _all_is_over(database: Database) -> None:
    over = text("UPDATE counts SET until = until - interval '130 s'")
    await database.raising(RecordsError).write(lambda db: db.execute(over).rowcount)

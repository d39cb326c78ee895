"""A thread's last questions are remembered there, for a while, and nowhere else."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from adapters.database import Database
from adapters.records.turns import SqlThreads
from bot.conversation.threads import MemoryThreads
from bot.model import Turn
from bot.model.errors import RecordsError
from bot.model.sent import ClosestPlace
from bot.ports import Threads
from bot.privacy import safe
from knowledge.model.documents import Header
from tests.engines.databases import ENGINES, database_of
from tests.engines.postgresql import PostgresqlServer

HOUR = timedelta(hours=1)
NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)
TURN = Turn(safe("how long can customers return headphones?"))
OTHER = Turn(safe("환불은 며칠인가요?"))


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds

    def day(self) -> datetime:
        return NOON + timedelta(seconds=self.seconds)


Open = Callable[[timedelta | None], Threads]
"""Opens a replica's threads."""


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["memory", *ENGINES])
def opened(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[Open]:
    if request.param == "memory":
        yield lambda expiry: MemoryThreads(expiry, clock)
        return
    with database_of(request, tmp_path) as database:
        yield lambda expiry: SqlThreads(database, expiry, clock.day)


async def test_a_thread_remembers_its_last_three_turns(opened: Open, clock: Clock) -> None:
    threads = opened(HOUR)
    for turn in (TURN, OTHER, TURN, OTHER, OTHER):
        clock.seconds += 1
        await threads.keep("T1:C1:1.0", turn)

    assert await threads.turns("T1:C1:1.0") == (TURN, OTHER, OTHER)


async def test_a_thread_that_goes_on_after_long_begins_anew(opened: Open, clock: Clock) -> None:
    threads = opened(HOUR)
    await threads.keep("T1:C1:1.0", TURN)

    clock.seconds = 3600
    await threads.keep("T1:C1:1.0", OTHER)

    assert await threads.turns("T1:C1:1.0") == (OTHER,)


async def test_nothing_crosses_threads(opened: Open) -> None:
    threads = opened(HOUR)
    await threads.keep("T1:C1:1.0", TURN)

    assert await threads.turns("T1:C1:2.0") == ()
    assert await threads.turns("T1:D9:") == ()
    assert await threads.turns("T2:C1:1.0") == ()


async def test_a_turn_is_forgotten_after_a_while(opened: Open, clock: Clock) -> None:
    threads = opened(HOUR)
    await threads.keep("T1:C1:1.0", TURN)

    clock.seconds = 3599
    assert (await threads.turns("T1:C1:1.0"))[-1:] == (TURN,)
    clock.seconds = 3600
    assert await threads.turns("T1:C1:1.0") == ()


async def test_without_memory_nothing_is_kept(opened: Open) -> None:
    threads = opened(None)
    await threads.keep("T1:C1:1.0", TURN)

    assert await threads.turns("T1:C1:1.0") == ()


async def test_a_message_outside_of_threads_is_not_kept(opened: Open) -> None:
    threads = opened(HOUR)
    await threads.keep("", TURN)

    assert await threads.turns("") == ()


async def test_all_of_a_turn_is_remembered(opened: Open) -> None:
    threads = opened(HOUR)
    header = Header(
        "refunds-ko", "환불 규정", "환불.md", "2", "ko", effective_from=date(2026, 1, 1)
    )
    turn = Turn(
        safe("헤드폰은 며칠 안에 환불되나요?"),
        {"헤드": 5.25, "폰": 1e-9},
        asked_back=safe("개봉했나요?"),
        said=safe("그럼 헤드폰은?"),
        listed=3,
        cited=(header, replace(header, doc_id="refunds-en", language="en")),
        disagreeing=(header,),
        closest=(ClosestPlace(header, ("반품", "개봉 상품")),),
        store="busan",
    )
    await threads.keep("T1:C1:1.0", turn)

    assert await threads.turns("T1:C1:1.0") == (turn,)


async def test_a_question_in_a_thread_is_understood_on_another_replica(
    postgresql: PostgresqlServer, tmp_path: Path
) -> None:
    with (
        postgresql.database() as url,
        closing(Database(tmp_path, url)) as here,
        closing(Database(tmp_path, url)) as there,
    ):
        await SqlThreads(here, HOUR).keep("T1:C1:1.0", TURN)
        await SqlThreads(there, HOUR).keep("T1:C1:1.0", OTHER)

        found = [await SqlThreads(one, HOUR).turns("T1:C1:1.0") for one in (here, there)]

    assert found == [(TURN, OTHER)] * 2


@pytest.mark.parametrize("expiry", [HOUR, None])
async def test_turns_that_are_over_are_deleted(
    database: Database, clock: Clock, expiry: timedelta | None
) -> None:
    await SqlThreads(database, HOUR, clock.day).keep("T1:C1:1.0", TURN)
    clock.seconds = 3600

    await SqlThreads(database, expiry, clock.day).keep("", OTHER)

    left = await database.raising(RecordsError).read(
        lambda db: db.execute(text("SELECT count(*) FROM turns")).scalar()
    )
    assert left == 0


async def test_older_turns_of_a_thread_are_deleted(database: Database, clock: Clock) -> None:
    for _ in range(5):
        clock.seconds += 1
        await SqlThreads(database, HOUR, clock.day).keep("T1:C1:1.0", TURN)
    await SqlThreads(database, HOUR, clock.day).keep("", TURN)

    left = await database.raising(RecordsError).read(
        lambda db: db.execute(text("SELECT count(*) FROM turns")).scalar()
    )
    assert left == 3


async def test_without_its_database_a_question_is_answered_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "storewise.db").write_bytes(b"no database at all" * 100)
    with closing(Database(tmp_path)) as damaged:
        threads = SqlThreads(damaged, HOUR)

        await threads.keep("T1:C1:1.0", TURN)
        found = await threads.turns("T1:C1:1.0")

    assert found == ()
    assert "a thread's questions cannot be read" in caplog.text

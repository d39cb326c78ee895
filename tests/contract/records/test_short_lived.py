"""What everything does that keeps for minutes what any replica may have to know."""

import asyncio
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select

from adapters.database import Database
from adapters.database.tables import short_lived
from adapters.records.counts import SqlShortLived
from bot.model.errors import RecordsError


@dataclass
class Clock:
    now: datetime = datetime(2026, 11, 22, 9, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def kept(database: Database, clock: Clock) -> SqlShortLived:
    return SqlShortLived(database, clock)


async def test_a_key_is_claimed_once_until_its_time_is_over(
    kept: SqlShortLived, clock: Clock
) -> None:
    first = await kept.claim("click", 5.0)
    again = await kept.claim("click", 5.0)
    other = await kept.claim("another", 5.0)
    clock.now += timedelta(seconds=6)
    later = await kept.claim("click", 5.0)

    assert (first, again, other, later) == (True, False, True, True)


async def test_a_forgotten_key_can_be_claimed_again(kept: SqlShortLived) -> None:
    await kept.claim("click", 5.0)

    await kept.forget("click")

    assert await kept.claim("click", 5.0)


async def test_of_replicas_that_claim_at_once_one_may(database: Database, clock: Clock) -> None:
    replicas = [SqlShortLived(database, clock) for _ in range(5)]

    claimed = await asyncio.gather(*(one.claim("클릭", 5.0) for one in replicas))

    assert sorted(claimed) == [False] * 4 + [True]


async def test_a_value_is_found_by_another_replica_and_after_a_restart_until_its_time_is_over(
    database: Database, clock: Clock
) -> None:
    await SqlShortLived(database, clock).keep("창", "첫 번째", 60.0)
    await SqlShortLived(database, clock).keep("창", "두 번째", 60.0)

    found = await SqlShortLived(database, clock).find("창")
    clock.now += timedelta(seconds=61)

    assert found == "두 번째"
    assert await SqlShortLived(database, clock).find("창") is None


async def test_what_is_over_is_deleted(
    database: Database, kept: SqlShortLived, clock: Clock
) -> None:
    await kept.keep("old", "1", 60.0)
    clock.now += timedelta(minutes=11)

    await kept.keep("new", "2", 60.0)

    rows = await database.raising(RecordsError).read(
        lambda db: db.execute(select(func.count()).select_from(short_lived)).scalar()
    )
    assert rows == 1


async def test_a_database_that_cannot_be_read_raises_its_error(tmp_path: Path) -> None:
    with closing(Database(tmp_path)) as database:
        kept = SqlShortLived(database)
        await kept.keep("창", "첫 번째", 60.0)
        (tmp_path / "storewise.db").unlink()
        (tmp_path / "storewise.db").mkdir()

    with closing(Database(tmp_path)) as broken, pytest.raises(RecordsError):
        await SqlShortLived(broken).find("창")

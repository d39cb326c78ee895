"""What everything does that notes which owners were told."""

import asyncio
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from adapters.database import Database
from adapters.records.counts import SqlToldOwners
from bot.ports import ToldOwners
from tests.engines.databases import ENGINES, database_of
from tests.fakes import FakeToldOwners

TODAY = date(2026, 11, 21)


@pytest.fixture(params=["fake", *ENGINES])
def told(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ToldOwners]:
    if request.param == "fake":
        yield FakeToldOwners()
        return
    with database_of(request, tmp_path) as database:
        yield SqlToldOwners(database)


async def test_an_owner_is_told_of_one_thing_once_a_day(told: ToldOwners) -> None:
    first = await told.note("conflict", TODAY)
    again = await told.note("conflict", TODAY)
    other = await told.note("gap", TODAY)
    tomorrow = await told.note("conflict", TODAY + timedelta(days=1))

    assert (first, again, other, tomorrow) == (True, False, True, True)


async def test_an_owner_who_was_not_reached_can_be_told_again(told: ToldOwners) -> None:
    await told.note("conflict", TODAY)

    await told.forget("conflict")

    assert not await told.noted("conflict", TODAY)
    assert await told.note("conflict", TODAY)


async def test_who_was_told_is_known_for_that_day(told: ToldOwners) -> None:
    await told.note("conflict", TODAY)

    assert await told.noted("conflict", TODAY)
    assert not await told.noted("conflict", TODAY + timedelta(days=1))
    assert not await told.noted("gap", TODAY)


async def test_the_next_server_and_another_replica_still_know(database: Database) -> None:
    await SqlToldOwners(database).note("conflict", TODAY)

    assert not await SqlToldOwners(database).note("conflict", TODAY)


async def test_of_replicas_that_note_at_once_one_tells(database: Database) -> None:
    several = [SqlToldOwners(database) for _ in range(8)]

    noted = await asyncio.gather(*(one.note("conflict", TODAY) for one in several))

    assert sum(noted) == 1

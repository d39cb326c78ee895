"""What everything does that notes which owners were told."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from adapters.records.told import SqliteToldOwners
from bot.model.errors import RecordsError
from bot.ports import ToldOwners
from tests.fakes import FakeToldOwners

TODAY = date(2026, 11, 21)


@pytest.fixture(params=["fake", "sqlite"])
def told(request: pytest.FixtureRequest, tmp_path: Path) -> ToldOwners:
    return FakeToldOwners() if request.param == "fake" else SqliteToldOwners(tmp_path / "told.db")


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


async def test_the_next_server_still_knows_and_the_file_has_nobodys_words(tmp_path: Path) -> None:
    path = tmp_path / "told.db"
    await SqliteToldOwners(path).note("conflict", TODAY)

    assert not await SqliteToldOwners(path).note("conflict", TODAY)
    assert path.stat().st_mode & 0o077 == 0


async def test_a_damaged_file_is_an_error_that_says_so(tmp_path: Path) -> None:
    path = tmp_path / "told.db"
    path.write_bytes(b"no database " * 100)

    with pytest.raises(RecordsError, match=r"told\.db cannot be read or written"):
        await SqliteToldOwners(path).note("conflict", TODAY)

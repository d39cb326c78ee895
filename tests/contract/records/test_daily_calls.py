"""The calls of a day are counted in the database, and end where the settings say."""

import asyncio
import logging
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest

from adapters.database import Database
from adapters.records import SqlCalls


@dataclass
class _Day:
    """The day that it is in the store."""

    now: date = date(2026, 11, 22)

    def __call__(self) -> date:
        return self.now


async def test_calls_end_where_the_settings_say_and_begin_again_the_next_day(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    day = _Day()
    calls = SqlCalls(database, 2, day)

    taken = [await calls.take() for _ in range(4)]
    made = await calls.made()
    day.now = date(2026, 11, 23)
    tomorrow = [await calls.take(), await calls.made()]

    assert (taken, made) == ([True, True, False, False], 2)
    assert tomorrow == [True, 1]
    assert [one.message for one in caplog.records] == [
        "the language model is not asked any more today"
    ]


async def test_a_restart_forgets_no_call(database: Database) -> None:
    await SqlCalls(database, 2, _Day()).take()
    database.close()

    again = SqlCalls(database, 2, _Day())
    made = await again.made()
    taken = [await again.take(), await again.take()]

    assert (made, taken) == (1, [True, False])


async def test_questions_at_once_take_no_more_than_there_are(database: Database) -> None:
    several = [SqlCalls(database, 5, _Day()) for _ in range(3)]

    taken = await asyncio.gather(*(one.take() for one in several * 6))

    assert sum(taken) == 5


@pytest.mark.parametrize("broken", [b"no database", None])
async def test_what_cannot_be_counted_is_not_called(
    tmp_path: Path, broken: bytes | None, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "storewise.db"
    if broken is None:
        path.mkdir()
    else:
        path.write_bytes(broken * 100)
    caplog.set_level(logging.WARNING)

    with closing(Database(tmp_path)) as database:
        calls = SqlCalls(database, 5, _Day())
        counted = await calls.take(), await calls.made()

    assert counted == (False, None)
    assert "cannot be counted" in caplog.text

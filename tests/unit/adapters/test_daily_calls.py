"""The calls of a day are counted in a file, and end where the settings say."""

import asyncio
import logging
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest

from adapters.records import DailyCalls


@dataclass
class _Day:
    """The day that it is in the store."""

    now: date = date(2026, 11, 22)

    def __call__(self) -> date:
        return self.now


async def test_calls_end_where_the_settings_say_and_begin_again_the_next_day(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    day = _Day()
    calls = DailyCalls(tmp_path / "calls.db", 2, day)

    taken = [await calls.take() for _ in range(4)]
    made = await calls.made()
    day.now = date(2026, 11, 23)
    tomorrow = [await calls.take(), await calls.made()]

    assert (taken, made) == ([True, True, False, False], 2)
    assert tomorrow == [True, 1]
    assert [one.message for one in caplog.records] == [
        "the language model is not asked any more today"
    ]


async def test_a_restart_forgets_no_call(tmp_path: Path) -> None:
    path = tmp_path / "data" / "calls.db"
    await DailyCalls(path, 2, _Day()).take()

    again = DailyCalls(path, 2, _Day())
    made = await again.made()
    taken = [await again.take(), await again.take()]

    assert (made, taken) == (1, [True, False])


async def test_questions_at_once_take_no_more_than_there_are(tmp_path: Path) -> None:
    several = [DailyCalls(tmp_path / "calls.db", 5, _Day()) for _ in range(3)]

    taken = await asyncio.gather(*(one.take() for one in several * 6))

    assert sum(taken) == 5


@pytest.mark.parametrize("broken", [b"no database", None])
async def test_what_cannot_be_counted_is_not_called(
    tmp_path: Path, broken: bytes | None, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "calls.db"
    if broken is None:
        path.mkdir()
    else:
        path.write_bytes(broken * 100)

    calls = DailyCalls(path, 5, _Day())
    caplog.set_level(logging.WARNING)

    assert (await calls.take(), await calls.made()) == (False, None)
    assert "cannot be counted" in caplog.text

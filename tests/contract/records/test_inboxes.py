"""Every inbox holds a question from its acceptance to its reply, whoever stops in between."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from adapters.database import Database
from adapters.records.inbox import KEEP, SqlInbox
from bot.model import Platform
from bot.model.errors import InboxError
from bot.model.kept import Accepted, Depth
from bot.ports import Inbox
from tests.engines.databases import ENGINES, database_of
from tests.fakes import FakeInbox

NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


Open = Callable[[], Inbox]
"""Begins a server's inbox; a second call is the server after it."""


@pytest.fixture(params=["fake", *ENGINES])
def opened(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[Open]:
    if request.param == "fake":
        kept: list[FakeInbox] = []

        def fake() -> Inbox:
            kept.append(FakeInbox(clock, kept[-1] if kept else None))
            return kept[-1]

        yield fake
        return
    with database_of(request, tmp_path) as database:
        yield lambda: SqlInbox(database, clock, lease=timedelta(0))


@pytest.fixture
def clock() -> Clock:
    return Clock()


def question(number: int = 1, platform: Platform = Platform.SLACK, minutes: int = 0) -> Accepted:
    received = NOON + timedelta(minutes=minutes)
    return Accepted(f"r{number}", f"T1:C1:{number}.0", platform, f'{{"n": {number}}}', received)


async def test_a_delivery_that_comes_again_is_known_also_after_a_restart(opened: Open) -> None:
    before = opened()
    first = await before.accept(question())
    again = await before.accept(question())
    await before.settle("r1")

    after = await opened().accept(question())

    assert (first, again, after) == (True, False, False)


async def test_what_a_server_left_is_claimed_once_by_the_next_one_the_oldest_first(
    opened: Open,
) -> None:
    before = opened()
    for one in (question(2, minutes=2), question(1), question(3, Platform.TEAMS)):
        await before.accept(one)
    await before.settle("r9")

    nothing = await before.claim(Platform.SLACK)
    after = opened()
    claimed = await after.claim(Platform.SLACK)
    again = await after.claim(Platform.SLACK)

    assert nothing == []
    assert [(one.answer_id, one.tries, one.body) for one in claimed] == [
        ("r1", 2, '{"n": 1}'),
        ("r2", 2, '{"n": 2}'),
    ]
    assert again == []


async def test_the_answers_to_a_message_and_its_edits_are_known_for_a_while(opened: Open) -> None:
    one, edit = question(), replace(question(2), key="T1:C1:1.0:5.0")
    await opened().accept(one)
    await opened().accept(edit)
    await opened().accept(replace(question(3), key="T1:C1:1.00"))

    asked = opened().asked

    assert await asked(one.key, NOON - timedelta(minutes=5)) == ["r1", "r2"]
    assert await asked(one.key, NOON + timedelta(minutes=5)) == []
    assert await asked("T1:C1:_.0", NOON - timedelta(minutes=5)) == []


async def test_what_has_its_reply_is_not_claimed(opened: Open) -> None:
    before = opened()
    await before.accept(question())
    await before.settle("r1")

    assert await opened().claim(Platform.SLACK) == []


async def test_a_reply_that_was_about_to_be_posted_may_be_there(opened: Open) -> None:
    before = opened()
    await before.accept(question(1))
    await before.accept(question(2))
    await before.posting("r1")

    claimed = await opened().claim(Platform.SLACK)

    assert [one.maybe_posted for one in claimed] == [True, False]


async def test_a_postponed_question_is_claimed_when_it_is_due(opened: Open, clock: Clock) -> None:
    inbox = opened()
    await inbox.accept(question())
    await inbox.postpone("r1", NOON + timedelta(seconds=30))

    early = await inbox.claim(Platform.SLACK)
    clock.now += timedelta(seconds=30)
    due = await inbox.claim(Platform.SLACK)
    again = await inbox.claim(Platform.SLACK)

    assert (early, [one.answer_id for one in due], again) == ([], ["r1"], [])


async def test_its_depth_tells_how_many_wait_and_since_when(opened: Open) -> None:
    inbox = opened()
    empty = await inbox.depth()
    await inbox.accept(question(1, minutes=-3))
    await inbox.accept(question(2))

    two = await inbox.depth()
    await inbox.settle("r1")
    one = await inbox.depth()

    assert empty == Depth()
    assert two == Depth(2, NOON - timedelta(minutes=3))
    assert one == Depth(1, NOON)


async def test_hundreds_at_once_are_all_written(opened: Open) -> None:
    inbox = opened()

    taken = await asyncio.gather(*(inbox.accept(question(n)) for n in range(500)))

    assert all(taken)
    assert (await inbox.depth()).count == 500


async def test_words_are_forgotten_with_the_reply_and_keys_after_an_hour(
    tmp_path: Path, clock: Clock
) -> None:
    with closing(Database(tmp_path)) as database:
        inbox = SqlInbox(database, clock)
        await inbox.accept(question())
        await inbox.settle("r1")
        rows = _rows(tmp_path)

        clock.now += KEEP + timedelta(minutes=1)
        await inbox.accept(question(2))

    assert rows == [("r1", "")]
    assert [row[0] for row in _rows(tmp_path)] == ["r2"]


async def test_a_file_that_is_no_database_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "storewise.db").write_bytes(b"no database" * 100)

    said = r"storewise\.db cannot be .* is damaged; put a copy"
    with closing(Database(tmp_path)) as database, pytest.raises(InboxError, match=said):
        await SqlInbox(database).accept(question())


def _rows(folder: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(folder / "storewise.db")) as db:
        return db.execute("SELECT answer_id, body FROM questions").fetchall()

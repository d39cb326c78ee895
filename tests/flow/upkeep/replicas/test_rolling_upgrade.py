"""While replicas are upgraded one after another, both versions work in one PostgreSQL."""

import asyncio
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import text

from adapters.database import Database
from adapters.database.tables import REVISION
from adapters.records.inbox import SqlInbox
from bot.model import Platform
from bot.model.errors import InboxError
from bot.model.kept import Accepted
from tests.engines.postgresql import PostgresqlServer

pytestmark = pytest.mark.postgres

_QUESTIONS = 20
_TOLD = ("How long is a return?", "환불은 며칠 안에 되나요?")


@pytest.fixture
def url(postgresql: PostgresqlServer) -> Iterator[str]:
    with postgresql.database() as made:
        yield made


@contextmanager
def _version(
    number: int, url: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[SqlInbox]:
    """The inbox of a replica whose tables are those of a revision."""
    with closing(Database(folder, url)) as database:
        inbox = SqlInbox(database)
        with monkeypatch.context() as versioned:
            versioned.setattr("adapters.database.schema.REVISION", f"{number:04}")
            opened = asyncio.run(inbox.depth())
        assert opened.count >= 0
        yield inbox


def _question(number: int) -> Accepted:
    body = f'{{"text": "{_TOLD[number % 2]}"}}'
    thread = f"T1:C1:{number % 3}"
    now = datetime.now(UTC)
    return Accepted(f"r{number}", f"{thread}:{number}", Platform.SLACK, body, now)


def test_the_version_before_goes_on_and_starts_anew_beside_this_one(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = int(REVISION)
    with (
        _version(now, url, tmp_path / "new", monkeypatch) as new,
        _version(now - 1, url, tmp_path / "old", monkeypatch) as old,
    ):
        accepted, counts = asyncio.run(_at_once(old, new))

    # Each question came to both, and was accepted once.
    assert accepted == _QUESTIONS
    assert counts == [0, 0]


async def _at_once(old: SqlInbox, new: SqlInbox) -> tuple[int, list[int]]:
    both = (old, new)
    questions = [_question(number) for number in range(_QUESTIONS)]
    accepted = await asyncio.gather(*(one.accept(asked) for asked in questions for one in both))
    # A reply is noted by whichever of them has posted it.
    await asyncio.gather(
        *(both[at % 2].settle(asked.answer_id) for at, asked in enumerate(questions))
    )
    return sum(accepted), [(await one.depth()).count for one in both]


def test_what_the_version_before_leaves_is_answered_by_this_one(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = int(REVISION)
    with (
        _version(now, url, tmp_path / "new", monkeypatch) as new,
        _version(now - 1, url, tmp_path / "old", monkeypatch) as old,
    ):

        async def left() -> list[Accepted]:
            for number in range(4):
                await old.accept(_question(number))
            await old.leave()
            return await new.claim(Platform.SLACK)

        claimed = asyncio.run(left())

    assert [one.answer_id for one in claimed] == ["r0", "r1", "r2", "r3"]
    assert [one.body for one in claimed] == [_question(number).body for number in range(4)]


def test_this_one_works_while_the_next_one_adds_a_column_and_after_it(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = int(REVISION)
    with _version(now, url, tmp_path / "running", monkeypatch) as running:
        _migrated(url, tmp_path, now + 1)
        with _version(now, url, tmp_path / "started", monkeypatch) as started:
            accepted, counts = asyncio.run(_at_once(running, started))

    assert accepted == _QUESTIONS
    assert counts == [0, 0]


def _migrated(url: str, folder: Path, to: int) -> None:
    """Does what a migration may do while the version before runs."""
    with closing(Database(folder / "next", url)) as database:

        async def migrate() -> None:
            await database.raising(InboxError).write(
                lambda db: [
                    db.execute(text("ALTER TABLE questions ADD COLUMN added TEXT DEFAULT ''")),
                    db.execute(
                        text("UPDATE alembic_version SET version_num = :to"), {"to": f"{to:04}"}
                    ),
                ]
            )

        asyncio.run(migrate())


def test_two_versions_ahead_is_refused_with_what_to_do(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = int(REVISION)
    with _version(now + 2, url, tmp_path / "new", monkeypatch):
        pass

    with (
        pytest.raises(InboxError, match="newer storewise; install that one"),
        _version(now, url, tmp_path / "old", monkeypatch),
    ):
        pass

"""storewise.db: what is on the disk, who may read it, and what to do when it cannot be used."""

import asyncio
import multiprocessing
import sqlite3
import stat
import threading
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from adapters.database import Database
from adapters.database.tables import REVISION
from adapters.records import SqlRecords
from bot.main.app import build
from bot.model import Message, Platform, Reply, Verdict
from bot.model.errors import RecordsError
from bot.model.kept import Feedback, Ratings, StoredAnswer
from bot.privacy import safe
from bot.settings import OpenAISettings, Settings, StoreSettings
from tests.flow.conftest import Handbook
from tests.flow.stand_in.handbook import DISCOUNT, PARCELS

_NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
_NEXT = f"{int(REVISION) + 1:04}"
_ENOUGH = 200
"""Answers that a process keeps before it is killed."""


def record(answer_id: str, given_at: datetime = _NOW, text: str = "14일 [1].") -> StoredAnswer:
    return StoredAnswer(
        answer_id,
        given_at,
        "T1:C1:1.0",
        "slack:T1:U1",
        safe("며칠인가요?"),
        Verdict.PASS,
        Reply(text, "ko", kept=True, trace_id=answer_id),
    )


@contextmanager
def opened(
    path: Path, now: Callable[[], datetime] = lambda: _NOW, keep_days: int = 30
) -> Generator[SqlRecords]:
    with closing(Database(path.parent)) as database:
        yield SqlRecords(database, keep_days, now)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "storewise.db"


async def test_nothing_is_written_before_it_is_used(path: Path) -> None:
    with opened(path):
        pass

    assert not path.parent.exists()


async def test_nobody_else_may_read_the_file(path: Path) -> None:
    with opened(path) as records:
        await records.keep(record("a1"))
        modes = _modes(path)

    assert modes == {0o600}


async def test_a_file_that_others_might_read_is_closed_to_them(path: Path) -> None:
    _write(path, b"", mode=0o644)

    with opened(path) as records:
        await records.keep(record("a1"))

    assert _modes(path) == {0o600}


async def test_answers_are_there_after_a_restart(path: Path) -> None:
    with opened(path) as records:
        await records.keep(record("a1"))
        await records.rate(Feedback("a1", "slack:T1:U1", False, _NOW))

    with opened(path) as records:
        assert await records.find("a1") == record("a1")
        assert await records.ratings(_NOW) == Ratings(bad=1)


async def test_what_is_too_old_is_deleted_from_the_disk_when_others_are_kept(path: Path) -> None:
    time = _NOW
    with opened(path, lambda: time) as records:
        await records.keep(record("a1", text="사라질 글" * 500))
        await records.rate(Feedback("a1", "slack:T1:U1", False, _NOW, comment=safe("사라질 말")))
        time = _NOW + timedelta(days=31)
        await records.keep(record("a2", time))
        left = b"".join(map(_bytes, path.parent.iterdir()))

    assert "사라질".encode() not in left
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT answer_id FROM answers").fetchall() == [("a2",)]
        assert db.execute("SELECT count(*) FROM feedback").fetchone() == (0,)


async def test_the_space_of_what_is_too_old_goes_back_to_the_disk(path: Path) -> None:
    time = _NOW
    with opened(path, lambda: time) as records:
        for number in range(50):
            await records.keep(record(f"a{number}", text="사라질 글" * 2000))
        time = _NOW + timedelta(days=31)
        await records.keep(record("after", time))

    assert len(_bytes(path)) < 50 * len("사라질 글".encode()) * 2000 / 2


async def test_what_is_too_old_is_looked_for_once_an_hour(path: Path) -> None:
    time = _NOW
    with opened(path, lambda: time) as records:
        await records.keep(record("a1", _NOW - timedelta(days=29, hours=23, minutes=30)))
        time = _NOW + timedelta(minutes=59)
        await records.keep(record("a2", time))
        early = _ids(path)
        time = _NOW + timedelta(minutes=60)
        await records.keep(record("a3", time))

    assert early == ["a1", "a2"]
    assert _ids(path) == ["a2", "a3"]


async def test_who_keeps_nothing_loses_what_was_kept_before(path: Path) -> None:
    with opened(path) as records:
        await records.keep(record("a1", _NOW - timedelta(seconds=1)))

    with opened(path, keep_days=0) as records:
        await records.keep(record("a2"))
        found = [await records.find(one) for one in ("a1", "a2")]
        rated = await records.rate(Feedback("a2", "slack:T1:U1", True, _NOW))

    assert (found, rated) == ([None, None], False)
    assert _ids(path) == []


async def test_a_damaged_file_is_said_so_and_one_that_is_deleted_is_made_anew(path: Path) -> None:
    _write(path, b"no database at all" * 500)

    with opened(path) as records:
        with pytest.raises(RecordsError, match="is damaged; put a copy of it back"):
            await records.keep(record("a1"))
        _delete(path)
        await records.keep(record("a1"))

        assert await records.find("a1") == record("a1")


@pytest.mark.parametrize(("revision", "refused"), [("0099", True), (_NEXT, False)])
async def test_a_file_of_the_next_version_is_used_and_one_of_a_later_is_left_alone(
    path: Path, revision: str, refused: bool
) -> None:
    with opened(path) as records:
        await records.keep(record("a1"))
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE alembic_version SET version_num = ?", [revision])
    before = _bytes(path)

    with opened(path) as records:
        if refused:
            with pytest.raises(RecordsError, match="by a newer storewise; install that one"):
                await records.find("a1")
        else:
            assert await records.find("a1") == record("a1")

    assert _bytes(path) == before


async def test_a_file_that_another_process_locks_is_said_so_and_works_again_later(
    path: Path,
) -> None:
    with opened(path) as records:
        await records.keep(record("a1"))
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(RecordsError, match="another process writes to it; try again"):
                await records.keep(record("a2"))
            assert await records.find("a1") == record("a1")
        await records.keep(record("a2"))

    assert _ids(path) == ["a1", "a2"]


async def test_a_folder_that_is_none_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with (
        opened(tmp_path / "file" / "storewise.db") as records,
        pytest.raises(RecordsError, match="cannot be used; let this user own it"),
    ):
        await records.find("a1")


async def test_an_answer_in_a_form_that_is_not_known_is_said_so_without_its_words(
    path: Path,
) -> None:
    with opened(path) as records:
        await records.keep(record("a1"))
        with closing(sqlite3.connect(path)) as db, db:
            db.execute("""UPDATE answers SET reply = '{"words": "비밀"}'""")

        with pytest.raises(RecordsError) as caught:
            await records.find("a1")

    assert str(caught.value) == "an answer was stored by another version and cannot be read"


async def test_a_field_that_a_later_version_adds_is_no_trouble(path: Path) -> None:
    with opened(path) as records:
        await records.keep(record("a1"))
        with closing(sqlite3.connect(path)) as db, db:
            db.execute("UPDATE answers SET reply = json_set(reply, '$.later', 1)")

        assert await records.find("a1") == record("a1")


def test_eight_threads_keep_and_find_at_once(path: Path) -> None:
    together = threading.Barrier(8)
    found: list[StoredAnswer | None] = []

    def kept_and_found(thread: int, records: SqlRecords) -> None:
        async def all_of_them() -> None:
            for number in range(25):
                await records.keep(record(f"{thread}-{number}"))
                found.append(await records.find(f"{thread}-{number}"))

        together.wait()
        asyncio.run(all_of_them())

    with opened(path) as records:
        threads = [threading.Thread(target=kept_and_found, args=(n, records)) for n in range(8)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()

    assert len(_ids(path)) == len(found) == 200
    assert None not in found


async def test_a_process_that_is_killed_loses_nothing_that_it_has_kept(path: Path) -> None:
    forking = multiprocessing.get_context("forkserver")
    here, there = forking.Pipe(duplex=False)
    process = forking.Process(target=keep_forever, args=(path, there))
    process.start()
    there.close()
    told = [here.recv() for _ in range(_ENOUGH)]

    process.kill()
    process.join()

    told += _rest(here)
    with opened(path) as records:
        assert all([await records.find(answer_id) for answer_id in told])
        await records.keep(record("after"))
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.parametrize("question", [DISCOUNT, PARCELS])
async def test_an_answer_in_a_thread_can_be_shown_again_and_no_other_is_kept(
    question: str, handbook: Handbook, indexed: Path
) -> None:
    store = StoreSettings(source=handbook.source, data=indexed)
    settings = Settings(openai=OpenAISettings(api_key=None), store=store)
    in_slack = Message(Platform.SLACK, "T1:C1:1.0", "U1", question, workspace_id="T1")
    alone = Message(Platform.CONSOLE, "", "me", question)

    with closing(build(settings)) as app:
        await app.conversation.handle(alone)
        before = _exists(indexed / "storewise.db")
        reply = await app.conversation.handle(in_slack)
        kept = await app.kept.records.recent("slack:T1:U1", 5)

    assert not before
    assert reply.sources
    assert [one.reply for one in kept] == [replace(reply, answer=None, steps={}, spent={})]


def keep_forever(path: Path, told: Connection) -> None:
    """Keep one answer after the other, telling of each that is kept."""

    async def forever() -> None:
        with opened(path) as records:
            for number in count():
                await records.keep(record(f"a{number}"))
                told.send(f"a{number}")

    asyncio.run(forever())


def _rest(here: Connection) -> list[str]:
    """What else was told before the kill."""
    rest: list[str] = []
    try:
        while here.poll():
            rest.append(here.recv())
    except EOFError:
        here.close()
    return rest


def _ids(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        rows = db.execute("SELECT answer_id FROM answers ORDER BY answer_id").fetchall()
    return [answer_id for (answer_id,) in rows]


def _write(path: Path, content: bytes, mode: int = 0o600) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    path.chmod(mode)


def _bytes(path: Path) -> bytes:
    return path.read_bytes()


def _exists(path: Path) -> bool:
    return path.exists()


def _delete(path: Path) -> None:
    path.unlink()


def _modes(path: Path) -> set[int]:
    """Of everything in its folder."""
    return {stat.S_IMODE(one.stat().st_mode) for one in path.parent.iterdir()}

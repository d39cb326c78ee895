"""The checks behind /readyz name a reason and a cure."""

import shutil
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.main.app import App, build
from bot.main.serve.health import (
    LEAST_FREE_MB,
    LONGEST_WAIT_S,
    database_check,
    disk_check,
    folder_check,
    inbox_check,
    replica_check,
    vectors_check,
)
from bot.model import Platform
from bot.model.kept import Accepted
from bot.settings import CacheSettings, OpenAISettings, Settings, SlackSettings, StoreSettings
from tests.fakes import FakeInbox


class Usage(NamedTuple):
    total: int
    used: int
    free: int


@pytest.mark.parametrize(("free_mb", "reason"), [(LEAST_FREE_MB, None), (199, "almost_full")])
async def test_too_little_room_on_the_disk_is_named_with_what_is_left(
    free_mb: int, reason: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(0, 0, free_mb * 1024 * 1024))

    found = await disk_check(tmp_path)()

    assert (found and found.reason) == reason
    assert found is None or f"{free_mb} MB are free" in found.cure


async def test_a_disk_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    found = await disk_check(tmp_path / "gone")()

    assert found is not None
    assert found.reason == "unreadable"


async def test_a_replica_that_cannot_fetch_an_index_says_which_one_it_answers_from() -> None:
    told = "index 14 cannot be fetched: the bucket cannot be reached; answering from index 13"

    behind, well = await replica_check(lambda: told)(), await replica_check(lambda: None)()

    assert well is None
    assert behind is not None
    assert (behind.reason, behind.cure) == ("behind", f"I{told[1:]}.")


async def test_another_folder_in_the_place_of_the_data_folder_is_named(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    check = folder_check(data)

    before = await check()
    data.rename(tmp_path / "kept")  # or the file system gives its number to the next folder
    missing = await check()
    data.mkdir()
    replaced = await check()

    assert before is None
    assert missing is not None
    assert replaced is not None
    assert (missing.reason, replaced.reason) == ("missing", "replaced")


@pytest.mark.parametrize(("age_s", "reason"), [(5, None), (LONGEST_WAIT_S + 5, "behind")])
async def test_a_question_that_waits_too_long_is_named(age_s: int, reason: str | None) -> None:
    inbox = FakeInbox()
    received = datetime.now(UTC) - timedelta(seconds=age_s)
    await inbox.accept(Accepted("a1", "k1", Platform.SLACK, "{}", received))

    found = await inbox_check(inbox)()

    assert (found and found.reason) == reason
    assert found is None or "1 wait" in found.cure


async def test_an_inbox_that_cannot_be_read_is_named() -> None:
    inbox = FakeInbox()
    inbox.broken = True

    found = await inbox_check(inbox)()

    assert found is not None
    assert (found.reason, found.cure) == ("unreadable", "the inbox is broken")


async def test_a_database_that_does_not_answer_is_named_with_its_cure(app: App) -> None:
    check = database_check(app)
    before = await check()
    app.kept.database.close()
    Path(app.kept.database.place).write_bytes(b"no database at all" * 500)  # noqa: ASYNC240 - a test

    found = await check()

    assert before is None
    assert found is not None
    assert found.reason == "unreadable"
    assert "is damaged; put a copy of it back" in found.cure


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    """An app with one indexed document."""
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents/lockers.md").write_text("A locker costs 4321 won a month.")
    store = StoreSettings(data=tmp_path / "data", source=str(tmp_path / "documents"))
    settings = Settings(
        slack=SlackSettings(bot_token=None),
        openai=OpenAISettings(api_key=None),
        store=store,
        cache=CacheSettings(answer_cache=0),
    )
    with closing(build(settings)) as built:
        await built.indexer.rebuild()
        yield built


async def test_vectors_that_are_gone_are_named_and_cured_by_an_index_anew(app: App) -> None:
    check = vectors_check(app)

    there = await check()
    await app.finding.store.keep_only(())
    gone = await check()

    assert there is None
    assert gone is not None
    assert gone.reason == "missing"
    assert "storewise reindex" in gone.cure

"""Documents that change are taken in by a running server, without being asked."""

import asyncio
import os
import shutil
import signal
import socket
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import timedelta
from pathlib import Path

import pytest
from aiohttp.test_utils import TestClient, TestServer

from adapters.web.server import WebServer
from bot.main.app import App, build
from bot.main.serve.web_server import build_server
from bot.settings import ReindexSettings, Settings
from knowledge.model.places import Places
from knowledge.read.watching import changes
from tests.flow.stand_in.editions import QUESTIONS, answered, settings, write

PATIENCE_S = 60.0
FIRST, SECOND = 1001, 1002


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing waits longer than a test must."""
    monkeypatch.setattr("knowledge.read.watching._QUIET_MS", 60)
    monkeypatch.setattr("knowledge.read.watching._LOOK_AGAIN_S", 0.1)
    monkeypatch.chdir(tmp_path)  # away from anybody's .env


# --- seeing a change ----------------------------------------------------------------------------


class Watched:
    """Changes of some places as they are seen."""

    def __init__(self, *paths: Path) -> None:
        self._seen: asyncio.Queue[None] = asyncio.Queue()
        self._task = asyncio.create_task(self._watch(Places.of(*paths)))

    async def _watch(self, source: Places) -> None:
        async for change in changes(lambda: source):
            self._seen.put_nowait(change)

    async def calm(self) -> bool:
        """Wait a while; whether nothing has changed meanwhile."""
        await asyncio.sleep(0.4)
        calm = self._seen.empty()
        while not self._seen.empty():
            self._seen.get_nowait()
        return calm

    async def change(self) -> None:
        await asyncio.wait_for(self._seen.get(), PATIENCE_S)

    async def end(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


@asynccontextmanager
async def watched(*paths: Path) -> AsyncIterator[Watched]:
    """Watch, and wait for the change that is said at the start."""
    one = Watched(*paths)
    try:
        if all(path.exists() for path in paths):
            await one.change()
        yield one
    finally:
        await one.end()


async def test_a_file_that_is_written_added_or_removed_is_a_change(tmp_path: Path) -> None:
    source = tmp_path / "documents"
    page = source / "ko" / "환불.md"
    page.parent.mkdir(parents=True)
    page.write_text("7일", encoding="utf-8")

    async with watched(source) as seen:
        assert await seen.calm()
        for act in (
            lambda: page.write_text("14일", encoding="utf-8"),
            lambda: (source / "new.md").write_text("New.", encoding="utf-8"),
            page.unlink,
        ):
            act()
            await seen.change()
            await seen.calm()


async def test_a_source_of_one_file_is_watched_though_editors_replace_it(tmp_path: Path) -> None:
    source, other = tmp_path / "corpus.jsonl", tmp_path / "other.jsonl"
    source.write_text("1", encoding="utf-8")

    async with watched(source) as seen:
        assert await seen.calm()
        for edition in "23":
            other.write_text(edition, encoding="utf-8")
            assert await seen.calm()  # another file is none of ours
            other.replace(source)
            await seen.change()
            await seen.calm()


async def test_a_folder_that_a_fresh_copy_replaces_is_watched_again(tmp_path: Path) -> None:
    source, fresh = tmp_path / "documents", tmp_path / "fresh"
    for folder in (source, fresh):
        folder.mkdir()
        (folder / "a.md").write_text("7일", encoding="utf-8")

    async with watched(source) as seen:
        assert await seen.calm()
        source.rename(tmp_path / "old")
        fresh.rename(source)
        await seen.change()
        while not await seen.calm():
            pass
        (source / "a.md").write_text("14일", encoding="utf-8")
        await seen.change()


async def test_of_several_folders_and_files_each_is_watched(tmp_path: Path) -> None:
    folders = [tmp_path / "handbook", tmp_path / "자주 묻는 질문"]
    prices = tmp_path / "prices.csv"
    for folder in folders:
        folder.mkdir()
    prices.write_text("1", encoding="utf-8")

    async with watched(*folders, prices) as seen:
        assert await seen.calm()
        (tmp_path / "other.csv").write_text("1", encoding="utf-8")
        assert await seen.calm()  # beside the file, and none of ours
        for changed in (*(folder / "환불.md" for folder in folders), prices):
            changed.write_text("14일", encoding="utf-8")
            await seen.change()
            await seen.calm()


@pytest.mark.parametrize("name", ["prices.csv.meta.yaml", "_defaults.yaml"])
async def test_what_speaks_of_a_single_file_is_watched_with_it(name: str, tmp_path: Path) -> None:
    prices = tmp_path / "prices.csv"
    prices.write_text("1", encoding="utf-8")

    async with watched(prices) as seen:
        assert await seen.calm()
        (tmp_path / name).write_text("category: price\n", encoding="utf-8")
        await seen.change()


async def test_what_changed_before_the_watch_stood_is_looked_for_once_it_stands(
    tmp_path: Path,
) -> None:
    """A change while the first one is taken in is seen as well: nothing falls between."""
    (tmp_path / "a.md").write_text("7일", encoding="utf-8")
    following = changes(lambda: Places.of(tmp_path))

    await asyncio.wait_for(anext(following), PATIENCE_S)
    (tmp_path / "a.md").write_text("14일", encoding="utf-8")
    await asyncio.wait_for(anext(following), PATIENCE_S)

    await following.aclose()


async def test_documents_that_come_later_are_a_change(tmp_path: Path) -> None:
    source = tmp_path / "not yet"

    async with watched(source) as seen:
        assert await seen.calm()
        source.mkdir()
        await seen.change()


# --- the server ---------------------------------------------------------------------------------


@asynccontextmanager
async def serving(wanted: Settings) -> AsyncIterator[App]:
    with closing(build(wanted)) as app:
        server = build_server(wanted, app)  # before the first index is made, as at a first start
        await app.indexer.rebuild()
        async with TestClient(TestServer(server.application)):
            yield app


async def until_answered(app: App, edition: int) -> None:
    while await answered(app, QUESTIONS[1]) != {edition}:  # noqa: ASYNC110 - a person asks again
        await asyncio.sleep(0.05)


@pytest.mark.parametrize(
    "reindex",
    [ReindexSettings(watch=True), ReindexSettings(every=timedelta(seconds=0.2))],
    ids=["watch", "every"],
)
async def test_a_server_takes_in_what_has_changed(reindex: ReindexSettings, tmp_path: Path) -> None:
    source = tmp_path / "documents"
    write(source, FIRST)
    wanted = settings(source, tmp_path / "data").model_copy(update={"reindex": reindex})

    async with serving(wanted) as app:
        await asyncio.sleep(0.3)
        before = [await answered(app, question) for question in QUESTIONS]
        write(source, SECOND)
        await asyncio.wait_for(until_answered(app, SECOND), PATIENCE_S)

    assert before == [{FIRST}] * 2


async def test_a_change_between_the_first_index_and_the_watch_is_taken_in(tmp_path: Path) -> None:
    source = tmp_path / "documents"
    write(source, FIRST)
    wanted = settings(source, tmp_path / "data").model_copy(
        update={"reindex": ReindexSettings(watch=True)}
    )

    with closing(build(wanted)) as app:
        server = build_server(wanted, app)
        await app.indexer.rebuild()
        write(source, SECOND)
        async with TestClient(TestServer(server.application)):
            await asyncio.wait_for(until_answered(app, SECOND), PATIENCE_S)


async def test_a_source_that_is_away_takes_no_answer_away_and_is_looked_for(tmp_path: Path) -> None:
    source = tmp_path / "documents"
    write(source, FIRST)
    wanted = settings(source, tmp_path / "data").model_copy(
        update={"reindex": ReindexSettings(watch=True)}
    )

    async with serving(wanted) as app:
        await asyncio.sleep(0.3)
        shutil.move(source, tmp_path / "away")
        await asyncio.sleep(0.5)
        meanwhile = await answered(app, QUESTIONS[0])
        write(tmp_path / "away", SECOND)
        shutil.move(tmp_path / "away", source)
        await asyncio.wait_for(until_answered(app, SECOND), PATIENCE_S)

    assert meanwhile == {FIRST}


def test_a_server_that_ends_waits_for_the_threads_that_still_write() -> None:
    ended, written = threading.Event(), []

    def write_slowly() -> None:
        ended.wait(PATIENCE_S)
        written.append("all of it")

    async def prepare() -> None:
        asyncio.get_running_loop().run_in_executor(None, write_slowly)
        threading.Timer(1.0, ended.set).start()

    with socket.create_server(("127.0.0.1", 0)) as taken:
        WebServer().run([taken], prepare, lambda: os.kill(os.getpid(), signal.SIGINT))

    assert written == ["all of it"]

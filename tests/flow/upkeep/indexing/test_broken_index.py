"""A knowledge.db that is lost or damaged under the running server is made again, or it stops."""

import asyncio
import os
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from aiohttp.test_utils import TestClient, TestServer

from bot.main.app import App, build
from bot.main.serve.web_server import build_server
from bot.model import Message, Platform
from bot.settings import Settings
from bot.upkeep.indexing.index_guard import IndexGuard
from knowledge.model.places import Places
from tests.flow.conftest import Handbook
from tests.flow.stand_in.editions import settings
from tests.flow.stand_in.handbook import DISCOUNT, PARCELS
from tests.flow.stand_in.server_process import PATIENCE_S, served

READY = '"status": "ready"'


def overwritten(data: Path) -> None:
    for name in ("knowledge.db", "knowledge.db-wal"):
        if (data / name).exists():
            (data / name).write_bytes(os.urandom(200_000))


def deleted(data: Path) -> None:
    (data / "knowledge.db").unlink()


def replaced(data: Path) -> None:
    shutil.copy(data / "knowledge.db", data / "copy")
    (data / "copy").replace(data / "knowledge.db")


REASONS: dict[Callable[[Path], None], str] = {
    overwritten: "damaged",
    deleted: "missing",
    replaced: "replaced",
}
LOCKER = "what does a locker cost?"


@pytest.fixture
def indexed(handbook: Handbook, tmp_path: Path) -> Path:
    """A data folder with the handbook's index."""
    return Path(shutil.copytree(handbook.data, tmp_path / "data"))


@pytest.mark.parametrize("broken", [overwritten, deleted, replaced])
async def test_a_lost_index_is_named_and_made_again_from_the_documents(
    broken: Callable[[Path], None],
    handbook: Handbook,
    indexed: Path,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    source = Path(shutil.copytree(handbook.source, tmp_path / "documents"))
    with closing(build(settings(source, indexed))) as app:
        (source / "lockers.md").write_text("A locker costs 4321 won a month.")
        broken(indexed)
        named = await readiness(app, settings(source, indexed))
        await made_again(app, source, indexed, caplog)
        healed = await readiness(app, settings(source, indexed))
        answers = [await asked(app, one) for one in (DISCOUNT, PARCELS, LOCKER)]

    assert named["reasons"]["index"]["reason"] == REASONS[broken]
    assert named["reasons"]["index"]["cure"]
    assert healed["status"] == "ready"
    assert "20% off regular prices" in answers[0]
    assert "18:00까지" in answers[1]
    assert "4321 won" in answers[2]


async def readiness(app: App, settings: Settings) -> dict[str, Any]:
    """What a server on this app tells of itself."""
    server = TestServer(build_server(settings, app).application)
    async with TestClient(server) as client, client.get("/readyz") as response:
        told: dict[str, Any] = await response.json()
        return told


async def made_again(app: App, source: Path, data: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Guards the index until it is made again."""
    file, known = app.finding.file, Places.of(source)
    guard = IndexGuard(file.fault, file.renew, app.indexer, lambda: known, data, look_s=0.01)
    watching = asyncio.create_task(guard.watch())
    async with asyncio.timeout(PATIENCE_S):
        while "knowledge.db was made again" not in caplog.text:
            assert not watching.done()
            await asyncio.sleep(0.01)
    watching.cancel()


async def asked(app: App, question: str) -> str:
    """The answer to a question."""
    return (await app.conversation.handle(Message(Platform.WEB, "", "me", question))).text


@pytest.mark.long
@pytest.mark.parametrize("broken", [overwritten, deleted, replaced])
def test_a_server_makes_a_lost_index_again_while_it_runs(
    broken: Callable[[Path], None], handbook: Handbook, indexed: Path
) -> None:
    with served(handbook.source, indexed) as server:
        server.until("/readyz", 200, READY)
        server.said_until("Stop with")
        broken(indexed)
        server.said_until("knowledge.db was made again from the documents")
        server.until("/readyz", 200, READY)
        answers = [server.asked(one) for one in (DISCOUNT, PARCELS)]

    assert "20% off regular prices" in answers[0]
    assert "18:00까지" in answers[1]


@pytest.mark.long
def test_without_its_documents_the_server_stops_with_an_error(
    handbook: Handbook, indexed: Path, tmp_path: Path
) -> None:
    source = Path(shutil.copytree(handbook.source, tmp_path / "documents"))
    with served(source, indexed) as server:
        server.until("/readyz", 200, READY)
        server.said_until("Stop with")
        shutil.rmtree(source)
        deleted(indexed)
        code = server.process.wait(PATIENCE_S)

    assert code == 1
    assert "the documents are not there either" in server.said.read_text()


@pytest.mark.long
def test_a_deleted_data_folder_stops_the_server_and_a_restart_answers_again(
    handbook: Handbook, indexed: Path
) -> None:
    with served(handbook.source, indexed) as server:
        server.until("/readyz", 200, READY)
        server.said_until("Stop with")
        shutil.rmtree(indexed)
        named = server.until("/readyz", 503)
        code = server.process.wait(PATIENCE_S)
    with served(handbook.source, indexed) as server:
        server.until("/readyz", 200, READY)
        answer = server.asked(DISCOUNT)

    # Whichever check comes first: the folder or the index in it.
    assert named["reasons"].keys() & {"data_folder", "index"}
    assert code == 1
    assert "20% off regular prices" in answer


@pytest.mark.long
def test_a_damaged_index_at_the_start_is_made_again(handbook: Handbook, indexed: Path) -> None:
    overwritten(indexed)

    with served(handbook.source, indexed) as server:
        server.until("/readyz", 200, READY)
        answer = server.asked(PARCELS)

    assert "18:00까지" in answer

"""A machine that lets no more files be opened for a moment: the server goes on."""

import asyncio
import logging
from pathlib import Path

import pytest

from adapters.web.patience import OutOfSockets
from bot.main.app import build
from bot.main.console.commands.serving import Start
from bot.model.health import Trouble
from bot.upkeep.indexing.index_guard import IndexGuard
from knowledge.model.places import Places
from tests.sample_bot import sample_settings

FULL = {"message": "socket.accept() out of system resource", "exception": OSError(24, "EMFILE")}


async def test_it_is_said_once_a_minute_not_once_a_connection(
    caplog: pytest.LogCaptureFixture,
) -> None:
    handler, loop = OutOfSockets(), asyncio.get_running_loop()

    for _ in range(100):
        handler(loop, dict(FULL))
    handler(loop, {"message": "another one"})

    assert [one.getMessage() for one in caplog.records] == [
        "no connection can be taken for now",
        "another one",
    ]


@pytest.mark.spares
async def test_a_guard_that_cannot_look_for_a_moment_looks_again(tmp_path: Path) -> None:
    looks: list[int] = []
    looked_again = asyncio.Event()

    def fault() -> str | None:
        looks.append(1)
        if len(looks) == 1:
            raise OSError(24, "Too many open files")
        looked_again.set()
        return None

    app = build(sample_settings(tmp_path / "data"))
    guard = IndexGuard(fault, lambda: None, app.indexer, Places.of, tmp_path, look_s=0.001)
    watching = asyncio.create_task(guard.watch())
    await asyncio.wait_for(looked_again.wait(), 30)
    watching.cancel()
    await asyncio.gather(watching, return_exceptions=True)
    app.close()

    assert len(looks) >= 2


@pytest.mark.spares
async def test_models_that_cannot_be_loaded_for_a_moment_end_no_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails() -> None:
        raise OSError(24, "Too many open files")

    app = build(sample_settings(tmp_path / "data"))
    start = Start(sample_settings(tmp_path / "data"), app)
    monkeypatch.setattr("knowledge.search.hybrid.HybridSearch.warm_up", lambda _: fails())

    before = await start.models()
    with caplog.at_level(logging.ERROR):
        await start._warm_up()
    after = await start.models()
    app.close()

    assert (before, after) == (Trouble("starting", "Wait: the models are being loaded."), None)
    assert "a bug stopped a step" in caplog.text

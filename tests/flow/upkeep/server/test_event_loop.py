"""Nothing computes for long on the event loop: everybody's requests would wait for it."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest

from adapters.web.watching.watchdog import Blocks, Watchdog
from bot.main.app import build
from bot.model import Message, Platform
from bot.settings import SAMPLE
from knowledge.model.report import Run
from tests.flow.stand_in.editions import settings

BLOCK_S = 0.25
"""More than is noted, so that a slow machine is no fault; `make load` prints the real figures."""
QUESTIONS = ("how long do customers have to return headphones?", "분실물은 어떻게 하나요?")


def message(text: str, number: int) -> Message:
    return Message(Platform.SLACK, f"T1:C1:{number}.0", "U1", text)


@pytest.mark.long
@pytest.mark.usefixtures("models_afresh")
def test_questions_an_indexing_run_and_a_long_message_do_not_hold_it_up(tmp_path: Path) -> None:
    app = build(settings(SAMPLE, tmp_path))

    async def work() -> None:
        await app.indexer.rebuild(Run())
        await app.ways.warm_up()
        await asyncio.gather(
            *(app.conversation.handle(message(text, n)) for n, text in enumerate(QUESTIONS)),
            app.indexer.rebuild(Run(full=True)),
            app.conversation.handle(message("may I call 010-1234-5678? " * 1600, 9)),
        )

    blocks = blocks_of(work)
    app.close()

    assert blocks.longest_s < BLOCK_S, blocks


def test_what_holds_it_up_is_noticed_with_its_place(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        await asyncio.sleep(0.02)
        _compute(1.5)  # somebody looks twice a second
        await asyncio.sleep(0.02)

    blocks = blocks_of(work)

    assert blocks.count == 1
    assert blocks.longest_s > 0.1
    assert "_compute" in blocks.where
    [line] = [one for one in caplog.records if one.message == "the event loop was held up"]
    assert "_compute" in line.__dict__["where"]


def test_each_block_counts_however_seldom_somebody_looks() -> None:
    async def work() -> None:
        for _ in range(5):
            _compute(0.05)
            await asyncio.sleep(0)

    assert blocks_of(work).count == 5


def test_who_waits_holds_nobody_up() -> None:
    async def work() -> None:
        await asyncio.sleep(0.02)
        time.sleep(0.1)  # noqa: ASYNC251 - as if the processor were busy with something else
        await asyncio.to_thread(_compute, 0.1)

    assert blocks_of(work).count == 0


def blocks_of(work: Callable[[], Coroutine[None, None, None]]) -> Blocks:
    """What a watchdog notices of some work on a loop of its own."""
    watchdog = Watchdog()

    async def watched() -> None:
        looking = asyncio.create_task(watchdog.run())
        await asyncio.sleep(0)
        await work()
        await asyncio.sleep(0)
        looking.cancel()
        await asyncio.gather(looking, return_exceptions=True)

    with asyncio.Runner(loop_factory=watchdog.new_loop) as runner:
        runner.run(watched())
    return watchdog.blocks


def _compute(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        sum(range(1000))

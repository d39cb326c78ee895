"""Reading the documents anew without being asked: by the clock, and when a file changes."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta

import pytest

from bot.upkeep.indexing.index_guard import by_the_clock, on_change
from knowledge.model.errors import KnowledgeError
from knowledge.model.report import IndexReport, Run, Show
from tests.fakes import REPORT, FakeIndexer

AT_ONCE = timedelta(0)
UNASKED = Run(unasked=True)
HERE = Run(unasked=True, fetch=False)
"""A changed file is no reason to ask servers elsewhere."""


@dataclass
class Counting(FakeIndexer):
    """An indexer that says when it has run so many times; each run may end in its own way."""

    ends: list[Exception | None] = field(default_factory=list)
    enough: int = 2
    ran: asyncio.Event = field(default_factory=asyncio.Event)

    async def rebuild(self, run: Run, show: Show) -> IndexReport:
        self.error = self.ends.pop(0) if self.ends else None
        try:
            return await super().rebuild(run, show)
        finally:
            if len(self.runs) >= self.enough:
                self.ran.set()


@asynccontextmanager
async def going(work: AsyncIterator[None] | None, indexer: FakeIndexer) -> AsyncIterator[None]:
    """What is to go on beside, until the end of the block."""
    begun = by_the_clock(indexer, AT_ONCE) if work is None else on_change(indexer, work)
    task = asyncio.create_task(begun)
    try:
        yield
    finally:
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task


async def changed(times: int) -> AsyncIterator[None]:
    """So many changes of the documents, and no more."""
    for _ in range(times):
        yield
    await asyncio.Event().wait()


def the_clock() -> None:
    return None


def two_changes() -> AsyncIterator[None]:
    return changed(2)


EITHER = pytest.mark.parametrize("begun", [the_clock, two_changes])
Begun = Callable[[], AsyncIterator[None] | None]


@EITHER
async def test_it_indexes_again_and_again_without_being_asked(begun: Begun) -> None:
    indexer = Counting()

    async with going(begun(), indexer):
        await indexer.ran.wait()

    assert indexer.runs[:2] in ([UNASKED, UNASKED], [HERE, HERE])


async def test_without_a_change_it_does_nothing() -> None:
    indexer = FakeIndexer()

    async with going(changed(0), indexer):
        await asyncio.sleep(0.01)

    assert indexer.runs == []


@EITHER
@pytest.mark.parametrize(
    ("error", "message"),
    [
        (KnowledgeError("there is no /srv/handbook"), "not indexed"),
        (ZeroDivisionError(), "a bug stopped a run"),
    ],
)
async def test_a_run_that_fails_is_logged_and_not_the_last_one(
    error: Exception, message: str, begun: Begun, caplog: pytest.LogCaptureFixture
) -> None:
    indexer = Counting(ends=[error])

    async with going(begun(), indexer):
        await indexer.ran.wait()

    assert message in [record.message for record in caplog.records]
    assert len(indexer.runs) >= 2


@EITHER
async def test_what_is_not_published_is_logged_with_the_reason(
    begun: Begun, caplog: pytest.LogCaptureFixture
) -> None:
    indexer = Counting(report=replace(REPORT, published=False, withheld="worse"), enough=1)

    with caplog.at_level(logging.WARNING):
        async with going(begun(), indexer):
            await indexer.ran.wait()
            await asyncio.sleep(0.01)

    records = [one for one in caplog.records if one.message == "not published"]
    assert records
    assert records[0].__dict__["withheld"] == "worse"


async def test_a_change_during_a_run_is_taken_in_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.upkeep.indexing.index_guard._WAIT_S", 0.0)
    indexer = Counting(running=True, enough=1)

    async with going(changed(1), indexer):
        await asyncio.sleep(0.01)
        while_it_runs = list(indexer.runs)
        indexer.running = False
        await indexer.ran.wait()

    assert while_it_runs == []
    assert indexer.runs == [HERE]

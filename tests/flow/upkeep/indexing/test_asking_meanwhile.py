"""Many people ask while the index is made anew again and again: nobody notices."""

import asyncio
from contextlib import closing
from itertools import cycle
from pathlib import Path

import pytest

from bot.main.app import App, build
from tests.flow.stand_in.editions import QUESTIONS, answered, settings, write

ASKERS = 8
RUNS = 5
FIRST = 1001


@pytest.mark.usefixtures("models_afresh")  # the runs are to last
@pytest.mark.parametrize("cached", [0, 100])
async def test_every_answer_is_of_one_published_edition_while_runs_go_on(
    cached: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # away from anybody's .env
    source, data = tmp_path / "source", tmp_path / "data"
    write(source, FIRST)

    with closing(build(settings(source, data, cached))) as app:
        await app.indexer.rebuild()
        over = asyncio.Event()
        asking = [asyncio.create_task(_asked_until(app, over, number)) for number in range(ASKERS)]
        for edition in range(FIRST + 1, FIRST + 1 + RUNS):
            write(source, edition)
            report = await app.indexer.rebuild()
            assert (report.published, len(report.changes.changed)) == (True, 18)
        over.set()
        seen = await asyncio.gather(*asking)
        last = [await answered(app, question) for question in QUESTIONS]
        kept = app.generations.kept()

    answers = [editions for each in seen for editions in each]
    assert min(len(each) for each in seen) > 0
    assert {len(editions) for editions in answers} == {1}
    assert {edition for editions in answers for edition in editions} >= {FIRST + 1, FIRST + 2}
    for each in seen:
        order = [min(editions) for editions in each]
        assert order == sorted(order)
    assert last == [{FIRST + RUNS}] * 2
    assert kept == (RUNS, RUNS + 1)


async def _asked_until(app: App, over: asyncio.Event, first: int) -> list[set[int]]:
    """The editions of each answer, in both languages by turns."""
    questions = cycle(QUESTIONS if first % 2 else reversed(QUESTIONS))
    seen = []
    while not over.is_set():
        seen.append(await answered(app, next(questions)))
        # An answer that is kept is there at once: others would never have their turn.
        await asyncio.sleep(0.01)
    return seen

"""However slow the models are, the same question gets the same answer."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import ParamSpec, TypeVar

import pytest

from bot.main.app import App, build
from bot.model import Answer
from bot.upkeep import evaluation
from bot.upkeep.evaluation.golden import asked
from knowledge.models.e5.adapted import AdaptedE5, BiEncoder
from knowledge.models.use.answers import AnswerEncoder
from tests.quality.test_golden import FILES, HERE, TODAY
from tests.sample_bot import sample_settings

TEN_TIMES_S = 0.15
"""The cross-encoder takes 15 ms for what it reads of a question, the others less."""
GOLDENS = [one for name in FILES for one in evaluation.load(HERE / f"{name}.jsonl")][::60]
_Given = ParamSpec("_Given")
_Made = TypeVar("_Made")


def slowed(call: Callable[_Given, Awaitable[_Made]]) -> Callable[_Given, Awaitable[_Made]]:
    """The same call of a model, on a machine that is ten times slower."""

    async def slow(*given: _Given.args, **named: _Given.kwargs) -> _Made:
        await asyncio.sleep(TEN_TIMES_S)
        return await call(*given, **named)

    return slow


async def answers(app: App) -> list[Answer]:
    """Asks all questions at once, as when the machine is busy."""
    questions = [asked(one, TODAY) for one in GOLDENS]
    return await asyncio.gather(*(app.ways.past_cache.answer(one) for one in questions))


def what_counts(answer: Answer) -> tuple[object, ...]:
    """All but the suggestions, which a slow machine may leave out.

    The likelihood is rounded: texts that a model reads together differ in the last digit.
    """
    return (
        *(answer.verdict, answer.text, answer.confidence, answer.citations, answer.closest),
        *(answer.follow_up, answer.issues, answer.attempts, round(answer.judged.likelihood, 4)),
    )


async def test_models_that_are_ten_times_slower_change_no_answer(
    own_sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = sample_settings(own_sample)
    with closing(build(settings)) as app:
        usual = [what_counts(one) for one in await answers(app)]

    for model, call in ((BiEncoder, "embed"), (AnswerEncoder, "embed"), (AdaptedE5, "relevance")):
        monkeypatch.setattr(model, call, slowed(getattr(model, call)))
    with closing(build(settings)) as app:
        slow = [what_counts(one) for one in await answers(app)]

    assert slow == usual

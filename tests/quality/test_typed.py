"""The same questions in other letters and without their mark: the same answers."""

import asyncio
import unicodedata
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.answering.understand import classify, in_one_form
from bot.main.app import App, build
from bot.upkeep import evaluation
from bot.upkeep.evaluation import Golden, Outcome
from bot.upkeep.evaluation.golden import asked
from knowledge.language.asked import as_read, without_mark
from tests.quality.test_golden import FILES, HERE, TODAY
from tests.sample_bot import sample_settings

WAYS: dict[str, Callable[[str], str]] = {
    "decomposed": lambda text: unicodedata.normalize("NFD", text),
    "in capitals": str.upper,
    "in small letters": str.lower,
    "without its mark": without_mark,
}
GOLDENS = [one for name in FILES for one in evaluation.load(HERE / f"{name}.jsonl")]
SAMPLE = GOLDENS[::8]


@pytest.mark.parametrize("way", WAYS)
def test_encoders_read_the_same_question(way: str) -> None:
    typed = [(one, replace(one, question=WAYS[way](one.question))) for one in GOLDENS]

    differing = [
        other.question
        for one, other in typed
        if as_read(in_one_form(asked(one, TODAY)).text)
        != as_read(in_one_form(asked(other, TODAY)).text)
    ]

    assert differing == []


@pytest.mark.parametrize("way", WAYS)
def test_the_same_is_understood(way: str) -> None:
    differing = [
        one.question
        for one in GOLDENS
        if _understood(one) != _understood(replace(one, question=WAYS[way](one.question)))
    ]

    assert differing == []


def test_the_same_is_answered(own_sample: Path) -> None:
    with closing(build(sample_settings(own_sample))) as app:
        usual, *others = asyncio.run(_answered(app))

    differing = {
        way: [one.golden.id for one, other in zip(usual, some, strict=True) if _differ(one, other)]
        for way, some in zip(WAYS, others, strict=True)
    }
    assert not any(differing.values()), differing


async def _answered(app: App) -> list[list[Outcome]]:
    ways: list[Callable[[str], str]] = [str, *WAYS.values()]
    return [
        await evaluation.run(
            app.ways.past_cache, [replace(one, question=how(one.question)) for one in SAMPLE], TODAY
        )
        for how in ways
    ]


def _understood(golden: Golden) -> tuple[object, ...]:
    understood = classify(in_one_form(asked(golden, TODAY)).text, TODAY)
    days = (understood.as_of, understood.day, understood.since, understood.bought)
    return understood.talk, understood.intent, days, len(understood.parts)


def _differ(one: Outcome, other: Outcome) -> bool:
    answers = [some.answer for some in (one, other)]
    told = [(a.verdict, a.text, [c.passage.passage_id for c in a.citations]) for a in answers]
    return told[0] != told[1]

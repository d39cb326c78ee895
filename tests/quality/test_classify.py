"""No golden question is taken for talk, torn apart, or answered as of another day."""

from datetime import date
from pathlib import Path

import pytest

from bot.answering.understand import classify
from bot.settings import SAMPLE
from bot.upkeep import evaluation
from bot.upkeep.evaluation import Golden
from bot.upkeep.indexing.golden_gate import GOLDEN

TODAY = date(2026, 11, 21)
HERE = Path(__file__).parent
FILES = (HERE / "golden.jsonl", HERE / "held_out.jsonl", SAMPLE / GOLDEN)


@pytest.fixture(scope="module", params=FILES, ids=lambda path: path.stem)
def goldens(request: pytest.FixtureRequest) -> list[Golden]:
    path: Path = request.param
    return evaluation.load(path)


def test_only_questions_off_the_topic_are_taken_for_talk(goldens: list[Golden]) -> None:
    talk = [one for one in goldens if classify(one.question, TODAY).talk]

    assert [one.id for one in talk if one.answerable or one.kind == "unanswerable"] == []


def test_none_is_torn_apart(goldens: list[Golden]) -> None:
    parts = {one.id: classify(one.question, TODAY).parts for one in goldens}

    assert {name: found for name, found in parts.items() if len(found) > 1} == {}


def test_none_names_another_day_than_today(goldens: list[Golden]) -> None:
    days = {one.id: classify(one.question, TODAY).as_of for one in goldens}

    assert {name: day for name, day in days.items() if day not in (None, TODAY)} == {}


def test_comparisons_are_told_from_lookups(goldens: list[Golden]) -> None:
    for one in goldens:
        compared = classify(one.question, TODAY).intent == "compare_versions"

        assert compared == (one.kind == "compare"), one.id

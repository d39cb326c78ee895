"""What answers become with models that are perfect, useless, slow or obedient, all by script."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from functools import cache

import pytest

from benchmarks.scripted_models import ALONE, PAYLOADS, SCRIPTS, Bench, counts, opened
from bot.upkeep.evaluation import Outcome

Outcomes = Callable[[str], Sequence[Outcome]]


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    with opened(tmp_path_factory.mktemp("scripted")) as bench:
        yield bench


@pytest.fixture(scope="module")
def of(bench: Bench) -> Outcomes:
    """The outcomes with a script, made once."""
    return cache(lambda name: asyncio.run(bench.outcomes(name)))


def shown(outcomes: Sequence[Outcome]) -> list[str]:
    return [one.answer.text for one in outcomes]


def test_the_questions_are_answerable_and_not_of_both_languages_and_in_lay_words(
    bench: Bench,
) -> None:
    goldens = [one.golden for one in bench.known]

    assert [one.answerable for one in goldens] == [True] * 16 + [False] * 8
    assert sum(one.language == "ko" for one in goldens) == len(goldens) / 2
    assert sum(one.kind == "lay" for one in goldens) == 8


def test_a_perfect_model_answers_what_the_ranking_does_not_and_invents_nothing(
    of: Outcomes,
) -> None:
    alone, perfect = counts(of(ALONE)), counts(of("perfect"))

    assert perfect == (16, 0, 0, 8)
    assert alone[0] < 16


def test_thinking_aloud_changes_no_answer(of: Outcomes) -> None:
    assert shown(of("thinks aloud")) == shown(of("perfect"))


def test_a_model_that_never_replies_changes_no_answer(of: Outcomes) -> None:
    assert shown(of("slow")) == shown(of(ALONE))


def test_a_model_that_denies_everything_makes_no_answer_wrong(of: Outcomes) -> None:
    _, wrong, _, others = counts(of("always denies"))

    assert (wrong, others) == (0, 8)


def test_orders_in_documents_are_neither_read_nor_followed(bench: Bench, of: Outcomes) -> None:
    before = len(bench.api.asked)
    outcomes = of("follows orders")
    sent = [one.message for one in bench.api.asked[before:]]

    assert shown(outcomes) == shown(of("perfect"))
    assert sent
    assert not [one for one in PAYLOADS if one in "".join([*sent, *shown(outcomes)])]


@pytest.mark.parametrize("name", [ALONE, *SCRIPTS])
def test_every_sentence_of_an_answer_stands_in_its_source(of: Outcomes, name: str) -> None:
    answers = [one.answer for one in of(name) if one.answered]

    for answer in answers:
        cited = "\n".join(one.passage.text for one in answer.citations)
        assert all(one.text in cited for one in answer.sentences)
        assert all(quote in one.passage.text for one in answer.citations for quote in one.quotes)
    assert answers


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_question_takes_more_than_two_calls(of: Outcomes, name: str) -> None:
    assert max(one.answer.drafts for one in of(name)) <= 2

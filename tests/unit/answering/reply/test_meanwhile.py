"""What may be asked next is tried while nobody waits, so that no answer waits for a try."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import date, timedelta

import pytest

from bot.answering.choose.extractive import Extractive
from bot.answering.pipeline import Answering
from bot.answering.reply.next_questions.tried import Result, Tried
from bot.model import Question
from knowledge.model.documents import Filters, Generation, Header
from tests.unit import given
from tests.unit.answering.reply.test_suggestions import (
    ANSWERS,
    ANSWERS_KO,
    ASKED,
    ASKED_KO,
    CORPUS,
    MISTAKE,
    MONEY,
    POLICY,
    POLICY_KO,
    PROOF,
    Sections,
    Store,
    store,
)

TODAY = ASKED.filters.as_of
GENERATION = Generation(1, None, "1", "")
SECTION = ("policy", ("Proof of return",))


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BEGIN_S", "QUIET_S", "LOOK_S"):
        monkeypatch.setattr(f"bot.answering.reply.next_questions.meanwhile.{name}", 0.0)


class InForce(Sections):
    """Every document counts today."""

    async def in_force(self, filters: Filters) -> list[Header]:
        return list({one.header.key: one.header for one in self.passed}.values())


def never_asked() -> Store:
    known = store({**ANSWERS, **ANSWERS_KO})
    return replace(known, history=InForce(passed=(*POLICY, *POLICY_KO)))


def answering_from(searched: Store) -> Answering:
    return Answering(searched, Extractive(), CORPUS)


@asynccontextmanager
async def working(answering: Answering, today: date = TODAY) -> AsyncIterator[None]:
    task = asyncio.create_task(answering.suggest_meanwhile(lambda: Filters(today)))
    await asyncio.sleep(0)
    yield
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def until_tried(searched: Store) -> None:
    tried = -1
    while tried != len(searched.searches):
        tried = len(searched.searches)
        await asyncio.sleep(0.3)


async def test_an_answer_tries_nothing_itself_and_the_next_one_offers_what_was_tried() -> None:
    searched = store()
    answering = answering_from(searched)

    async with working(answering):
        first = await answering.answer(ASKED)
        asked = {one.text for one in searched.searches}
        await until_tried(searched)
        again = await answering.answer(ASKED)

    assert first.suggestions == ()
    assert not any("Refund Policy:" in one for one in asked)
    assert again.suggestions == (PROOF, MONEY, MISTAKE)


@pytest.mark.parametrize("question", [ASKED, ASKED_KO])
async def test_what_nobody_asked_for_yet_is_known_too(question: Question) -> None:
    searched = never_asked()
    answering = answering_from(searched)
    question = replace(question, filters=replace(question.filters, language=question.language))

    async with working(answering):
        await until_tried(searched)
        tried = len(searched.searches)
        answer = await answering.answer(question)

    later = {one.text for one in searched.searches[tried:]}
    assert answer.suggestions
    assert not later & set(answer.suggestions)


async def test_nothing_is_tried_while_somebody_waits() -> None:
    gate = asyncio.Event()

    class Slow(Store):
        async def find(self, *given: object, **more: object) -> object:  # type: ignore[override]
            self.begun = True
            await gate.wait()
            return await super().find(*given, **more)  # type: ignore[arg-type]

    searched = Slow(known=store().known, history=InForce(passed=POLICY))
    answering = answering_from(searched)
    asked = asyncio.create_task(answering.answer(ASKED))
    await asyncio.sleep(0)

    async with working(answering):
        await asyncio.sleep(0.05)
        before = len(searched.searches)
        gate.set()
        await asked
        await until_tried(searched)

    assert before == 0
    assert len(searched.searches) > 1


def test_the_result_of_another_day_counts_until_it_is_tried_again() -> None:
    tried, tomorrow = Tried(), TODAY + timedelta(days=1)
    of_tomorrow = replace(ASKED, filters=replace(ASKED.filters, as_of=tomorrow))
    known = Result(SECTION, given.REFUND)

    tried.note(GENERATION, ASKED, known)

    assert tried.has(GENERATION, ASKED)
    assert not tried.has(GENERATION, of_tomorrow)
    assert tried.result(GENERATION, of_tomorrow) == known


def test_the_result_for_a_day_that_was_named_is_for_this_day_alone() -> None:
    tried = Tried()
    dated = replace(ASKED, dated=True)
    other = replace(dated, filters=replace(ASKED.filters, as_of=TODAY + timedelta(days=1)))

    tried.note(GENERATION, dated, Result(SECTION, given.REFUND))

    assert tried.result(GENERATION, other) is None


def test_what_an_answer_would_offer_comes_before_all_the_rest() -> None:
    tried = Tried()
    wanted = given.question("Can gift cards be returned?")

    tried.want_all(GENERATION, [ASKED, ASKED_KO])
    tried.want(GENERATION, wanted)

    assert [tried.take(GENERATION) for _ in range(4)] == [wanted, ASKED, ASKED_KO, None]


def test_what_was_wanted_of_another_index_is_dropped() -> None:
    tried = Tried()
    tried.want(replace(GENERATION, number=GENERATION.number + 1), ASKED)

    assert tried.take(GENERATION) is None


def test_only_the_latest_results_and_wishes_are_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("MOST", "_MOST_WANTED"):
        monkeypatch.setattr(f"bot.answering.reply.next_questions.tried.{name}", 2)
    tried, known = Tried(), Result(SECTION, given.REFUND)
    asked = [given.question(f"Can gift card {number} be returned?") for number in range(3)]

    for one in asked:
        tried.want(GENERATION, one)
    wanted = [tried.take(GENERATION) for _ in range(3)]
    for one in asked:
        tried.note(GENERATION, one, known)

    assert wanted == [asked[2], asked[1], None]
    assert [tried.result(GENERATION, one) for one in asked] == [None, known, known]

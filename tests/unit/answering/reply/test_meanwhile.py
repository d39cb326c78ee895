"""What may be asked next is tried while nobody waits, so that no answer waits for a try."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import date, timedelta

import pytest

from bot.answering.choose.extractive import Extractive
from bot.answering.pipeline import Answering
from bot.answering.reply.next_questions.tried import (
    Result,
    Tried,
    Wanted,
    key_of,
    result_json,
    result_of,
)
from bot.model import Question
from knowledge.model.documents import Filters, Generation, Header, Passage
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
MEANWHILE = "bot.answering.reply.next_questions.meanwhile"
GENERATION = Generation(1, None, "1", "")
SECTION = ("policy", ("Proof of return",))


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BEGIN_S", "QUIET_S"):
        monkeypatch.setattr(f"{MEANWHILE}.{name}", 0.0)
    monkeypatch.setattr(f"{MEANWHILE}.LOOK_S", 0.05)
    monkeypatch.setattr(f"{MEANWHILE}.SHARE", 1.0)


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
async def working(
    answering: Answering, today: date = TODAY, *, leads: bool = True
) -> AsyncIterator[None]:
    trying = answering.suggest_meanwhile(lambda: Filters(today), lambda: leads)
    task = asyncio.create_task(trying)
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


async def test_a_question_ends_a_try_which_is_made_later() -> None:
    begun, never = asyncio.Event(), asyncio.Event()
    ended: list[str] = []

    class Stuck(Store):
        async def find(self, *found: object, **more: object) -> object:  # type: ignore[override]
            if not begun.is_set():
                ended.append(str(found[0]))
                begun.set()
                await never.wait()
            return await super().find(*found, **more)  # type: ignore[arg-type]

    searched = Stuck(known=store().known, history=InForce(passed=POLICY))
    answering = answering_from(searched)

    async with working(answering):
        await begun.wait()
        answer = await answering.answer(ASKED)
        await until_tried(searched)

    assert answer.citations
    assert ended[0] in {one.text for one in searched.searches}


async def test_tries_take_their_share_of_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    paused: list[float] = []
    seconds = iter(range(1000))
    monkeypatch.setattr(f"{MEANWHILE}.SHARE", 0.05)
    monkeypatch.setattr(f"{MEANWHILE}.time.process_time", lambda: next(seconds))
    sleep = asyncio.sleep

    async def noting(seconds: float) -> None:
        paused.append(seconds)
        await sleep(0)

    monkeypatch.setattr(f"{MEANWHILE}.asyncio.sleep", noting)
    answering = answering_from(never_asked())
    task = asyncio.create_task(answering.suggest_meanwhile(lambda: Filters(TODAY)))
    while answering.tries < 3:
        await sleep(0.01)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)

    assert sum(one == pytest.approx(19.0) for one in paused) >= 2


async def test_a_restart_tries_nothing_again_and_a_changed_section_alone() -> None:
    kept = Kept()
    first = Answering(never_asked(), Extractive(), CORPUS, tries=kept)
    async with working(first):
        await until_all_is_tried(first)
    again = Answering(never_asked(), Extractive(), CORPUS, tries=kept)
    async with working(again, TODAY + timedelta(days=1)):
        await until_all_is_tried(again)
    changed = replace(POLICY[1], text=f"{POLICY[1].text} Ask first.")
    history = InForce(passed=(POLICY[0], changed, *POLICY[2:], *POLICY_KO))
    later = Answering(replace(never_asked(), history=history), Extractive(), CORPUS, tries=kept)
    async with working(later):
        await until_all_is_tried(later)

    assert first.tries > later.tries > 0
    assert again.tries == 0


async def test_a_replica_that_does_not_lead_learns_and_tries_what_its_own_answers_would_offer() -> (
    None
):
    kept = Kept()
    leader = Answering(never_asked(), Extractive(), CORPUS, tries=kept)
    other = Answering(never_asked(), Extractive(), CORPUS, tries=kept)
    async with working(leader):
        await until_all_is_tried(leader)
    async with working(other, leads=False):
        await until_all_is_tried(other)
        before = other.tries
        answer = await other.answer(ASKED)

    assert before == 0
    assert answer.suggestions


def test_a_result_depends_on_its_section_the_rules_and_a_day_that_was_named() -> None:
    def key(rules: str = "1", passage: Passage = POLICY[0], question: Question = ASKED) -> str:
        return key_of(rules, passage, question)

    tomorrow = replace(ASKED, filters=replace(ASKED.filters, as_of=TODAY + timedelta(days=1)))

    assert key() == key(question=tomorrow)
    assert key(question=replace(ASKED, dated=True)) != key(question=replace(tomorrow, dated=True))
    assert len({key(), key("2"), key(passage=POLICY[1]), key(question=ASKED_KO)}) == 4


@pytest.mark.parametrize(
    "result", [None, Result(SECTION, given.REFUND), Result(("영업", ()), "8시")]
)
def test_a_kept_result_reads_as_it_was(result: Result | None) -> None:
    assert result_of(result_json(result)) == result


def test_what_an_answer_would_offer_comes_before_all_the_rest() -> None:
    tried = Tried()
    wanted = want("Can gift cards be returned?")

    tried.want_all([want("first"), want("second")])
    tried.want(wanted)

    assert taken(tried, 4) == ["Can gift cards be returned?", "first", "second", None]


def test_what_was_wanted_of_another_index_is_dropped() -> None:
    tried = Tried()
    tried.want(replace(want("first"), generation=replace(GENERATION, number=2)))

    assert tried.take(GENERATION) is None


def test_only_the_latest_results_and_wishes_are_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("MOST", "_MOST_WANTED"):
        monkeypatch.setattr(f"bot.answering.reply.next_questions.tried.{name}", 2)
    tried, known = Tried(), Result(SECTION, given.REFUND)

    for one in "123":
        tried.want(want(one))
    wanted = taken(tried, 3)
    for one in "123":
        tried.note(one, known)

    assert wanted == ["3", "2", None]
    assert [tried.result(one) for one in "123"] == [None, known, known]


class Kept:
    """Keeps results in memory."""

    def __init__(self) -> None:
        self.results: dict[str, str] = {}

    async def all(self) -> Mapping[str, str]:
        return dict(self.results)

    async def note(self, key: str, result: str) -> None:
        self.results[key] = result


def want(text: str) -> Wanted:
    return Wanted(text, GENERATION, given.question(text))


def taken(tried: Tried, count: int) -> list[str | None]:
    found = [tried.take(GENERATION) for _ in range(count)]
    return [one.key if one else None for one in found]


async def until_all_is_tried(answering: Answering) -> None:
    tried = -1
    while tried != answering.tries:
        tried = answering.tries
        await asyncio.sleep(0.3)

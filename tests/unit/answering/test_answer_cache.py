"""An answer is made once for all who may have it, and for nobody else."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date

import pytest

from bot import telemetry
from bot.answering.answer_cache import EXPIRY_S, Answers, MemoryAnswerCache
from bot.answering.choose.extractive import Extractive
from bot.answering.choose.timed import FAILURES, TimedModel
from bot.answering.find.gate.gate import Gate, Weights
from bot.answering.pipeline import Answering
from bot.answering.understand.kinds import danger_in
from bot.conversation.commands import Commands
from bot.conversation.handler import Conversation
from bot.model import Answer, Candidate, Chosen, Question, Scope, Turn, Verdict
from bot.model.errors import ModelTrouble, ModelUnavailableError
from bot.upkeep.history.state import state
from knowledge.model.documents import Audience, Filters, Found, Generation, Language
from knowledge.model.errors import KnowledgeError
from tests.fakes import FakeChooser, FakeIndexer, FakeSearch
from tests.unit import given

CORPUS: dict[Language, str] = {"en": "store documents", "ko": "매장 문서"}
ASKED = given.question("How long can customers return headphones?")
ASKED_KO = given.question("헤드폰은 며칠 안에 환불되나요?")
TEXTS: dict[Language, str] = {"en": given.REFUND, "ko": given.REFUND_KO}
FIRST = "Unopened headphones can be returned within 14 days."
PASSAGE = given.passage()
BEST = Chosen((0,))


@dataclass
class Clock:
    """Stands still until it is moved."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Store:
    """Where the same cache may be asked through different answerings."""

    search: FakeSearch
    clock: Clock = field(default_factory=Clock)
    most: int = 10

    def __post_init__(self) -> None:
        self.answers = Answers(MemoryAnswerCache(self.most, now=self.clock))

    def answering(self, racer: TimedModel | None = None, gate: Gate | None = None) -> Answering:
        return Answering(self.search, Extractive(), CORPUS, gate, racer, self.answers)

    async def asks(self, question: Question, before: Turn | None = None) -> Answer:
        return await self.answering().answer(question, before)

    @property
    def searched(self) -> int:
        return len(self.search.searches)


def store(asked: Question = ASKED, most: int = 10) -> Store:
    passage = given.passage(TEXTS[asked.language])
    return Store(FakeSearch([given.found(asked.text, passage)], alike=0.9), most=most)


def without_course(answer: Answer) -> Answer:
    """An answer without what each asker has for himself."""
    return replace(answer, cached=False, trace_id="", ms=0.0, steps={}, spent={})


@pytest.mark.parametrize(
    ("asked", "again"),
    [
        (ASKED, "How long can customers return headphones?"),
        (ASKED, "  how long can  customers RETURN headphones?\n"),
        (ASKED, "ｈｏｗ long can customers return headphones?"),
        (ASKED_KO, "헤드폰은 며칠 안에 환불되나요?"),
        (ASKED_KO, " 헤드폰은  며칠 안에 환불되나요?"),
    ],
)
async def test_the_same_question_is_answered_once(asked: Question, again: str) -> None:
    shop = store(asked)

    first = await shop.asks(asked)
    searched = shop.searched
    second = await shop.asks(replace(asked, text=given.question(again).text))

    assert (first.verdict, first.cached, second.cached) == (Verdict.PASS, False, True)
    assert shop.searched == searched
    assert second.text == first.text
    assert second.question.text == again
    assert replace(without_course(second), question=first.question) == without_course(first)


@pytest.mark.parametrize(
    "other",
    [
        given.question("How long can clients return headphones?"),
        given.question(ASKED.text, audience=Audience.MANAGER),
        given.question(ASKED.text, as_of=date(2026, 11, 22)),
        given.question(ASKED.text, store_type="cafe"),
        given.question(ASKED.text, category="refund"),
        replace(ASKED, dated=True),
        replace(ASKED, language="ko"),
        replace(ASKED, filters=replace(ASKED.filters, language=None)),
    ],
    ids=[
        "words",
        "audience",
        "date",
        "store",
        "category",
        "set day",
        "language",
        "documents' language",
    ],
)
async def test_an_answer_is_for_nobody_to_whom_another_may_be_right(other: Question) -> None:
    shop = store()

    await shop.asks(ASKED)
    searched = shop.searched
    answer = await shop.asks(other)

    assert not answer.cached
    assert shop.searched > searched
    assert {one.filters.audience for one in shop.search.searches[searched:]} == {
        other.filters.audience
    }


async def test_a_manager_s_answer_never_reaches_staff() -> None:
    shop = store()
    secret = given.passage("Headphones can be returned within 99 days by managers.")
    shop.search.founds = [given.found(ASKED.text, secret)]
    manager = given.question(ASKED.text, audience=Audience.MANAGER)

    told = await shop.asks(manager)
    shop.search.founds = [given.found(ASKED.text, PASSAGE)]
    staff = await shop.asks(ASKED)

    assert "99" in told.text
    assert "99" not in staff.text
    assert [hit.passage for hit in staff.found.hits] == [PASSAGE]


@pytest.mark.parametrize(
    "generation",
    [Generation(2, None, "1", ""), Generation(1, None, "1", "", contents="ab12")],
    ids=["number", "contents"],
)
async def test_a_new_index_answers_anew_and_a_roll_back_as_before(generation: Generation) -> None:
    shop = store()
    before = shop.search.generation

    await shop.asks(ASKED)
    shop.search.generation = generation
    anew = await shop.asks(ASKED)
    shop.search.generation = before
    back = await shop.asks(ASKED)

    assert (anew.cached, back.cached) == (False, True)


async def test_another_model_or_gate_answers_anew() -> None:
    shop = store()
    open_wide = Weights(0, 0, 0, 0, 0, 0, 0, bias=100)

    await shop.asks(ASKED)
    others = [
        shop.answering(TimedModel(FakeChooser([BEST], name="better"), 60.0)),
        shop.answering(TimedModel(FakeChooser([BEST], name="best"), 60.0)),
        shop.answering(gate=Gate(open_wide, open_wide, open_wide)),
    ]
    answers = [await one.answer(ASKED) for one in others]
    again = await others[0].answer(ASKED)

    assert [one.cached for one in answers] == [False, False, False]
    assert [one.model for one in answers] == ["better", "best", "extractive"]
    assert (again.cached, again.model) == (True, "better")


@pytest.mark.parametrize(
    "version", ["bot.answering.instructions.version", "bot.answering.check.VERSION"]
)
async def test_another_prompt_or_check_answers_anew(
    version: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = store()

    await shop.asks(ASKED)
    monkeypatch.setattr(version, (lambda: "new") if version.endswith("version") else 99)
    answer = await shop.asks(ASKED)

    assert not answer.cached


CONFLICTING = given.found(
    ASKED.text,
    PASSAGE,
    given.passage(
        "Unopened headphones of the campaign can be returned within 30 days.", doc_id="campaign"
    ),
)
UNRELATED = given.found("zebra", PASSAGE, score=0.05)


@pytest.mark.parametrize(
    ("found", "alike", "verdict"),
    [(UNRELATED, 0.0, Verdict.OFF_TOPIC), (CONFLICTING, 0.9, Verdict.CONFLICT)],
)
async def test_what_the_rules_refuse_or_find_in_conflict_is_kept(
    found: Found, alike: float, verdict: Verdict
) -> None:
    shop = Store(FakeSearch([found], alike=alike))

    answers = [await shop.asks(ASKED) for _ in range(2)]

    assert [(one.verdict, one.cached) for one in answers] == [(verdict, False), (verdict, True)]


@pytest.mark.parametrize(
    ("found", "alike", "verdict"),
    [(UNRELATED, 0.0, Verdict.OFF_TOPIC), (CONFLICTING, 0.9, Verdict.CONFLICT)],
)
async def test_what_a_model_may_do_better_next_time_is_not_kept(
    found: Found, alike: float, verdict: Verdict
) -> None:
    shop = Store(FakeSearch([found], alike=alike))
    answering = shop.answering(TimedModel(FakeChooser(), 60.0))

    answers = [await answering.answer(ASKED) for _ in range(2)]

    assert [(one.verdict, one.cached) for one in answers] == [(verdict, False)] * 2


async def test_a_refusal_without_anything_found_is_not_kept() -> None:
    shop = Store(FakeSearch([Found()]))

    await shop.asks(ASKED)
    shop.search.founds, shop.search.alike = [given.found(ASKED.text, PASSAGE)], 0.9
    answer = await shop.asks(ASKED)

    assert (answer.verdict, answer.cached) == (Verdict.PASS, False)


@pytest.mark.parametrize("asked", [ASKED, ASKED_KO, given.question("and headphones?")])
async def test_what_is_asked_later_in_a_thread_is_neither_kept_nor_taken_from_what_is(
    asked: Question,
) -> None:
    shop = store(asked)
    turn = Turn(ASKED.text, {"headphon": 1.0})

    await shop.asks(asked, turn)
    by_itself = await shop.asks(asked)
    in_thread = await shop.asks(asked, turn)

    assert not by_itself.cached
    assert not in_thread.cached


async def test_what_was_answered_while_the_model_was_in_trouble_is_not_kept() -> None:
    shop, model = store(), FakeChooser([BEST], error=ModelUnavailableError(ModelTrouble.RATE))
    answering = shop.answering(TimedModel(model, 60.0, Clock()))

    for _ in range(FAILURES + 1):  # at the end it rests
        await answering.answer(ASKED)
    model.error = None
    answer = await shop.answering(TimedModel(model, 60.0)).answer(ASKED)

    assert (answer.cached, answer.model) == (False, "fake")


@pytest.mark.parametrize(("embedder", "cached"), [("use", False), (None, True)])
async def test_what_was_found_without_vectors_that_are_there_is_not_kept(
    embedder: str | None, cached: bool
) -> None:
    shop = store()
    found = given.found(ASKED.text, PASSAGE)
    hits = tuple(replace(hit, meaning=0.0) for hit in found.hits)
    shop.search.founds = [replace(found, hits=hits)]
    shop.search.generation = Generation(1, embedder, "1", "")

    first = await shop.asks(ASKED)
    second = await shop.asks(ASKED)

    assert (first.verdict, second.cached) == (Verdict.PASS, cached)


async def test_an_answer_is_kept_for_an_hour() -> None:
    shop = store()

    await shop.asks(ASKED)
    shop.clock.now = EXPIRY_S - 1
    before = await shop.asks(ASKED)
    shop.clock.now = EXPIRY_S
    after = await shop.asks(ASKED)

    assert (before.cached, after.cached) == (True, False)


async def test_what_was_not_asked_for_longest_is_forgotten_first() -> None:
    shop = store(most=2)
    one, two, three = (given.question(f"{ASKED.text} {n}") for n in ("Sony", "Bose", "Koss"))

    for asked in (one, two, one, three):
        await shop.asks(asked)
    kept = [(await shop.asks(asked)).cached for asked in (one, three, two)]

    assert kept == [True, True, False]


@dataclass
class ClosedSearch(FakeSearch):
    """Finds nothing before it is opened."""

    opened: asyncio.Event = field(default_factory=asyncio.Event)

    async def find(self, text: str, filters: Filters, limit: int = 6) -> Found:
        await self.opened.wait()
        return await super().find(text, filters, limit)


async def at_once(shop: Store, answering: Answering, askers: int) -> list[asyncio.Task[Answer]]:
    """Several who ask the same, each as far as it goes before anything is found."""
    # Each is looked at in a thread first: is it a danger? The models for it load once.
    await asyncio.to_thread(danger_in, ASKED.text)
    tasks = [asyncio.create_task(answering.answer(ASKED)) for _ in range(askers)]
    for _ in range(10):
        await asyncio.sleep(0.02)
    assert shop.searched == 0
    return tasks


async def test_three_who_ask_at_once_pay_the_model_once() -> None:
    search, model = ClosedSearch([given.found(ASKED.text, PASSAGE)], alike=0.9), FakeChooser([BEST])
    shop = Store(search)

    tasks = await at_once(shop, shop.answering(TimedModel(model, 60.0)), 3)
    search.opened.set()
    answers = await asyncio.gather(*tasks)

    assert len(model.asked) == 1
    assert [one.cached for one in answers] == [False, True, True]
    assert len({one.text for one in answers}) == 1


async def test_a_refusal_is_shared_with_who_waits_for_it_and_kept_for_nobody() -> None:
    search = ClosedSearch([Found()])
    shop = Store(search)

    tasks = await at_once(shop, shop.answering(), 2)
    search.opened.set()
    answers = await asyncio.gather(*tasks)
    searched = shop.searched
    later = await shop.asks(ASKED)

    assert [one.verdict for one in (*answers, later)] == [Verdict.OFF_TOPIC] * 3
    assert (searched, shop.searched, later.cached) == (2, 4, False)


async def test_who_waits_for_another_goes_on_when_that_one_gives_up() -> None:
    search = ClosedSearch([given.found(ASKED.text, PASSAGE)], alike=0.9)
    shop = Store(search)

    first, second = await at_once(shop, shop.answering(), 2)
    first.cancel()
    search.opened.set()
    answer = await second

    assert (answer.verdict, answer.cached) == (Verdict.PASS, False)


async def test_trouble_is_not_kept() -> None:
    search = ClosedSearch([given.found(ASKED.text, PASSAGE)], alike=0.9, error=KnowledgeError("x"))
    shop = Store(search)

    tasks = await at_once(shop, shop.answering(), 2)
    search.opened.set()
    told = await asyncio.gather(*tasks, return_exceptions=True)
    search.error = None
    answer = await shop.asks(ASKED)

    assert [type(one) for one in told] == [KnowledgeError, KnowledgeError]
    assert (answer.verdict, answer.cached) == (Verdict.PASS, False)


async def test_a_kept_answer_has_its_own_trace_and_costs_nothing() -> None:
    shop = store()
    model = Spending([BEST])
    answering = shop.answering(TimedModel(model, 60.0))

    with telemetry.request("first"):
        first = await answering.answer(ASKED)
    with telemetry.request("second"):
        second = await answering.answer(ASKED)

    paid, free = state(first)["metrics"], state(second)["metrics"]
    assert (first.trace_id, second.trace_id) == ("first", "second")
    assert (paid["cached"], paid["cost"], paid["input_tokens"]) == (False, 0.5, 900)
    assert (free["cached"], free["cost"], free["input_tokens"]) == (True, 0.0, 0)
    assert list(second.steps) == ["classify", "suggest"]


class Spending(FakeChooser):
    """A model that says what it used up."""

    async def choose(self, question: Question, units: Sequence[Candidate]) -> Chosen:
        telemetry.add(input_tokens=900, output_tokens=70, cost=0.5)
        return await super().choose(question, units)


async def test_the_log_line_says_that_an_answer_was_kept(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, telemetry.logger.name)
    handle = conversation(store()).handle
    elsewhere = given.message(ASKED.text, sender="U2")

    first = await handle(given.message(ASKED.text))
    second = await handle(elsewhere)

    lines = [record.__dict__ for record in caplog.records]
    assert [line["cached"] for line in lines] == [False, True]
    assert [line["trace_id"] for line in lines] == [first.trace_id, second.trace_id]
    assert lines[1]["cost"] == 0
    assert first.trace_id != second.trace_id
    assert (second.text, second.sources) == (first.text, first.sources)


async def test_the_audience_of_a_channel_keeps_to_itself() -> None:
    shop = store()
    handle = conversation(shop).handle
    manager = given.message(ASKED.text, scope=Scope(audience=Audience.MANAGER))

    await handle(manager)
    reply = await handle(given.message(ASKED.text))

    assert reply.answer is not None
    assert not reply.answer.cached


async def test_what_is_kept_holds_no_personal_data() -> None:
    cache = MemoryAnswerCache(10)
    shop = store()
    shop.answers = Answers(cache)
    shop.search.alike = 0.95
    asked = "Can hong@example.com return headphones? 010-1234-5678"

    await conversation(shop).handle(given.message(asked, sender="U0HONG"))

    kept = str(vars(cache))
    assert "[REDACTED_EMAIL]" in kept
    assert not any(one in kept for one in ("hong@", "1234-5678", "U0HONG", "T1:C1"))


def conversation(shop: Store) -> Conversation:
    return Conversation(
        shop.answering(),
        Commands(FakeIndexer(), given.comparison()),
        today=lambda: given.TODAY,
    )


@pytest.mark.parametrize(
    ("named", "other", "is_same"),
    [
        ("before May 2026?", "before may 2026?", True),
        ("on 3 May?", "on 3 may?", True),
        ("if May 3 people share?", "if may 3 people share?", False),
    ],
)
async def test_a_month_is_the_same_in_small_letters_and_a_verb_is_none(
    named: str, other: str, is_same: bool
) -> None:
    kept = store(given.question(f"How long could customers return headphones {named}"))

    await kept.asks(given.question(f"How long could customers return headphones {named}"))
    second = await kept.asks(given.question(f"How long could customers return headphones {other}"))

    assert second.cached == is_same

"""How long a model is waited for, when it is left alone, and what a late choice is good for."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot import telemetry
from bot.answering.choose.late import KnownChoices, choices_of
from bot.answering.choose.timed import FAILURES, MOST_UNHURRIED, REST_S, TimedModel
from bot.model import Candidate, Chosen, Question, Wait
from bot.model.errors import ModelTrouble, ModelUnavailableError
from tests.fakes import FakeChooser
from tests.unit.answering.choose.headphones import (
    ASKED,
    ASKED_KO,
    BOTH,
    CLOSE,
    DENIES,
    FIRST,
    LONG_S,
    NOTHING,
    SHORT_S,
    Clock,
    Quota,
    answered,
    calls_of,
    choosing,
    doubted,
    evidence_for,
    rules,
    said,
)

GOOD = Chosen((CLOSE,))
EDITABLE = replace(ASKED, wait=Wait.EDITABLE)
DOWN = ModelUnavailableError(ModelTrouble.DOWN)


def held_by(model: FakeChooser) -> asyncio.Event:
    assert model.held is not None
    return model.held


def slow() -> FakeChooser:
    """A model that chooses after the short time is over, and before the long one is."""
    model = FakeChooser([GOOD], held=asyncio.Event())
    asyncio.get_running_loop().call_later(10 * SHORT_S, held_by(model).set)
    return model


def units_for(asked: Question) -> Sequence[Candidate]:
    return evidence_for(asked).candidates


async def test_a_model_that_fails_three_times_in_a_row_is_left_alone_for_a_while() -> None:
    model, clock = FakeChooser([GOOD], error=DOWN), Clock()
    timed = TimedModel(model, LONG_S, clock)

    for _ in range(FAILURES + 2):
        await answered(choosing(timed))
    asked_before_the_rest = len(model.asked)
    model.error, clock.now = None, REST_S
    answer = await answered(choosing(timed))

    assert asked_before_the_rest == FAILURES
    assert answer.model == "fake"


async def test_a_model_that_rests_is_noted_as_such() -> None:
    timed = TimedModel(FakeChooser(error=DOWN), LONG_S, Clock())
    for _ in range(FAILURES):
        await answered(choosing(timed))

    with telemetry.request("r1") as trace:
        answer = await answered(choosing(timed))

    assert (said(answer), answer.model) == (rules(ASKED, FIRST), "extractive")
    assert trace.outcome["model_trouble"] == "rests"
    assert "model" not in trace.steps


async def test_after_a_rest_one_more_failure_is_enough() -> None:
    model, clock = FakeChooser(error=ModelUnavailableError(ModelTrouble.RATE)), Clock()
    timed = TimedModel(model, LONG_S, clock)
    for _ in range(FAILURES):
        await answered(choosing(timed))

    clock.now = REST_S
    for _ in range(2):
        await answered(choosing(timed))

    assert len(model.asked) == FAILURES + 1


async def test_refusals_are_about_the_question_and_do_not_make_it_rest() -> None:
    model = FakeChooser(error=ModelUnavailableError(ModelTrouble.REFUSED))
    timed = TimedModel(model, LONG_S, Clock())

    for _ in range(FAILURES + 1):
        await answered(choosing(timed))

    assert len(model.asked) == FAILURES + 1


@pytest.mark.parametrize(
    ("trouble", "lines"),
    [(ModelTrouble.AUTH, 1), (ModelTrouble.CONFIG, 1), (ModelTrouble.DOWN, 0)],
)
async def test_only_what_a_person_must_put_right_is_said_by_itself(
    trouble: ModelTrouble, lines: int, caplog: pytest.LogCaptureFixture
) -> None:
    model = FakeChooser(error=ModelUnavailableError(trouble))

    await answered(choosing(TimedModel(model, LONG_S)))

    assert [one.__dict__["trouble"] for one in caplog.records] == [trouble] * lines


async def test_a_failure_is_said_once_in_the_server_s_words(
    caplog: pytest.LogCaptureFixture,
) -> None:
    model = FakeChooser(error=ModelUnavailableError(ModelTrouble.CONFIG, "no model m"))
    timed = TimedModel(model, LONG_S)

    for _ in range(2):
        await answered(choosing(timed))

    [line] = [one.__dict__ for one in caplog.records]
    assert line["said"] == "no model m"
    assert line["cure"] == "Check OPENAI_CHAT_MODEL and OPENAI_BASE_URL."


@BOTH
async def test_where_there_is_no_answer_without_the_model_it_may_take_its_time(
    asked: Question,
) -> None:
    timed = TimedModel(slow(), SHORT_S, patience_s=LONG_S)

    answer = await doubted(choosing(timed), asked)

    assert said(answer) == rules(asked, CLOSE)


@BOTH
async def test_where_an_answer_is_there_it_is_not_waited_for(asked: Question) -> None:
    one = choosing(TimedModel(slow(), SHORT_S, patience_s=LONG_S))

    answer = await answered(one, asked)

    assert answer.model == "extractive"
    assert one.troubles == (ModelTrouble.TIMEOUT,)
    assert calls_of(one) == ()


async def test_in_a_dialog_that_gives_up_nothing_is_waited_for() -> None:
    one = choosing(TimedModel(slow(), SHORT_S, patience_s=LONG_S))

    assert await doubted(one, replace(ASKED, wait=Wait.SHORT)) == NOTHING


async def test_with_many_slow_calls_under_way_nobody_else_waits() -> None:
    model = FakeChooser([GOOD], held=asyncio.Event())
    timed = TimedModel(model, SHORT_S, patience_s=LONG_S)
    waiting = [asyncio.create_task(doubted(choosing(timed))) for _ in range(MOST_UNHURRIED)]
    await asyncio.sleep(SHORT_S)
    one = choosing(timed)

    unsure, sure = await doubted(choosing(timed)), await answered(one, EDITABLE)
    held_by(model).set()
    others = await asyncio.gather(*waiting)

    assert (unsure, sure.model) == (NOTHING, "extractive")
    assert not any(call.late for call in calls_of(one))
    assert [said(other) for other in others] == [rules(ASKED, CLOSE)] * MOST_UNHURRIED
    assert timed.has_time


@BOTH
async def test_a_late_choice_for_an_answer_that_can_be_replaced_is_made_to_its_end(
    asked: Question,
) -> None:
    one = choosing(TimedModel(slow(), SHORT_S))

    answer = await answered(one, replace(asked, wait=Wait.EDITABLE))
    choices = await choices_of(calls_of(one))

    assert answer.model == "extractive"
    assert list(choices.values()) == [GOOD]


@pytest.mark.parametrize(
    "model",
    [FakeChooser([DENIES]), FakeChooser([Chosen()]), FakeChooser(error=DOWN)],
    ids=["denies", "nothing", "fails"],
)
async def test_a_late_denial_or_failure_is_no_choice(model: FakeChooser) -> None:
    model.held = asyncio.Event()
    one = choosing(TimedModel(model, SHORT_S))

    await answered(one, EDITABLE)
    model.held.set()

    assert [call.late for call in calls_of(one)] == [True]
    assert await choices_of(calls_of(one)) == {}


async def test_choices_that_were_in_time_are_known_with_a_late_one() -> None:
    one = choosing(TimedModel(FakeChooser([GOOD]), LONG_S))
    await answered(one, EDITABLE)

    nothing_late = await choices_of(calls_of(one))
    late = [replace(call, late=True) for call in calls_of(one)]
    known = KnownChoices("m", await choices_of(late))

    assert nothing_late == {}
    assert await known.choose(ASKED, units_for(ASKED)) == GOOD
    for asked, units in ((ASKED_KO, units_for(ASKED)), (ASKED, units_for(ASKED)[1:])):
        with pytest.raises(ModelUnavailableError):
            await known.choose(asked, units)


async def test_an_answer_that_nobody_waits_for_any_more_ends_the_call() -> None:
    model = FakeChooser([GOOD], held=asyncio.Event())

    asking = asyncio.create_task(answered(choosing(TimedModel(model, LONG_S)), EDITABLE))
    for _ in range(10):
        await asyncio.sleep(0)
    asked = len(model.asked)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)

    assert asked == 1
    assert len(asyncio.all_tasks()) == 1


async def test_a_model_that_is_late_each_time_is_still_asked_where_there_is_no_answer() -> None:
    model = FakeChooser([GOOD], held=asyncio.Event())
    timed = TimedModel(model, SHORT_S, patience_s=LONG_S)
    for _ in range(FAILURES + 1):
        await answered(choosing(timed))
    held_by(model).set()

    answer = await doubted(choosing(timed))

    assert said(answer) == rules(ASKED, CLOSE)
    assert len(model.asked) == FAILURES + 1


async def test_a_model_that_is_late_each_time_goes_on_without_being_waited_for() -> None:
    model = FakeChooser([GOOD], held=asyncio.Event())
    timed = TimedModel(model, LONG_S)
    for _ in range(FAILURES):
        timed.was_late()
    one = choosing(timed)

    answer = await answered(one, EDITABLE)
    held_by(model).set()

    assert answer.model == "extractive"
    assert list((await choices_of(calls_of(one))).values()) == [GOOD]


@pytest.mark.parametrize("trouble", [ModelTrouble.AUTH, ModelTrouble.CONFIG])
async def test_a_model_that_somebody_must_put_right_is_known_until_it_works(
    trouble: ModelTrouble,
) -> None:
    model = FakeChooser([GOOD], error=ModelUnavailableError(trouble))
    timed = TimedModel(model, LONG_S)

    before = timed.trouble
    await answered(choosing(timed))
    failing = timed.trouble
    model.error = None
    await answered(choosing(timed))

    assert [before, failing, timed.trouble] == [None, trouble, None]


async def test_other_failures_are_known_once_they_come_one_after_the_other() -> None:
    timed = TimedModel(FakeChooser(error=DOWN), LONG_S)

    known = []
    for _ in range(FAILURES):
        await answered(choosing(timed))
        known.append(timed.trouble)

    assert known == [None, None, ModelTrouble.DOWN]


async def test_a_model_that_is_late_each_time_is_known_to_be_slow_until_it_is_in_time() -> None:
    timed = TimedModel(FakeChooser(), LONG_S)

    known = []
    for _ in range(FAILURES):
        timed.was_late()
        known.append(timed.trouble)
    timed.was_in_time()

    assert known == [None, None, ModelTrouble.TIMEOUT]
    assert timed.trouble is None


async def test_a_quota_that_is_used_up_is_known() -> None:
    timed = TimedModel(FakeChooser([GOOD]), LONG_S, quota=Quota(left=1))

    await answered(choosing(timed))
    before = timed.trouble
    await answered(choosing(timed))

    assert [before, timed.trouble] == [None, ModelTrouble.QUOTA]


async def test_loading_is_not_the_model_s_time_and_happens_once() -> None:
    loads = 0

    async def load() -> None:
        nonlocal loads
        loads += 1
        await asyncio.sleep(0.3)

    timed = TimedModel(FakeChooser([GOOD]), 0.2, load=load)

    answers = [await answered(choosing(timed)) for _ in range(2)]

    assert ([answer.model for answer in answers], loads) == (["fake", "fake"], 1)

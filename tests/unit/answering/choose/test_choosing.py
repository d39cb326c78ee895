"""The model's draft goes out when it holds and is in time; else the extractive one does."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest

from bot import telemetry
from bot.answering.choose.choosing import SURE, Race
from bot.answering.choose.extractive import Extractive
from bot.answering.choose.late import KnownDrafts, drafts_of
from bot.answering.choose.timed import FAILURES, MOST_UNHURRIED, REST_S, TimedModel
from bot.answering.reply.refusal import refuse
from bot.model import Draft, Evidence, Issue, ModelCall, Question, Verdict, Wait, Written
from bot.model.errors import ModelTrouble, ModelUnavailableError
from bot.model.reason import Reason
from bot.model.said import USUAL_NAME
from tests.fakes import FakeModel
from tests.unit import given

FIRST = "Unopened headphones can be returned within 14 days."
SECOND = "Opened headphones can be returned only when they are faulty."
FIRST_KO = "개봉하지 않은 헤드폰은 14일 이내에 환불할 수 있습니다."
PASSAGE, PASSAGE_KO = given.passage(), given.passage(given.REFUND_KO)
ASKED = given.question("how long can customers return headphones?")
ASKED_KO = given.question("헤드폰은 며칠 안에 환불되나요?")

GOOD = given.draft(given.sentence("Headphones can be returned within 14 days.", (PASSAGE, FIRST)))
BAD = given.draft(given.sentence("Headphones can be returned within 99 days.", (PASSAGE, FIRST)))
GOOD_KO = given.draft(
    given.sentence("헤드폰은 개봉하지 않으면 14일 이내에 환불됩니다.", (PASSAGE_KO, FIRST_KO))
)
BAD_KO = given.draft(
    given.sentence("헤드폰은 개봉하지 않으면 99일 이내에 환불됩니다.", (PASSAGE_KO, FIRST_KO))
)
DENIES = Draft(denies=True)


@dataclass
class Clock:
    """Stands still until it is moved."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


async def written(model: FakeModel, asked: Question = ASKED, budget_s: float = 60.0) -> Written:
    return await raced(TimedModel(model, budget_s), asked)


async def raced(racer: TimedModel | None, asked: Question = ASKED) -> Written:
    return await Race(Extractive(), racer).written(asked, evidence_for(asked))


def evidence_for(asked: Question) -> Evidence:
    passage, first = (PASSAGE, FIRST) if asked.language == "en" else (PASSAGE_KO, FIRST_KO)
    return given.evidence(given.candidate(passage, first))


def said(one: Written) -> list[str]:
    return [sentence.text for sentence in one.checked.kept]


async def test_without_a_model_the_documents_speak() -> None:
    answer = await raced(None)

    assert (said(answer), answer.model) == ([FIRST], "extractive")


@pytest.mark.parametrize(("asked", "good"), [(ASKED, GOOD), (ASKED_KO, GOOD_KO)])
async def test_a_draft_that_holds_goes_out_as_the_model_wrote_it(
    asked: Question, good: Draft
) -> None:
    answer = await written(FakeModel([good]), asked)

    assert (said(answer), answer.model) == ([good.sentences[0].text], "fake")


@pytest.mark.parametrize(
    ("asked", "bad", "good"), [(ASKED, BAD, GOOD), (ASKED_KO, BAD_KO, GOOD_KO)]
)
async def test_a_draft_that_does_not_hold_is_written_once_more_with_what_was_wrong(
    asked: Question, bad: Draft, good: Draft
) -> None:
    model = FakeModel([bad, good])

    answer = await written(model, asked)

    first, second = model.feedback
    assert (said(answer), answer.model) == ([good.sentences[0].text], "fake")
    assert first == ()
    assert [issue.sentence for issue in second] == [0]


@pytest.mark.parametrize(("asked", "bad"), [(ASKED, BAD), (ASKED_KO, BAD_KO)])
async def test_two_drafts_that_do_not_hold_leave_the_extractive_one(
    asked: Question, bad: Draft
) -> None:
    model = FakeModel([bad])

    answer = await written(model, asked)

    assert answer.model == "extractive"
    assert "99" not in "".join(said(answer))
    assert len(model.asked) == 2


async def test_with_too_little_time_left_nothing_is_written_once_more() -> None:
    model = FakeModel([BAD, GOOD])

    answer = await written(model, budget_s=0.6)

    assert (answer.model, len(model.asked)) == ("extractive", 1)


async def test_a_model_that_is_late_is_not_waited_for() -> None:
    with telemetry.request("r1") as trace:
        answer = await written(FakeModel(silent=True), budget_s=0.01)

    assert (said(answer), answer.model) == ([FIRST], "extractive")
    assert trace.outcome["model_trouble"] == "timeout"
    assert list(trace.steps) == ["generate", "check", "model"]


@pytest.mark.parametrize("trouble", ModelTrouble)
async def test_a_model_that_fails_is_done_without_and_its_trouble_is_noted(
    trouble: ModelTrouble,
) -> None:
    model = FakeModel(error=ModelUnavailableError(trouble))

    with telemetry.request("r1") as trace:
        answer = await written(model)

    assert (answer.model, len(model.asked)) == ("extractive", 1)
    assert trace.outcome["model_trouble"] == trouble


async def test_a_model_that_cannot_answer_is_not_asked_again() -> None:
    model = FakeModel([Draft()])

    answer = await written(model)

    assert (answer.model, answer.doubted, len(model.asked)) == ("extractive", False, 1)


@pytest.mark.parametrize(("asked", "first"), [(ASKED, FIRST), (ASKED_KO, FIRST_KO)])
async def test_what_a_model_finds_no_answer_in_is_the_nearest_and_no_answer(
    asked: Question, first: str
) -> None:
    race = Race(Extractive(), TimedModel(FakeModel([DENIES]), 60.0))

    with telemetry.request("r1") as trace:
        answer = await race.written(asked, evidence_for(asked), SURE - 0.01)

    assert (answer.checked.verdict, answer.checked.kept) == (Verdict.INSUFFICIENT, ())
    assert [one.text for one in answer.checked.nearest] == [first]
    assert [one.code for one in answer.checked.issues] == ["model_found_none"]
    assert trace.outcome["model_denies"] is True


async def test_where_the_gate_is_sure_the_documents_speak_against_the_model_and_are_doubted() -> (
    None
):
    race = Race(Extractive(), TimedModel(FakeModel([DENIES]), 60.0))

    answer = await race.written(ASKED, evidence_for(ASKED), SURE)

    assert (said(answer), answer.model, answer.doubted) == ([FIRST], "extractive", True)


async def test_a_model_that_denies_at_last_what_it_had_answered_is_no_witness() -> None:
    model = FakeModel([Draft(GOOD.sentences + BAD.sentences), DENIES])
    race = Race(Extractive(), TimedModel(model, 60.0))

    answer = await race.written(ASKED, evidence_for(ASKED), 0.5)

    assert (said(answer), answer.doubted) == ([GOOD.sentences[0].text], False)


async def test_a_denial_holds_for_the_same_words_when_no_time_is_left_to_ask_again() -> None:
    model = FakeModel([DENIES, DENIES, GOOD])
    race = Race(Extractive(), TimedModel(model, 60.0))

    answers = [await race.written(ASKED, evidence_for(ASKED), 0.6) for _ in range(3)]

    assert len(model.asked) == 2
    assert [one.checked.kept for one in answers] == [(), (), ()]


@pytest.mark.parametrize("trouble", ModelTrouble)
async def test_a_model_that_gives_nothing_has_denied_nothing(trouble: ModelTrouble) -> None:
    race = Race(Extractive(), TimedModel(FakeModel(error=ModelUnavailableError(trouble)), 60.0))

    answer = await race.written(ASKED, evidence_for(ASKED), 0.5)

    assert (said(answer), answer.doubted) == ([FIRST], False)


async def read(model: FakeModel | None, asked: Question = ASKED) -> Written | None:
    racer = TimedModel(model, 60.0) if model else None
    return await Race(Extractive(), racer).read(asked, evidence_for(asked))


@pytest.mark.parametrize(("asked", "good"), [(ASKED, GOOD), (ASKED_KO, GOOD_KO)])
async def test_where_the_gate_doubts_a_model_that_reads_may_answer(
    asked: Question, good: Draft
) -> None:
    answer = await read(FakeModel([good]), asked)

    assert answer is not None
    assert (said(answer), answer.model) == ([good.sentences[0].text], "fake")


@pytest.mark.parametrize(
    ("asked", "bad", "quoted"), [(ASKED, BAD, FIRST), (ASKED_KO, BAD_KO, FIRST_KO)]
)
async def test_where_the_gate_doubts_and_the_wording_does_not_hold_what_it_quotes_goes_out(
    asked: Question, bad: Draft, quoted: str
) -> None:
    answer = await read(FakeModel([bad, bad]), asked)

    assert answer is not None
    assert (said(answer), answer.model) == ([quoted], "fake")


@pytest.mark.parametrize(
    "drafts",
    [
        [DENIES],
        [Draft()],
        [BAD, DENIES],
        [given.draft(given.sentence("Headphones last.", (PASSAGE, "They last for years.")))] * 2,
    ],
)
async def test_where_the_gate_doubts_nothing_but_a_model_s_quotes_makes_an_answer(
    drafts: list[Draft],
) -> None:
    assert await read(FakeModel(drafts)) is None


async def test_where_the_gate_doubts_there_is_no_answer_without_a_model() -> None:
    assert await read(None) is None


async def test_where_the_gate_doubts_the_rest_of_an_answer_without_its_first_sentence_waits() -> (
    None
):
    second = given.sentence(SECOND, (PASSAGE, SECOND))
    half = given.draft(BAD.sentences[0], second)

    answer = await read(FakeModel([half, half]))

    assert answer is not None
    assert said(answer) == [FIRST, SECOND]


async def test_the_part_that_holds_goes_out_when_it_says_what_fits_best() -> None:
    model = FakeModel([Draft(GOOD.sentences + BAD.sentences)])

    answer = await written(model)

    assert (said(answer), answer.model) == ([GOOD.sentences[0].text], "fake")


async def test_a_part_without_what_fits_best_stays_behind_the_extractive_draft() -> None:
    beside = given.sentence("Opened headphones can be returned when faulty.", (PASSAGE, SECOND))
    model = FakeModel([Draft((*BAD.sentences, beside))])

    answer = await written(model)

    assert (said(answer), answer.model) == ([FIRST], "extractive")


async def test_one_question_calls_the_model_twice_at_most() -> None:
    model = FakeModel([BAD])
    race = Race(Extractive(), TimedModel(model, 60.0))
    evidence = given.evidence(given.candidate(PASSAGE, FIRST))

    for _ in range(2):
        await race.written(ASKED, evidence)

    assert len(model.asked) == 2


async def test_a_model_that_fails_three_times_in_a_row_is_left_alone_for_a_while() -> None:
    model, clock = FakeModel([GOOD], error=ModelUnavailableError(ModelTrouble.DOWN)), Clock()
    racer = TimedModel(model, 60.0, clock)

    for _ in range(FAILURES + 2):
        await raced(racer)
    asked_before_the_rest = len(model.asked)
    model.error, clock.now = None, REST_S
    answer = await raced(racer)

    assert asked_before_the_rest == FAILURES
    assert answer.model == "fake"


async def test_a_model_that_rests_is_noted_as_such() -> None:
    racer = TimedModel(FakeModel(error=ModelUnavailableError(ModelTrouble.DOWN)), 60.0, Clock())
    for _ in range(FAILURES):
        await raced(racer)

    with telemetry.request("r1") as trace:
        answer = await raced(racer)

    assert (said(answer), answer.model) == ([FIRST], "extractive")
    assert trace.outcome["model_trouble"] == "rests"
    assert "model" not in trace.steps


async def test_after_a_rest_one_more_failure_is_enough() -> None:
    model, clock = FakeModel(error=ModelUnavailableError(ModelTrouble.RATE)), Clock()
    racer = TimedModel(model, 60.0, clock)
    for _ in range(FAILURES):
        await raced(racer)

    clock.now = REST_S
    for _ in range(2):
        await raced(racer)

    assert len(model.asked) == FAILURES + 1


async def test_refusals_are_about_the_question_and_do_not_make_it_rest() -> None:
    model = FakeModel(error=ModelUnavailableError(ModelTrouble.REFUSED))
    racer = TimedModel(model, 60.0, Clock())

    for _ in range(FAILURES + 1):
        await raced(racer)

    assert len(model.asked) == FAILURES + 1


@pytest.mark.parametrize(
    ("trouble", "lines"),
    [(ModelTrouble.AUTH, 1), (ModelTrouble.CONFIG, 1), (ModelTrouble.DOWN, 0)],
)
async def test_only_what_a_person_must_put_right_is_said_by_itself(
    trouble: ModelTrouble, lines: int, caplog: pytest.LogCaptureFixture
) -> None:
    await written(FakeModel(error=ModelUnavailableError(trouble)))

    assert [one.__dict__["trouble"] for one in caplog.records] == [trouble] * lines


ISSUES = (Issue(Reason.MODEL_FOUND_NONE, 0),)
SHORT_S, LONG_S = 0.01, 60.0
"""Times: one that is over before a model answers, and one that no machine is too slow for."""
BOTH = pytest.mark.parametrize(("asked", "good"), [(ASKED, GOOD), (ASKED_KO, GOOD_KO)])


def slow(draft: Draft) -> FakeModel:
    """A model that answers after the short time is over, and before the long one is."""
    model = FakeModel([draft], held=asyncio.Event())
    asyncio.get_running_loop().call_later(10 * SHORT_S, held_by(model).set)
    return model


def held_by(model: FakeModel) -> asyncio.Event:
    assert model.held is not None
    return model.held


def calls_of(race: Race) -> tuple[ModelCall, ...]:
    return race.noted(refuse(ASKED, Verdict.INSUFFICIENT, USUAL_NAME)).calls


@BOTH
async def test_where_there_is_no_answer_without_the_model_it_may_take_its_time(
    asked: Question, good: Draft
) -> None:
    race = Race(Extractive(), TimedModel(slow(good), SHORT_S, patience_s=LONG_S))

    answer = await race.read(asked, evidence_for(asked))

    assert answer is not None
    assert said(answer) == [good.sentences[0].text]


@BOTH
async def test_where_an_answer_is_there_it_is_not_waited_for(asked: Question, good: Draft) -> None:
    race = Race(Extractive(), TimedModel(slow(good), SHORT_S, patience_s=LONG_S))

    answer = await race.written(asked, evidence_for(asked))

    assert answer.model == "extractive"
    assert race.troubles == (ModelTrouble.TIMEOUT,)
    assert calls_of(race) == ()


async def test_in_a_dialog_that_gives_up_nothing_is_waited_for() -> None:
    race = Race(Extractive(), TimedModel(slow(GOOD), SHORT_S, patience_s=LONG_S))
    hurried = replace(ASKED, wait=Wait.SHORT)

    assert await race.read(hurried, evidence_for(ASKED)) is None


async def test_with_many_slow_calls_under_way_nobody_else_waits() -> None:
    model = FakeModel([GOOD], held=asyncio.Event())
    racer = TimedModel(model, SHORT_S, patience_s=LONG_S)
    waiting = [
        asyncio.create_task(Race(Extractive(), racer).read(ASKED, evidence_for(ASKED)))
        for _ in range(MOST_UNHURRIED)
    ]
    await asyncio.sleep(SHORT_S)
    race = Race(Extractive(), racer)

    doubted = await Race(Extractive(), racer).read(ASKED, evidence_for(ASKED))
    sure = await race.written(replace(ASKED, wait=Wait.EDITABLE), evidence_for(ASKED))
    held_by(model).set()
    others = await asyncio.gather(*waiting)

    assert (doubted, sure.model) == (None, "extractive")
    assert not any(one.late for one in calls_of(race))
    assert [one is not None for one in others] == [True] * MOST_UNHURRIED
    assert racer.has_time


@BOTH
async def test_a_late_draft_for_an_answer_that_can_be_replaced_is_written_to_its_end(
    asked: Question, good: Draft
) -> None:
    race = Race(Extractive(), TimedModel(slow(good), SHORT_S))

    answer = await race.written(replace(asked, wait=Wait.EDITABLE), evidence_for(asked))
    drafts = await drafts_of(calls_of(race))

    assert answer.model == "extractive"
    assert list(drafts.values()) == [good]


@pytest.mark.parametrize(
    "model",
    [FakeModel([DENIES]), FakeModel(error=ModelUnavailableError(ModelTrouble.DOWN))],
)
async def test_a_late_denial_or_failure_is_no_draft(model: FakeModel) -> None:
    model.held = asyncio.Event()
    race = Race(Extractive(), TimedModel(model, SHORT_S))

    await race.written(replace(ASKED, wait=Wait.EDITABLE), evidence_for(ASKED))
    model.held.set()

    assert [one.late for one in calls_of(race)] == [True]
    assert await drafts_of(calls_of(race)) == {}


async def test_drafts_that_were_in_time_are_known_with_a_late_one() -> None:
    model = FakeModel([GOOD])
    race = Race(Extractive(), TimedModel(model, LONG_S))
    editable = replace(ASKED, wait=Wait.EDITABLE)
    await race.written(editable, evidence_for(ASKED))

    nothing_late = await drafts_of(calls_of(race))
    late = [replace(one, late=True) for one in calls_of(race)]
    known = KnownDrafts("m", await drafts_of(late))

    assert nothing_late == {}
    assert await known.draft(ASKED, evidence_for(ASKED)) == GOOD
    for other in ((ASKED_KO, evidence_for(ASKED_KO), ()), (ASKED, evidence_for(ASKED), ISSUES)):
        with pytest.raises(ModelUnavailableError):
            await known.draft(*other)


async def test_an_answer_that_nobody_waits_for_any_more_ends_the_call() -> None:
    model = FakeModel([GOOD], held=asyncio.Event())
    race = Race(Extractive(), TimedModel(model, LONG_S))
    editable = replace(ASKED, wait=Wait.EDITABLE)

    asking = asyncio.create_task(race.written(editable, evidence_for(ASKED)))
    for _ in range(10):
        await asyncio.sleep(0)
    asked = len(model.asked)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)

    assert asked == 1
    assert len(asyncio.all_tasks()) == 1


async def test_a_model_that_is_late_each_time_is_still_asked_where_there_is_no_answer() -> None:
    model = FakeModel([GOOD], held=asyncio.Event())
    racer = TimedModel(model, SHORT_S, patience_s=LONG_S)
    for _ in range(FAILURES + 1):
        await raced(racer)
    held_by(model).set()

    answer = await Race(Extractive(), racer).read(ASKED, evidence_for(ASKED))

    assert answer is not None
    assert len(model.asked) == FAILURES + 1


async def test_a_model_that_is_late_each_time_writes_on_without_being_waited_for() -> None:
    model = FakeModel([GOOD], held=asyncio.Event())
    racer = TimedModel(model, LONG_S)
    for _ in range(FAILURES):
        racer.was_late()
    race = Race(Extractive(), racer)

    answer = await race.written(replace(ASKED, wait=Wait.EDITABLE), evidence_for(ASKED))
    held_by(model).set()

    assert answer.model == "extractive"
    assert list((await drafts_of(calls_of(race))).values()) == [GOOD]


@pytest.mark.parametrize("trouble", [ModelTrouble.AUTH, ModelTrouble.CONFIG])
async def test_a_model_that_somebody_must_put_right_is_known_until_it_works(
    trouble: ModelTrouble,
) -> None:
    model = FakeModel([GOOD], error=ModelUnavailableError(trouble))
    racer = TimedModel(model, LONG_S)

    before = racer.trouble
    await raced(racer)
    failing = racer.trouble
    model.error = None
    await raced(racer)

    assert [before, failing, racer.trouble] == [None, trouble, None]


async def test_other_failures_are_known_once_they_come_one_after_the_other() -> None:
    racer = TimedModel(FakeModel(error=ModelUnavailableError(ModelTrouble.DOWN)), LONG_S)

    known = []
    for _ in range(FAILURES):
        await raced(racer)
        known.append(racer.trouble)

    assert known == [None, None, ModelTrouble.DOWN]


async def test_a_model_that_is_late_each_time_is_known_to_be_slow_until_it_is_in_time() -> None:
    racer = TimedModel(FakeModel(), LONG_S)

    known = []
    for _ in range(FAILURES):
        racer.was_late()
        known.append(racer.trouble)
    racer.was_in_time()

    assert known == [None, None, ModelTrouble.TIMEOUT]
    assert racer.trouble is None


async def test_a_quota_that_is_used_up_is_known() -> None:
    racer = TimedModel(FakeModel([GOOD]), LONG_S, quota=Quota(left=1))

    await raced(racer)
    before = racer.trouble
    await raced(racer)

    assert [before, racer.trouble] == [None, ModelTrouble.QUOTA]


async def test_a_failure_is_said_once_in_the_server_s_words(
    caplog: pytest.LogCaptureFixture,
) -> None:
    model = FakeModel([GOOD], error=ModelUnavailableError(ModelTrouble.CONFIG, "no model m"))
    racer = TimedModel(model, LONG_S)

    for _ in range(2):
        await raced(racer)

    [line] = [one.__dict__ for one in caplog.records]
    assert line["said"] == "no model m"
    assert line["cure"] == "Check OPENAI_CHAT_MODEL and OPENAI_BASE_URL."


@dataclass
class Quota:
    """Has so many calls left."""

    left: int
    most: int = 3

    async def take(self) -> bool:
        self.left -= 1
        return self.left >= 0

    async def made(self) -> int | None:
        return self.most - self.left


async def test_when_the_calls_of_a_day_are_used_up_the_documents_speak() -> None:
    model = FakeModel([GOOD])
    racer = TimedModel(model, 60.0, quota=Quota(left=1))

    first, second = await raced(racer), await raced(racer)
    with telemetry.request("r1") as trace:
        third = await raced(racer)

    assert [one.model for one in (first, second, third)] == ["fake", "extractive", "extractive"]
    assert said(second) == said(third) == [FIRST]
    assert len(model.asked) == 1
    assert trace.outcome["model_trouble"] == "quota"


async def test_a_second_try_is_a_call_of_its_own() -> None:
    model = FakeModel([BAD, GOOD])

    answer = await raced(TimedModel(model, 60.0, quota=Quota(left=1)))

    assert (said(answer), len(model.asked)) == ([FIRST], 1)


class _Broken:
    """A model's side that fails in a way that nobody foresaw."""

    name = "broken"

    async def draft(
        self, question: Question, evidence: Evidence, feedback: Sequence[Issue] = ()
    ) -> Draft:
        raise RuntimeError(question.text)

    async def load(self) -> None:
        raise KeyError("TIKTOKEN_CACHE_DIR")

    most = 1

    async def take(self) -> bool:
        raise OSError("no space")

    async def made(self) -> int:
        raise OSError("no space")


@pytest.mark.spares
@pytest.mark.parametrize(("asked", "first"), [(ASKED, FIRST), (ASKED_KO, FIRST_KO)])
async def test_nothing_of_the_model_s_side_costs_the_documents_answer(
    asked: Question, first: str, caplog: pytest.LogCaptureFixture
) -> None:
    broken = _Broken()
    racers = [
        TimedModel(broken, 60.0),
        TimedModel(FakeModel([GOOD]), 60.0, load=broken.load),
        TimedModel(FakeModel([GOOD]), 60.0, quota=broken),
    ]

    for racer in racers:
        race = Race(Extractive(), racer)
        answer = await race.written(asked, evidence_for(asked))

        assert (said(answer), answer.model) == ([first], "extractive")
        assert race.troubles == (ModelTrouble.BAD_OUTPUT,)
    assert asked.text not in caplog.text

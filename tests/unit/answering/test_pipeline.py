"""A question's five steps, and the one retry."""

from dataclasses import replace
from datetime import date

import pytest

from bot import telemetry
from bot.answering.choose.extractive import Extractive
from bot.answering.choose.timed import TimedModel
from bot.answering.find.evidence import weigh
from bot.answering.find.gate.gate import ABOUT_THE_STORE, ENOUGH, LIMIT, Gate, Weights
from bot.answering.pipeline import Answering
from bot.model import Answer, Chosen, Confidence, Question, Turn, Verdict
from bot.model.said import turn_of
from bot.model.understood import Intent, Talk
from bot.ports import Chooser
from bot.privacy import safe
from knowledge.language.terms import numbers
from knowledge.model.documents import Audience, Document, Found, Language, Passage
from knowledge.model.errors import KnowledgeError
from tests.fakes import FakeChooser, FakeHistory, FakeSearch
from tests.unit import given

CORPUS: dict[Language, str] = {"en": "store documents", "ko": "매장 문서"}
ASKED = given.question("Can unopened headphones be returned?")
ASKED_KO = given.question("개봉하지 않은 헤드폰은 환불할 수 있나요?")
PASSAGE = given.passage()
BEST, SECOND, NONE = Chosen((0,)), Chosen((1,)), Chosen()
"""A choice of the statement that ranks best, of the one behind it, and of none."""


def search_for(asked: Question, text: str = given.REFUND) -> FakeSearch:
    """A search that finds what answers the question."""
    return FakeSearch([given.found(asked.text, given.passage(text))], alike=0.9)


async def fitting_in_part(asked: Question, meaning: float = 1.0) -> FakeSearch:
    """A search that finds something between off the topic and enough, wherever these lie.

    `meaning` is how near in meaning the search thinks it is.
    """
    for percent in range(100):
        share = percent / 100
        found = given.found("zebra", PASSAGE, score=share)
        hits = tuple(replace(one, meaning=meaning) for one in found.hits)
        search = FakeSearch([replace(found, hits=hits)], alike=share)
        evidence = await weigh(asked, search.founds[0], search)
        if ABOUT_THE_STORE <= Gate.shipped().judged(evidence).likelihood < ENOUGH:
            return search
    raise AssertionError("the gate knows no middle")


async def answered(asked: Question, search: FakeSearch, model: Chooser | None = None) -> Answer:
    return await Answering(search, model or Extractive(), CORPUS).answer(asked)


@pytest.mark.parametrize(("asked", "text"), [(ASKED, given.REFUND), (ASKED_KO, given.REFUND_KO)])
async def test_a_question_is_answered_in_words_of_the_documents(asked: Question, text: str) -> None:
    answer = await answered(asked, search_for(asked, text))

    assert (answer.verdict, answer.attempts) == (Verdict.PASS, 1)
    assert answer.citations
    assert all(one.quote in one.passage.text for one in answer.citations)
    for line in answer.text.splitlines():
        assert line.removesuffix(" [1]") in text


CUPS = (
    "how much is the deposit for a disposable cup?",
    "The deposit for a disposable cup is ₩300.",
    "This doesn't apply yet. From 1 January 2027:",
)
CUPS_KO = (
    "일회용 컵 보증금은 얼마인가요?",
    "일회용 컵 보증금은 300원입니다.",
    "아직 시행되지 않은 내용입니다. 2027년 1월 1일부터 적용됩니다.",
)


def search_of_two_days(text: str, now: Passage, later: Passage) -> FakeSearch:
    """Finds one passage for today, and with it another for the day that the second starts."""
    asked = given.question(text)
    founds = [given.found(asked.text, now), given.found(asked.text, now, later)]
    documents = [Document(one.header, one.text) for one in (now, later)]
    return FakeSearch(founds, alike=0.9, history=FakeHistory(documents))


@pytest.mark.parametrize(("asked", "rule", "lead"), [CUPS, CUPS_KO])
async def test_a_rule_to_come_is_told_as_such_where_it_fits_better_than_what_holds(
    asked: str, rule: str, lead: str
) -> None:
    later = given.passage(rule, doc_id="cups", effective_from=date(2027, 1, 1))
    search = search_of_two_days(asked, given.passage("Umbrellas are lent."), later)

    answer = await answered(given.question(asked), search)

    assert (answer.verdict, answer.text) == (Verdict.PASS, f"{lead}\n{rule} [1]")
    # The last one looks whether another document of that day says otherwise.
    then = date(2027, 1, 1)
    assert [one.filters.as_of for one in search.searches] == [given.TODAY, then, then]


@pytest.mark.parametrize(("asked", "rule", "lead"), [CUPS, CUPS_KO])
async def test_what_holds_is_told_where_the_rule_to_come_fits_no_better(
    asked: str, rule: str, lead: str
) -> None:
    now = given.passage(rule, doc_id="cups", version="1")
    later = given.passage(
        rule.replace("300", "500"), doc_id="cups", version="2", effective_from=date(2027, 1, 1)
    )

    answer = await answered(given.question(asked), search_of_two_days(asked, now, later))

    assert answer.text == f"{rule} [1]"


@pytest.mark.parametrize(("asked", "rule", "lead"), [CUPS, CUPS_KO])
@pytest.mark.parametrize("value", ["300", "500"])
async def test_what_the_version_in_force_says_too_is_never_told_as_to_come(
    asked: str, rule: str, lead: str, value: str
) -> None:
    held = given.passage(rule, doc_id="cups", version="1")
    later = given.passage(
        rule.replace("300", value), doc_id="cups", version="2", effective_from=date(2027, 1, 1)
    )
    search = search_of_two_days(asked, given.passage("Umbrellas are lent."), later)
    search.history = FakeHistory([Document(one.header, one.text) for one in (held, later)])

    answer = await answered(given.question(asked), search)

    assert lead not in answer.text


@pytest.mark.parametrize(
    ("asked", "rule", "lead"),
    [
        ("What was the deposit for a disposable cup in June?", *CUPS[1:]),
        ("6월에 일회용 컵 보증금은 얼마였나요?", *CUPS_KO[1:]),
    ],
)
async def test_asked_of_a_day_that_has_passed_what_came_later_is_not_told(
    asked: str, rule: str, lead: str
) -> None:
    later = given.passage(rule, doc_id="cups", effective_from=date(2027, 1, 1))
    search = search_of_two_days(asked, given.passage("Umbrellas are lent."), later)

    answer = await answered(given.question(asked), search)

    assert lead not in answer.text
    assert date(2027, 1, 1) not in [one.filters.as_of for one in search.searches]


@pytest.mark.parametrize(
    ("asked", "rule", "lead"),
    [
        (CUPS[0], "A deposit is taken for a disposable cup.", CUPS[2]),
        (CUPS_KO[0], "일회용 컵 보증금을 받습니다.", CUPS_KO[2]),
    ],
)
async def test_a_rule_to_come_that_is_closest_is_shown_as_such(
    asked: str, rule: str, lead: str
) -> None:
    later = given.passage(rule, doc_id="cups", effective_from=date(2027, 1, 1))
    search = search_of_two_days(asked, given.passage("Umbrellas are lent."), later)
    search.relevant = lambda pair: 6.0 if pair.statement == rule else -6.0

    answer = await answered(given.question(asked), search)

    assert answer.verdict is Verdict.INSUFFICIENT
    said_so, quoted = answer.text.splitlines()[-3:-1]
    assert (said_so, f"**{rule}** [1]" in quoted) == (lead, True)


@pytest.mark.parametrize("asked", [ASKED, ASKED_KO])
async def test_nothing_found_is_off_topic_after_one_retry(asked: Question) -> None:
    search, model = FakeSearch(), FakeChooser([BEST])

    answer = await answered(asked, search, model)

    assert (answer.verdict, answer.attempts) == (Verdict.OFF_TOPIC, 2)
    assert "store documents" in answer.text or "매장 문서" in answer.text
    assert len(search.searches) == 2
    assert model.asked == []


async def test_the_retry_is_wider_but_keeps_day_audience_and_store() -> None:
    asked = given.question(
        "how long?",
        category="refund",
        store_type="cafe",
        audience=Audience.MANAGER,
        as_of=date(2026, 1, 2),
    )
    search = FakeSearch()

    await answered(asked, search)

    first, second = search.searches
    assert first.filters == asked.filters
    assert second.filters == replace(asked.filters, category=None, language=None)
    assert second.limit == first.limit + 2
    assert (first.text, second.text) == (asked.text, asked.text)


@pytest.mark.parametrize(("category", "read"), [("refund", 4), (None, 1)])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("how long is the refund?", "The refund of thing {0} is {0} days."),
        ("환불은 며칠이에요?", "{0}번 물건의 환불은 {0}일입니다."),
    ],
)
async def test_what_a_category_hid_is_read_in_the_retry(
    text: str, said: str, category: str | None, read: int
) -> None:
    asked = given.question(text, category=category)
    every = [given.passage(said.format(n), doc_id=f"d{n}") for n in range(4)]
    found = [given.found(text, *every[:1]), given.found(text, *every)]
    search = FakeSearch(found, alike=0.5, relevant=lambda _: -9.0)

    await answered(asked, search)

    pairs = search.read[-1][1]
    assert (len(pairs), pairs[0].statement) == (read, said.format(0))


@pytest.mark.parametrize(
    "said", ["How long is milk good for in the café?", "카페에서 우유는 며칠까지 쓰나요?"]
)
async def test_the_retry_keeps_the_store_and_the_day_that_the_words_name(said: str) -> None:
    search = FakeSearch()

    await answered(given.question(f"{said} as of 3 March 2026"), search)

    first, second = search.searches
    assert second.filters == replace(first.filters, language=None)
    assert (second.filters.store_type, second.filters.as_of) == ("cafe", date(2026, 3, 3))


@pytest.mark.parametrize(("asked", "text"), [(ASKED, given.REFUND), (ASKED_KO, given.REFUND_KO)])
async def test_what_is_answered_is_not_searched_for_again(asked: Question, text: str) -> None:
    search = search_for(asked, text)

    answer = await answered(asked, search)

    assert (answer.attempts, answer.limit, answer.drafts) == (1, LIMIT, 1)
    assert {one.filters for one in search.searches} == {asked.filters}


async def test_a_retry_may_find_the_answer() -> None:
    search = FakeSearch([Found(), given.found(ASKED.text, PASSAGE)], alike=0.9)

    answer = await answered(ASKED, search)

    assert (answer.verdict, answer.attempts) == (Verdict.PASS, 2)


async def test_where_nothing_is_chosen_twice_the_closest_rules_are_left() -> None:
    chooser = FakeChooser([NONE])

    answer = await answered(ASKED, search_for(ASKED), chooser)

    assert (answer.verdict, answer.attempts, len(chooser.asked)) == (Verdict.INSUFFICIENT, 2, 2)
    assert "This may not be what you meant. Closest match:" in answer.text
    assert answer.closest == answer.sentences


async def test_a_second_choice_may_be_the_answer() -> None:
    chooser = FakeChooser([NONE, BEST])

    answer = await answered(ASKED, search_for(ASKED), chooser)

    assert (answer.verdict, answer.attempts) == (Verdict.PASS, 2)
    assert answer.text.startswith("Unopened headphones can be returned within 14 days. [1]")


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("How long can opened headphones be returned?", "Opened headphones go back at the till."),
        ("개봉한 헤드폰은 며칠 안에 환불되나요?", "개봉한 헤드폰은 계산대에서 환불됩니다."),
    ],
)
async def test_words_without_the_time_that_was_asked_for_are_no_answer(
    asked: str, text: str
) -> None:
    question = given.question(asked)

    answer = await answered(question, search_for(question, text))

    assert (answer.verdict, answer.attempts) == (Verdict.INSUFFICIENT, 2)
    assert [issue.code for issue in answer.issues] == ["slot_empty"]


async def test_the_question_and_what_was_found_are_there_to_choose_from() -> None:
    chooser = FakeChooser([BEST])

    await answered(ASKED, search_for(ASKED), chooser)

    [(question, units)] = chooser.asked
    assert replace(question, about=ASKED.about) == ASKED
    assert {one.hit.passage.passage_id for one in units} == {PASSAGE.passage_id}
    assert all(one.statement.text in given.REFUND for one in units)


async def test_nothing_is_chosen_by_rank_from_evidence_that_hardly_fits() -> None:
    chooser = FakeChooser([BEST])
    strange = FakeSearch([given.found("zebra", given.passage(), score=0.05)])

    answer = await answered(given.question("Which zebra is ours?"), strange, chooser)

    assert answer.verdict in (Verdict.OFF_TOPIC, Verdict.INSUFFICIENT)
    assert chooser.asked == []


async def test_evidence_that_fits_in_part_is_shown_as_closest_with_whom_to_ask() -> None:
    search, model = await fitting_in_part(ASKED), FakeChooser([BEST])

    answer = await answered(ASKED, search, model)

    assert (answer.verdict, model.asked) == (Verdict.INSUFFICIENT, [])
    assert answer.closest
    assert answer.text.endswith("If none of these helps, ask your store manager.")
    assert answer.follow_up is None


@pytest.mark.parametrize("asked", [ASKED, ASKED_KO])
async def test_what_the_search_finds_far_from_the_question_is_no_sure_answer(
    asked: Question,
) -> None:
    search = search_for(asked)
    [found] = search.founds
    far = replace(found, hits=tuple(replace(one, meaning=0.01, lexical=0.0) for one in found.hits))

    answer = await answered(asked, replace(search, founds=[far]))

    assert answer.judged.likelihood >= ENOUGH
    assert answer.verdict is Verdict.INSUFFICIENT


@pytest.mark.parametrize(
    ("asked", "refusal"),
    [
        (
            ASKED,
            "This information is not available in the store documents. Please ask your store "
            "manager.",
        ),
        (ASKED_KO, "매장 문서에서 확인할 수 없는 내용입니다. 점장에게 문의하세요."),
    ],
)
async def test_what_is_merely_the_nearest_is_refused_in_one_line(
    asked: Question, refusal: str
) -> None:
    answer = await answered(asked, await fitting_in_part(asked, meaning=0.1))

    assert (answer.verdict, answer.closest) == (Verdict.INSUFFICIENT, ())
    assert answer.text == refusal


@pytest.mark.parametrize(
    ("said", "reply"),
    [
        ("hello", "Hello!"),
        ("Thanks a lot!!", "You're welcome!"),
        ("you are useless", "Sorry"),
        ("what can you do?", "I find answers"),
        ("...", "What would you like to know?"),
        ("the", "I need a few more words."),
        ("can you answer this?", "I can't see the message you mean."),
        ("안녕하세요~", "안녕하세요!"),
        ("고마워요 ㅎㅎ", "도움이 되어"),
        ("바보야", "도움이 되지 못해"),
        ("넌 뭐야", "매장 문서에서 답을 찾아"),
        ("왜?", "아직 답변한 내용이 없습니다."),
        ("그거", "어느 메시지를"),
    ],
)
async def test_small_talk_is_answered_without_a_search(said: str, reply: str) -> None:
    search = FakeSearch()

    answer = await answered(given.question(said), search)

    assert answer.text.startswith(reply)
    assert answer.citations == ()
    assert search.searches == []


@pytest.mark.parametrize(
    ("said", "refusal"),
    [
        ("What is the capital of Australia?", "I only answer questions about the store documents."),
        ("오늘 서울 날씨 어때?", "매장 문서에 대한 질문에만 답합니다."),
    ],
)
async def test_general_knowledge_is_refused_in_one_sentence_without_a_search(
    said: str, refusal: str
) -> None:
    search = FakeSearch()

    answer = await answered(given.question(said), search)

    assert (answer.verdict, answer.text) == (Verdict.OFF_TOPIC, refusal)
    assert answer.follow_up is None
    assert search.searches == []


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("How long could headphones be returned as of 3 March?", date(2026, 3, 3)),
        ("지난달 말에는 헤드폰 환불 기한이 며칠이었나요?", date(2026, 10, 31)),
        ("How long can headphones be returned?", given.TODAY),
    ],
)
async def test_the_day_that_a_question_names_is_searched(said: str, day: date) -> None:
    search = FakeSearch()

    answer = await answered(given.question(said), search)

    assert {one.filters.as_of for one in search.searches} == {day}
    assert answer.question.filters.as_of == day


async def test_a_day_that_the_caller_sets_counts_more_than_the_words() -> None:
    asked = given.question("How long could headphones be returned as of 3 March?")
    search = FakeSearch()

    await answered(replace(asked, dated=True), search)

    assert {one.filters.as_of for one in search.searches} == {given.TODAY}


@pytest.mark.parametrize(
    ("said", "set_by_channel", "store"),
    [
        ("How long is milk good for in the café?", None, "cafe"),
        ("카페에서 우유는 며칠까지 쓰나요?", None, "cafe"),
        ("How long is milk good for in the café?", "apparel", "apparel"),
        ("카페 대관 되나요?", None, None),
    ],
)
async def test_a_kind_of_store_that_is_named_is_searched_where_the_channel_sets_none(
    said: str, set_by_channel: str | None, store: str | None
) -> None:
    search = FakeSearch()

    await answered(given.question(said, store_type=set_by_channel), search)

    assert search.searches[0].filters.store_type == store


async def test_an_answer_tells_what_was_understood() -> None:
    answer = await answered(ASKED, search_for(ASKED))

    assert answer.understood.intent is Intent.POLICY_LOOKUP
    assert answer.understood.parts == (ASKED.text,)


@pytest.mark.parametrize(
    "said", ["hello kitty mug price?", "안녕하세요 환불은 며칠인가요?", "hi-fi"]
)
async def test_a_question_that_greets_is_a_question(said: str) -> None:
    search = FakeSearch()

    await answered(given.question(said), search)

    assert search.searches


async def test_the_time_of_every_step_is_kept() -> None:
    with telemetry.request("r1") as trace:
        await answered(ASKED, search_for(ASKED))

    assert list(trace.steps) == [
        "classify",
        "retrieve",
        "generate",
        "check",
        "finalize",
        "suggest",
    ]


async def test_trouble_with_the_documents_is_not_hidden_as_a_refusal() -> None:
    search = FakeSearch(error=KnowledgeError("disk"))

    with pytest.raises(KnowledgeError):
        await answered(ASKED, search)


async def test_a_gate_that_is_handed_in_decides() -> None:
    closed = Weights(0, 0, 0, 0, 0, 0, 0, bias=-100)
    answering = Answering(search_for(ASKED), Extractive(), CORPUS, Gate(closed, closed, closed))

    answer = await answering.answer(ASKED)

    # The passages are about it, so it may be about the store: whom to ask is said.
    assert (answer.verdict, answer.judged.likelihood < ENOUGH) == (Verdict.INSUFFICIENT, True)
    assert answer.text.endswith("Please ask your store manager.")


async def test_an_answer_tells_what_the_gate_thought_of_the_better_attempt() -> None:
    weak = given.found("zebra", PASSAGE, score=0.1)
    strong = given.found(ASKED.text, PASSAGE)

    first = await answered(ASKED, FakeSearch([strong, weak], alike=0.9), FakeChooser([NONE]))
    second = await answered(ASKED, FakeSearch([weak, strong], alike=0.9), FakeChooser([NONE]))

    assert first.judged.likelihood == second.judged.likelihood > ENOUGH
    assert first.judged.signs["meaning"] == pytest.approx(0.9)


async def with_model(
    model: FakeChooser, search: FakeSearch, asked: Question = ASKED, before: Turn | None = None
) -> Answer:
    timed = TimedModel(model, 60.0)
    return await Answering(search, Extractive(), CORPUS, racer=timed).answer(asked, before)


@pytest.mark.parametrize(("asked", "text"), [(ASKED, given.REFUND), (ASKED_KO, given.REFUND_KO)])
async def test_an_answer_says_who_chose_it_and_has_the_document_s_words(
    asked: Question, text: str
) -> None:
    by_model = await with_model(FakeChooser([BEST], name="better"), search_for(asked, text))
    by_rank = await answered(asked, search_for(asked, text))

    assert [one.model for one in (by_model, by_rank)] == ["better", "extractive"]
    assert all(one.text in text for one in by_model.sentences)


async def test_documents_that_disagree_are_both_shown_whatever_a_model_chooses() -> None:
    other = given.passage(
        "Unopened headphones of the campaign can be returned within 30 days.", doc_id="campaign"
    )
    search = FakeSearch([given.found(ASKED.text, PASSAGE, other)], alike=0.9)

    answer = await with_model(FakeChooser([BEST], name="better"), search)

    assert (answer.verdict, answer.model) == (Verdict.CONFLICT, "extractive")
    assert {"14", "30"} <= set(numbers(answer.text))


async def test_where_the_gate_doubts_what_a_model_chooses_is_the_answer_and_not_sure() -> None:
    search = await fitting_in_part(ASKED)

    answer = await with_model(FakeChooser([BEST], name="better"), search)

    assert (answer.verdict, answer.model) == (Verdict.PASS, "better")
    assert answer.confidence is Confidence.LOW


async def test_a_refusal_was_chosen_by_no_model() -> None:
    answer = await with_model(FakeChooser([BEST]), FakeSearch())

    assert (answer.verdict, answer.model) == (Verdict.OFF_TOPIC, "")


def off_the_topic() -> FakeSearch:
    """A search that finds what has nothing to do with the question."""
    return FakeSearch([given.found("zebra", PASSAGE, score=0.0)])


@pytest.mark.parametrize("text", ["Which zebra is ours?", "우리 얼룩말은 어느 것인가요?"])
async def test_before_anything_is_refused_a_model_reads_and_finds_a_closest_rule_at_most(
    text: str,
) -> None:
    asked, model = given.question(text), FakeChooser([BEST])

    plain = await answered(asked, off_the_topic())
    answer = await with_model(model, off_the_topic(), asked)

    assert plain.judged.likelihood < ABOUT_THE_STORE
    assert plain.verdict not in (Verdict.PASS, Verdict.CONFLICT)
    assert len(model.asked) == 1
    assert answer.verdict is Verdict.INSUFFICIENT
    [(_, units)] = model.asked
    assert [one.text for one in answer.sentences] == [units[0].statement.text]


@pytest.mark.parametrize("day", [date.min, date.max])
@pytest.mark.parametrize(
    "text", ["Can opened headphones be returned?", "what's new?", "what changed?"]
)
async def test_the_calendar_s_first_and_last_day_are_days_like_others(text: str, day: date) -> None:
    asked = given.question(text, as_of=day)

    assert (await answered(asked, search_for(asked))).text


@pytest.mark.parametrize(
    ("asked", "text", "first"),
    [
        (
            "As of 3 March 2026, can opened headphones be returned?",
            given.REFUND,
            "As of 3 March 2026:",
        ),
        ("지난달 말 기준 개봉한 헤드폰은 환불되나요?", given.REFUND_KO, "2026년 10월 31일 기준:"),
    ],
)
async def test_the_day_that_the_words_set_heads_the_answer(
    asked: str, text: str, first: str
) -> None:
    search = search_for(given.question(asked), text)

    answer = await answered(given.question(asked), search)

    assert answer.verdict is Verdict.PASS
    assert answer.text.splitlines()[0] == first


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        (
            "As of 3 March 2026, can zebras be returned?",
            "As of 3 March 2026:\nThis information is not available in the store documents.",
        ),
        (
            "2026년 3월 3일 기준 얼룩말 환불되나요?",
            "2026년 3월 3일 기준:\n매장 문서에서 확인할 수 없는 내용입니다.",
        ),
    ],
)
async def test_the_day_heads_a_refusal_too(asked: str, text: str) -> None:
    answer = await answered(given.question(asked), FakeSearch())

    assert answer.text == text


async def test_a_day_that_the_channel_set_is_not_said() -> None:
    asked = replace(given.question(ASKED.text, as_of=date(2026, 3, 3)), dated=True)

    answer = await answered(asked, search_for(asked))

    assert "3 March 2026" not in answer.text


@pytest.mark.parametrize(
    ("asked", "text", "missing"),
    [
        (
            "How long can headphones be returned?",
            "Headphones can be returned at any till.",
            "I couldn't find out how long. Closest match:",
        ),
        (
            "헤드폰은 며칠 안에 환불되나요?",
            "헤드폰은 계산대에서 환불합니다.",
            "기간은 찾지 못했습니다. 비슷한 규정입니다.",
        ),
    ],
)
async def test_words_without_what_was_asked_for_are_shown_as_the_closest(
    asked: str, text: str, missing: str
) -> None:
    answer = await answered(given.question(asked), search_for(given.question(asked), text))

    assert answer.verdict is Verdict.INSUFFICIENT
    assert answer.text.splitlines()[0] == missing
    assert f"**{text}** [1]" in answer.text
    assert [citation.quote for citation in answer.citations] == [text]


async def test_a_phone_number_of_the_documents_stays_beside_a_day() -> None:
    asked = given.question("As of 3 March 2026, which number do customers call about headphones?")
    text = "Customers call 1588-0000 about headphones."

    answer = await answered(asked, search_for(asked, text))

    assert "1588-0000" in answer.text


@pytest.mark.parametrize(
    ("asked", "text", "dated"),
    [
        ("Unopened headphones bought on 3 October, can they be returned?", given.REFUND, True),
        ("Opened headphones bought on 3 October, can they be returned?", given.REFUND, False),
        ("10월 3일에 산 미개봉 헤드폰 환불되나요?", given.REFUND_KO, True),
        ("10월 3일에 산 개봉한 헤드폰 환불되나요?", given.REFUND_KO, False),
    ],
)
async def test_days_are_counted_by_a_rule_that_is_for_the_asker_s_case(
    asked: str, text: str, dated: bool
) -> None:
    answer = await answered(given.question(asked), search_for(given.question(asked), text))

    assert ("17 October 2026" in answer.text or "2026년 10월 17일" in answer.text) is dated


async def test_what_the_closest_rule_does_not_mention_is_named() -> None:
    text = "Wellingtons cost 40 dollars in every store."
    asked = given.question("how much do rubber boots cost in every store?")
    search = FakeSearch([given.found(asked.text, given.passage(text))], alike=0.42)

    answer = await Answering(search, Extractive(), CORPUS).answer(asked)

    assert answer.verdict is Verdict.INSUFFICIENT
    missing, rule, _ = answer.text.splitlines()
    assert missing == "I couldn't find anything about “boots”. Closest match:"
    assert f"**{text}** [1]" in rule


@pytest.mark.parametrize(
    ("before", "said", "text"),
    [
        ("how long can things be returned?", "headphones", given.REFUND),
        ("며칠 안에 환불되나요?", "헤드폰", given.REFUND_KO),
    ],
)
async def test_a_few_words_that_find_nothing_are_asked_with_the_question_before(
    before: str, said: str, text: str
) -> None:
    turn, asked = Turn(safe(before)), given.question(said)
    nothing = FakeSearch([Found()])
    alone = await Answering(nothing, Extractive(), CORPUS).answer(asked)
    founds = [*([Found()] * len(nothing.searches)), given.found(said, given.passage(text))]

    answer = await Answering(FakeSearch(founds, alike=0.9), Extractive(), CORPUS).answer(
        asked, turn
    )

    assert alone.verdict is Verdict.OFF_TOPIC
    assert answer.verdict is Verdict.PASS
    assert answer.question.said == said
    assert answer.question.text != said


@pytest.mark.parametrize(
    ("before", "asked_back", "said", "text"),
    [
        (
            "can I return it?",
            "When was it bought?",
            "yes",
            "I need more than a yes or no. Please ask a full question.",
        ),
        (
            "환불되나요?",
            "구매한 날짜를 알려 주세요.",
            "아니요",
            "네, 아니요만으로는 알 수 없습니다. 조금 더 자세히 질문해 주세요.",
        ),
    ],
)
async def test_a_yes_to_a_question_for_a_day_gets_the_question_again(
    before: str, asked_back: str, said: str, text: str
) -> None:
    turn = Turn(safe(before), asked_back=safe(asked_back))

    answer = await Answering(FakeSearch([]), Extractive(), CORPUS).answer(
        given.question(said), turn
    )

    assert (answer.text, answer.follow_up) == (text, asked_back)
    assert answer.understood.replies


@pytest.mark.parametrize(
    ("asked", "text", "said", "line"),
    [
        (ASKED, given.REFUND, "who do I ask?", "Ask Store Operations. They own “Refund policy”."),
        (
            ASKED_KO,
            given.REFUND_KO,
            "누구한테 물어봐요?",
            "“Refund policy” 담당 부서(Store Operations)에 문의하세요.",
        ),
    ],
)
async def test_the_owner_of_the_document_cited_before_is_whom_to_ask(
    asked: Question, text: str, said: str, line: str
) -> None:
    passage = given.passage(text, title="Refund policy", owner="Store Operations")
    search = FakeSearch([given.found(asked.text, passage)], alike=0.9)
    answering = Answering(search, Extractive(), CORPUS)
    before = turn_of(await answering.answer(asked))

    answer = await answering.answer(given.question(said), before)

    assert answer.text == line


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("who do I ask?", "What is it about? I'll tell you who to ask."),
        (
            "누구한테 물어봐요?",
            "무엇에 대한 질문입니까? 말씀해 주시면 담당 부서를 알려 드립니다.",
        ),
    ],
)
async def test_without_an_answer_before_whom_to_ask_is_asked_back(said: str, text: str) -> None:
    answer = await answered(given.question(said), FakeSearch([]))

    assert answer.text == text


async def test_a_document_without_an_owner_sends_people_to_their_manager() -> None:
    found = given.found(ASKED.text, given.passage(title="Refund policy"))
    before = turn_of(await answered(ASKED, FakeSearch([found], alike=0.9)))

    answer = await Answering(FakeSearch([]), Extractive(), CORPUS).answer(
        given.question("who do I ask?"), before
    )

    assert answer.text == "“Refund policy” doesn't say who to ask. Please ask your store manager."


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("how long can headphones be returned?", "can you explain this?"),
        ("헤드폰은 며칠 안에 환불되나요?", "위에 질문 다시 답해줘"),
    ],
)
async def test_a_message_that_only_points_means_the_question_before(before: str, said: str) -> None:
    text = given.REFUND if before.isascii() else given.REFUND_KO
    search = FakeSearch([given.found(before, given.passage(text))], alike=0.9)
    answering = Answering(search, Extractive(), CORPUS)

    alone = await answering.answer(given.question(said))
    after = await answering.answer(given.question(said), Turn(safe(before)))

    assert alone.understood.talk is Talk.POINTS
    assert after.verdict is Verdict.PASS
    assert after.question.text == before

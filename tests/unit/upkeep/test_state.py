"""An answer as the state of its question, for programs."""

import json
from typing import Any

import pytest

from bot import telemetry
from bot.answering.choose.extractive import Extractive
from bot.answering.choose.timed import TimedModel
from bot.answering.find.gate.gate import LIMIT
from bot.answering.pipeline import Answering
from bot.model import Chosen, Question
from bot.model.errors import ModelTrouble, ModelUnavailableError
from bot.upkeep.history.state import state
from knowledge.model.documents import Found, Language
from tests.fakes import FakeChooser, FakeSearch
from tests.unit import given

CORPUS: dict[Language, str] = {"en": "store documents", "ko": "매장 문서"}
FIRST = "Unopened headphones can be returned within 14 days."
FIRST_KO = "개봉하지 않은 헤드폰은 14일 이내에 환불할 수 있습니다."
ASKED = given.question("How long can customers return headphones?")
ASKED_KO = given.question("헤드폰은 며칠 안에 환불되나요?")
PASSAGE = given.passage(title="Refund policy")


def finding(asked: Question, text: str = given.REFUND) -> FakeSearch:
    passage = given.passage(text, title="Refund policy")
    return FakeSearch([given.found(asked.text, passage)], alike=0.9)


async def stated(
    asked: Question, search: FakeSearch, model: FakeChooser | None = None
) -> dict[str, Any]:
    """The state after a program has sent and read it."""
    racer = TimedModel(model, 60.0) if model else None
    with telemetry.request("ab12cd34"):
        answer = await Answering(search, Extractive(), CORPUS, racer=racer).answer(asked)
    read: dict[str, Any] = json.loads(json.dumps(state(answer), ensure_ascii=False))
    return read


@pytest.mark.parametrize(
    ("asked", "text", "said"),
    [(ASKED, given.REFUND, FIRST), (ASKED_KO, given.REFUND_KO, FIRST_KO)],
)
async def test_every_step_of_a_question_is_told(asked: Question, text: str, said: str) -> None:
    told = await stated(asked, finding(asked, text))

    assert set(told) == {
        "trace_id", "question", "filters", "parsed", "retrieval", "draft", "grounding", "final",
        "counters", "metrics", "errors",
    }  # fmt: skip
    assert (told["trace_id"], told["question"]) == ("ab12cd34", asked.text)
    assert told["filters"] == {
        "store_type": None,
        "category": None,
        "effective_date": "2026-11-21",
        "language": asked.language,
        "audience": "staff",
    }
    assert told["parsed"]["normalized_query"] == asked.text
    assert told["parsed"]["intent"] == "policy_lookup"
    assert told["retrieval"]["topk"] == LIMIT
    assert told["draft"]["answer"].splitlines()[0] == said
    assert (told["draft"]["model"], told["grounding"]["verdict"]) == ("extractive", "pass")
    assert f"{said} [1]" in told["final"]["answer"]
    assert told["counters"] == {
        "retrieval_attempts": 1,
        "generation_attempts": 1,
        "max_retries": 1,
    }
    assert set(told["metrics"]["latency_by_node_ms"]) >= {"classify", "retrieve", "generate"}
    assert told["errors"] == []


async def test_a_citation_is_the_document_with_its_words_and_its_score() -> None:
    told = await stated(ASKED, finding(ASKED))

    [candidate] = told["retrieval"]["candidates"]
    [citation] = told["final"]["citations"]
    assert told["retrieval"]["selected"] == [candidate]
    assert candidate == {
        "doc_id": "refund-policy",
        "title": "Refund policy",
        "chunk_id": "refund-policy@2#1",
        "version": "2",
        "score": 1.0,
    }
    assert FIRST in citation.pop("snippet")
    assert citation == {
        "doc_id": "refund-policy",
        "title": "Refund policy",
        "chunk_id": "refund-policy@2#1",
        "score": 1.0,
    }


async def test_the_filters_that_were_asked_for_and_those_that_were_used_are_told() -> None:
    asked = given.question("how long in the café as of 3 March 2026?", category="refund")

    told = await stated(asked, FakeSearch())

    assert told["filters"]["effective_date"] == "2026-11-21"
    assert (told["filters"]["store_type"], told["filters"]["category"]) == (None, "refund")
    used = told["retrieval"]["applied_filters"]
    assert (used["effective_date"], used["store_type"]) == ("2026-03-03", "cafe")
    assert (used["category"], used["language"]) == (None, None)
    assert told["parsed"]["hints"]["store_type"] == {"value": "cafe", "confidence": 0.9}
    assert told["parsed"]["confidence"] == 0.9


async def test_the_category_is_that_of_the_nearest_passage() -> None:
    refund = given.passage(given.REFUND, doc_id="refund-policy", category="refund")
    hours = given.passage("The store opens at 9:00.", doc_id="hours", category="operations")
    search = FakeSearch([given.found("headphones", refund, hours)])

    told = await stated(ASKED, search)

    assert told["parsed"]["hints"]["category"] == {"value": "refund", "confidence": 0.5}


@pytest.mark.parametrize(
    ("asked", "rules"),
    [
        (
            "how long can opened headphones be returned?",
            "Unopened headphones can be returned within 14 days. "
            "Opened headphones can be returned within 3 days.",
        ),
        (
            "개봉한 헤드폰은 며칠 안에 환불되나요?",
            "미개봉 헤드폰은 14일 이내에 환불합니다. 개봉한 헤드폰은 3일 이내에 환불합니다.",
        ),
    ],
)
async def test_the_criteria_that_moved_the_best_statement_are_told(asked: str, rules: str) -> None:
    passage = given.passage(rules, doc_id="refund-policy")

    told = await stated(given.question(asked), FakeSearch([given.found(asked, passage)]))

    assert told["retrieval"]["moved"]["condition"] > 0


async def test_nothing_found_gives_no_category() -> None:
    told = await stated(ASKED, FakeSearch())

    assert "category" not in told["parsed"]["hints"]


@pytest.mark.parametrize("asked", [ASKED, ASKED_KO])
async def test_a_refusal_has_candidates_but_no_draft(asked: Question) -> None:
    weak = given.found("zebra", PASSAGE, score=0.05)

    told = await stated(asked, FakeSearch([weak]))

    assert told["grounding"]["verdict"] in ("off_topic", "insufficient")
    assert len(told["retrieval"]["candidates"]) == 1
    assert (told["retrieval"]["selected"], told["draft"]["answer"]) == ([], "")
    assert told["draft"]["model"] is None
    assert told["final"]["citations"] == []
    assert told["counters"]["retrieval_attempts"] == 2
    assert told["counters"]["generation_attempts"] == 0
    assert told["retrieval"]["topk"] == LIMIT + 2


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("How long can opened headphones be returned?", "Opened headphones go back at the till."),
        ("개봉한 헤드폰은 며칠 안에 환불되나요?", "개봉한 헤드폰은 계산대에서 환불됩니다."),
    ],
)
async def test_what_was_dropped_is_told_with_the_reason(asked: str, text: str) -> None:
    question = given.question(asked)

    told = await stated(question, finding(question, text))

    assert told["grounding"]["verdict"] == "insufficient"
    assert told["grounding"]["issues"] == ["sentence 1: slot_empty"]


RULES = (
    "How long can opened headphones be returned?",
    "Opened headphones can be returned within 3 days.",
    "Unopened headphones can be returned within 14 days.",
)
RULES_KO = (
    "개봉한 헤드폰은 며칠 안에 환불되나요?",
    "개봉한 헤드폰은 3일 이내에 환불합니다.",
    "개봉하지 않은 헤드폰은 14일 이내에 환불합니다.",
)


@pytest.mark.parametrize(("asked", "right", "wrong"), [RULES, RULES_KO])
async def test_what_was_held_against_a_choice_that_did_not_go_out_is_told(
    asked: str, right: str, wrong: str
) -> None:
    question = given.question(asked)
    model = FakeChooser(name="better", wanted=wrong)

    told = await stated(question, finding(question, f"{wrong} {right}"), model)

    assert (told["draft"]["model"], told["draft"]["answer"]) == ("extractive", right)
    assert told["grounding"]["issues"] == []
    assert told["grounding"]["rejected"] == ["sentence 1: other_state"]


@pytest.mark.parametrize(
    ("asked", "text", "said"),
    [(ASKED, given.REFUND, FIRST), (ASKED_KO, given.REFUND_KO, FIRST_KO)],
)
async def test_who_chose_the_answer_is_told(asked: Question, text: str, said: str) -> None:
    told = await stated(asked, finding(asked, text), FakeChooser(name="better", wanted=said))

    assert (told["draft"]["model"], told["draft"]["answer"]) == ("better", said)


async def test_what_the_second_choice_replaced_is_told_without_a_language_model_too() -> None:
    asked = given.question("How long can opened headphones be returned?")
    text = "Opened headphones go back at the till."
    search = FakeSearch(
        [
            given.found(asked.text, given.passage(text)),
            given.found(asked.text, given.passage(f"{text} That is within 14 days.")),
        ],
        alike=0.9,
    )

    told = await stated(asked, search)

    assert told["counters"]["retrieval_attempts"] == 2
    assert "sentence 1: slot_empty" in told["grounding"]["rejected"]


@pytest.mark.parametrize("trouble", [ModelTrouble.TIMEOUT, ModelTrouble.RATE])
async def test_trouble_with_the_model_is_told(trouble: ModelTrouble) -> None:
    model = FakeChooser(error=ModelUnavailableError(trouble))

    told = await stated(ASKED, finding(ASKED), model)

    assert told["errors"] == [f"model: {trouble}"]
    assert (told["draft"]["model"], told["grounding"]["verdict"]) == ("extractive", "pass")


async def test_several_questions_are_one_state() -> None:
    first, second = (
        "Within how many days can unopened headphones be returned?",
        "How long is a gift card valid?",
    )
    cards = given.passage("A gift card is valid for 5 years.", doc_id="cards")
    search = FakeSearch([given.found(f"{first} {second}", PASSAGE, cards)], alike=0.9)

    told = await stated(given.question(f"{first} And {second.lower()}"), search)

    assert len(told["parsed"]["parts"]) == 2
    assert told["counters"]["generation_attempts"] == 1
    assert {one["doc_id"] for one in told["retrieval"]["selected"]} == {"refund-policy", "cards"}
    assert "14 days" in told["draft"]["answer"]
    assert told["draft"]["model"] == "extractive"


@pytest.mark.parametrize(("said", "talk"), [("hello", "greeting"), ("고마워요", "thanks")])
async def test_what_is_no_question_has_a_state_too(said: str, talk: str) -> None:
    told = await stated(given.question(said), FakeSearch([Found()]))

    assert told["parsed"]["talk"] == talk
    assert told["counters"]["retrieval_attempts"] == 0
    assert told["retrieval"]["candidates"] == []
    assert told["final"]["answer"]


@pytest.mark.parametrize(
    "asked",
    [
        given.question("Can hong@example.com return headphones? 010-1234-5678"),
        given.question("hong@example.com 고객 헤드폰 환불 며칠인가요? 010-1234-5678"),
    ],
)
async def test_a_person_s_data_is_in_no_state(asked: Question) -> None:
    made_up = "Call Mr Hong on 010-9876-5432 or hong@example.com."
    chosen = Chosen((0,), understood=made_up, search_again=(made_up,))
    search = FakeSearch([given.found(asked.text, PASSAGE)], alike=0.9)

    told = str(await stated(asked, search, FakeChooser([chosen])))

    assert "[REDACTED_EMAIL]" in told
    assert not any(one in told for one in ("hong@example.com", "1234-5678", "9876-5432"))


async def test_what_a_model_used_up_is_told() -> None:
    with telemetry.request("r1"):
        telemetry.add(input_tokens=900, output_tokens=70, cost=0.25)
        answer = await Answering(finding(ASKED), Extractive(), CORPUS).answer(ASKED)

    told = state(answer)["metrics"]

    assert (told["input_tokens"], told["output_tokens"], told["cost"]) == (900, 70, 0.25)


async def test_tokens_without_a_price_have_no_cost_and_no_tokens_cost_nothing() -> None:
    answering = Answering(finding(ASKED), Extractive(), CORPUS)
    with telemetry.request("r1"):
        free = state(await answering.answer(ASKED))["metrics"]
        telemetry.add(input_tokens=900, output_tokens=70)
        unpriced = state(await answering.answer(ASKED))["metrics"]

    assert (free["input_tokens"], free["cost"]) == (0, 0.0)
    assert (unpriced["input_tokens"], unpriced["cost"]) == (900, None)

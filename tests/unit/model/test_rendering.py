"""A reply in a terminal, and as JSON for programs."""

import json
from dataclasses import replace
from datetime import date

import pytest

from bot.answering.reply.answer import finalize
from bot.answering.reply.refusal import say
from bot.model import Checked, Reply, Source, Verdict
from bot.shown.rendering import to_json, to_text, topic_of
from bot.shown.reply import to_reply
from tests.unit import given

SOURCE = Source(
    number=1,
    title="Refund policy",
    section="Opened goods",
    quote="Opened headphones go back within 14 days.",
    doc_id="refund-policy-en",
    passage_id="refund-policy-en@2#1",
    version="2",
    page=3,
    url="https://kb.example/refunds",
    effective_from=date(2026, 3, 1),
    score=0.912,
)


def test_a_terminal_shows_notice_answer_sources_and_question_back_in_this_order() -> None:
    reply = Reply(
        "Within 14 days. [1]",
        sources=(SOURCE,),
        follow_up="Has it been opened?",
        suggestions=("Refund policy: Proof", "Refund policy: At the till"),
        notice="I removed a number.",
    )

    assert to_text(reply).splitlines() == [
        "I removed a number.",
        "Within 14 days. [1]",
        "",
        "[1] Refund policy › Opened goods › p. 3 (v2, from 2026-03-01)",
        "    “Opened headphones go back within 14 days.”",
        "",
        "→ Has it been opened?",
        "",
        "Related: Refund policy: Proof · Refund policy: At the till",
    ]


def test_a_terminal_shows_no_stars() -> None:
    reply = Reply("Refunds changed:\n**7 days → 14 days**\n2**3 stays. [1]")

    assert to_text(reply) == "Refunds changed:\n7 days → 14 days\n2**3 stays. [1]"


def test_a_refusal_is_one_line() -> None:
    assert to_text(Reply("매장 문서에서 확인할 수 없는 내용입니다.")) == (
        "매장 문서에서 확인할 수 없는 내용입니다."
    )


def test_a_korean_reply_has_its_sources_in_korean() -> None:
    reply = Reply("14일 이내입니다. [1]", language="ko", sources=(SOURCE,))

    assert "[1] Refund policy › Opened goods › 3쪽 (v2, 2026-03-01 시행)" in to_text(reply)


def test_a_terminal_shows_a_quote_without_its_markdown() -> None:
    quote = "Opened **headphones** go\nback within [14 days](https://kb.example)."
    reply = Reply("Within 14 days. [1]", sources=(replace(SOURCE, quote=quote),))

    assert "    “Opened headphones go back within 14 days.”" in to_text(reply).splitlines()


def test_a_source_without_a_version_is_shown_by_its_title() -> None:
    selected = replace(SOURCE, title="Selected text", section="", version="", page=None)
    reply = Reply("Yes. [1]", sources=(replace(selected, effective_from=None),))

    assert "\n[1] Selected text\n" in to_text(reply)


def test_what_a_source_does_not_have_is_not_shown() -> None:
    source = Source(1, "환불 규정", "", "14일 이내입니다.", "refund-ko", "refund-ko@1#1", "1")

    assert to_text(Reply("14일 [1]", sources=(source,))).splitlines()[2:] == [
        "[1] 환불 규정 (v1)",
        "    “14일 이내입니다.”",
    ]


@pytest.mark.parametrize(
    ("asked", "text"), [("how long?", given.REFUND), ("며칠?", given.REFUND_KO)]
)
def test_a_program_gets_the_answer_with_all_its_evidence(asked: str, text: str) -> None:
    passage = given.passage(text, title="T", section=("A", "B"), effective_from=date(2026, 3, 1))
    question = given.question(asked, store_type="cafe")
    kept = (given.verbatim(text, passage),)
    answer = finalize(
        question,
        Checked(Verdict.PASS, kept),
        given.evidence(given.candidate(passage, text)),
        0.99,
        1,
    )
    reply = to_reply(answer)

    printed = json.loads(json.dumps(to_json(reply), ensure_ascii=False))

    assert printed["question"] == asked
    assert (printed["verdict"], printed["confidence"]) == ("pass", "high")
    assert printed["answer"].endswith(f"{text} [1]")
    assert printed["retrieved"] == ["refund-policy"]
    assert printed["filters"] == {
        "as_of": "2026-11-21",
        "store": None,
        "store_type": "cafe",
        "category": None,
        "audience": "staff",
        "language": question.language,
    }
    [citation] = printed["citations"]
    assert citation == {
        "number": 1,
        "doc_id": "refund-policy",
        "passage_id": "refund-policy@2#1",
        "quote": text,
        "quotes": [text],
        "title": "T",
        "section": "A › B",
        "page": None,
        "version": "2",
        "effective_from": "2026-03-01",
        "url": None,
        "score": 1.0,
    }


@pytest.mark.parametrize(
    ("asked", "printed"),
    [
        ("refund for 010-1234-5678?", "refund for [REDACTED_PHONE]?"),
        ("010-1234-5678 환불돼요?", "[REDACTED_PHONE] 환불돼요?"),
    ],
)
def test_a_program_gets_the_question_without_personal_data(asked: str, printed: str) -> None:
    reply = to_reply(say(given.question(asked), "Hello!"))

    assert to_json(reply)["question"] == printed


def test_a_program_gets_the_quote_as_it_stands_in_the_document() -> None:
    quote = "Opened **headphones** go\nback within 14 days."

    printed = to_json(Reply("Within 14 days. [1]", sources=(replace(SOURCE, quote=quote),)))

    assert printed["citations"][0]["quote"] == quote


def test_a_program_gets_the_time_of_each_step_and_an_id_to_look_it_up() -> None:
    reply = Reply("text", trace_id="ab12", steps={"retrieve": 1.26, "check": 2.0})

    printed = to_json(reply)

    assert (printed["id"], printed["trace_id"]) == ("ab12", "ab12")
    assert printed["ms_by_step"] == {"retrieve": 1.3, "check": 2.0}
    assert printed["ms"] == pytest.approx(3.3, abs=0.05)


def test_a_program_gets_the_same_keys_but_confidence_and_model_when_there_is_no_answer() -> None:
    printed = to_json(Reply("I can't answer right now."))

    assert set(printed) == {
        "id", "question", "verdict", "answer", "notice", "outcome", "citations", "closest",
        "follow_up", "suggestions", "intent", "filters", "retrieved", "trace_id", "ms",
        "ms_by_step", "spent",
    }  # fmt: skip
    assert (printed["question"], printed["verdict"]) == (None, None)
    assert (printed["citations"], printed["filters"], printed["retrieved"]) == ([], {}, [])


@pytest.mark.parametrize(
    ("title", "suggestion", "label"),
    [
        ("Refund policy", "Refund policy: what about gifts?", "Gifts"),
        ("Refund policy", "Refund policy: can you tell me who decides?", "Who decides"),
        ("Refund policy", "Refund policy: what should I do if it breaks?", "If it breaks"),
        ("Refund policy", "Gift cards: what about gifts?", "Gift cards: gifts"),
        ("Refund policy", "Gift cards: can you tell me who pays?", "Gift cards: who pays"),
        ("환불 정책", "상품권: 환불 알려 주세요", "상품권: 환불"),
        ("Refund policy", "Refund policy: can I pay by card?", "Can I pay by card?"),
        ("선물 목록: 개설, 구매", "선물 목록: 목록 열기 알려 주세요", "목록 열기"),
        ("선물 목록: 개설, 구매", "선물 목록: 목록 열기는 어떻게 되나요?", "목록 열기"),
        ("선물 목록: 개설, 구매", "선물 목록: 목록을 닫을 때에는 어떻게 하나요?", "목록을 닫을 때"),
    ],
)
def test_a_button_says_what_a_suggestion_is_about(title: str, suggestion: str, label: str) -> None:
    reply = Reply("Yes. [1]", sources=(replace(SOURCE, title=title),))

    assert topic_of(suggestion, reply) == label
    # Where nothing is cited, the name stays.
    assert topic_of(suggestion, Reply("Yes.")).endswith(label[1:])

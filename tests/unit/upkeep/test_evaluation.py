"""Golden questions and the scores of their answers."""

import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from bot.answering.choose.extractive import Extractive
from bot.answering.pipeline import Answering
from bot.model import Answer, Citation, Judged, Sentence, Verdict
from bot.model.errors import GoldenFileError
from bot.privacy import safe
from bot.upkeep.evaluation import (
    Came,
    Golden,
    Outcome,
    asked,
    calibrate,
    calibration_lines,
    load,
    report,
    run,
    scores,
)
from knowledge.model.documents import Audience
from tests.fakes import FakeSearch
from tests.unit import given

PASSAGE = given.passage()
GOOD = "Unopened headphones can be returned within 14 days."


def golden(question: str = "how long?", **more: Any) -> Golden:
    told: dict[str, Any] = {"language": "en", "answerable": True, "gold_docs": ("refund-policy",)}
    return Golden(id="q", question=question, **(told | more))


def outcome(
    one: Golden, verdict: Verdict = Verdict.PASS, text: str = GOOD, quote: str = GOOD, ms: float = 1
) -> Outcome:
    """What came of a golden question: an answer from the refund policy, or a refusal."""
    citations = (Citation(PASSAGE, quote),) if verdict is Verdict.PASS else ()
    found = given.found(one.question, PASSAGE)
    question = given.question(one.question)
    sentences = (Sentence(text, citations),) if citations else ()
    answer = Answer(question, verdict, safe(text), citations, sentences, found=found)
    return Outcome(one, answer, ms)


def file_of(folder: Path, *lines: str) -> Path:
    path = folder / "golden.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_a_golden_file_has_one_question_a_line(tmp_path: Path) -> None:
    english = {
        "id": "en-1",
        "question": "how long?",
        "language": "en",
        "gold_docs": ["a", "b"],
        "answers": ["14 days"],
        "answerable": True,
        "kind": "as_of",
        "filters": {
            "store_type": "cafe",
            "category": "refund",
            "as_of": "2026-01-02",
            "audience": "manager",
        },
    }
    korean = {"id": "ko-1", "question": "며칠인가요?", "answerable": False}

    known = load(file_of(tmp_path, json.dumps(english), "", json.dumps(korean)))

    assert known == [
        Golden(
            "en-1", "how long?", "en", True, ("a", "b"), ("14 days",), "as_of",
            "cafe", "refund", date(2026, 1, 2), Audience.MANAGER,
        ),
        Golden("ko-1", "며칠인가요?", "ko", False),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        "not json",
        "[]",
        '{"id": "a", "question": "q"}',
        '{"id": "a", "answerable": true}',
        '{"id": "a", "question": "q", "answerable": true, "filters": {"as_of": "soon"}}',
        '{"id": "a", "question": "q", "answerable": true, "filters": {"audience": "king"}}',
    ],
)
def test_a_wrong_line_is_named(line: str, tmp_path: Path) -> None:
    path = file_of(tmp_path, '{"id": "a", "question": "q", "answerable": true}', line)

    with pytest.raises(GoldenFileError, match=r"golden\.jsonl:2"):
        load(path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(GoldenFileError, match=r"nowhere\.jsonl cannot be read"):
        load(tmp_path / "nowhere.jsonl")


def test_a_golden_question_is_asked_on_its_own_day_or_today() -> None:
    scoped = golden(as_of=date(2026, 1, 2), audience=Audience.MANAGER, store_type="cafe")

    then, now = asked(scoped, given.TODAY), asked(golden(), given.TODAY)

    assert (then.filters.as_of, now.filters.as_of) == (date(2026, 1, 2), given.TODAY)
    assert (then.filters.audience, then.filters.store_type) == (Audience.MANAGER, "cafe")


def test_personal_data_of_a_golden_question_is_not_asked() -> None:
    question = asked(golden("010-1234-5678 환불?"), given.TODAY)

    assert question.text == "[REDACTED_PHONE] 환불?"


async def test_every_golden_question_is_asked_once() -> None:
    search = FakeSearch([given.found("headphones", PASSAGE)], alike=0.9)
    answering = Answering(search, Extractive(), {"en": "documents", "ko": "문서"})
    goldens = [golden("Can opened headphones be returned?"), golden("hello")]

    outcomes = await run(answering, goldens, given.TODAY)

    assert [one.golden for one in outcomes] == goldens
    assert [one.answered for one in outcomes] == [True, False]
    assert outcomes[0].retrieved == ["refund-policy"]
    assert list(outcomes[0].steps) == [
        "classify",
        "retrieve",
        "generate",
        "check",
        "finalize",
        "suggest",
    ]
    assert list(outcomes[1].steps) == ["classify"]
    assert sum(outcomes[0].steps.values()) <= outcomes[0].ms


@pytest.mark.parametrize(
    ("told", "category"),
    [
        ({"category": "hr"}, "hr"),
        ({"gold_docs": ("refund-policy",)}, "refund"),
        ({"gold_docs": ("nowhere", "위생-ko")}, "hygiene"),
        ({"gold_docs": ("nowhere",)}, "unknown"),
        ({"gold_docs": ()}, "unknown"),
    ],
)
async def test_a_category_is_asked_for_or_that_of_the_right_document(
    told: dict[str, Any], category: str
) -> None:
    search = FakeSearch([given.found("headphones", PASSAGE)], alike=0.9)
    answering = Answering(search, Extractive(), {"en": "documents", "ko": "문서"})

    [one] = await run(answering, [golden(**told)], given.TODAY, {"위생-ko": "hygiene"})

    assert one.category == category


@pytest.mark.parametrize(
    ("one", "came"),
    [
        (golden(answers=("14 days", "14일")), Came.RIGHT),
        (golden(answers=("30 days",)), Came.WRONG),
        (golden(answerable=False), Came.OVERSTRETCHED),
    ],
)
def test_an_answer_is_right_wrong_or_overstretched(one: Golden, came: Came) -> None:
    assert outcome(one).came is came
    assert outcome(one).right is (came is Came.RIGHT)


@pytest.mark.parametrize(("answerable", "came"), [(True, Came.MISSED), (False, Came.REFUSED)])
def test_a_refusal_is_missed_or_right(answerable: bool, came: Came) -> None:
    refused = outcome(golden(answerable=answerable), Verdict.INSUFFICIENT)

    assert refused.came is came
    assert refused.right is (came is Came.REFUSED)


def test_perfect_answers_score_one() -> None:
    outcomes = [
        outcome(golden(answers=("14 days",))),
        outcome(golden(answerable=False), Verdict.OFF_TOPIC),
    ]

    figures = scores(outcomes)

    ones = set(figures) - {"questions", "wrong_answer_rate", "p50_ms", "p95_ms"}
    assert {figures[name] for name in ones} == {1.0}
    assert (figures["questions"], figures["wrong_answer_rate"]) == (2, 0.0)


def test_a_wrong_answer_an_invented_quote_and_a_missed_refusal_show() -> None:
    outcomes = [
        outcome(golden(answers=("30 days",))),
        outcome(golden(gold_docs=("another",)), quote="within 99 days"),
        outcome(golden(), Verdict.INSUFFICIENT),
        outcome(golden(answerable=False)),
    ]

    figures = scores(outcomes)

    assert figures["answered_rate"] == pytest.approx(2 / 3, abs=0.001)
    assert figures["right_rate"] == pytest.approx(1 / 3, abs=0.001)
    assert figures["wrong_answer_rate"] == pytest.approx(1 / 3, abs=0.001)
    assert figures["hit@5"] == pytest.approx(2 / 3, abs=0.001)
    assert (figures["refusal_precision"], figures["refusal_recall"]) == (0.0, 0.0)
    assert figures["quote_validity"] == pytest.approx(2 / 3, abs=0.001)
    assert figures["citation_rate"] == 1.0


def test_the_slowest_answers_show_in_p95() -> None:
    outcomes = [outcome(golden(), ms=float(n)) for n in range(1, 101)]

    figures = scores(outcomes)

    assert 50 <= figures["p50_ms"] <= 51
    assert 95 <= figures["p95_ms"] <= 96


def test_a_report_has_every_set_and_every_question() -> None:
    outcomes = [outcome(golden(kind="as_of")), outcome(golden("며칠?", language="ko"))]

    told = json.loads(json.dumps(report(outcomes)))

    assert set(told["sets"]) == {"en", "ko", "as_of", "lookup"}
    assert told["overall"]["questions"] == 2
    assert [one["verdict"] for one in told["questions"]] == ["pass", "pass"]
    assert told["categories"]["unknown"]["questions"] == 2
    assert told["questions"][0]["citations"] == [
        {"doc_id": "refund-policy", "passage_id": "refund-policy@2#1", "quote": GOOD}
    ]


def test_nothing_to_score_is_no_error() -> None:
    assert scores([])["questions"] == 0


def test_a_report_has_the_times_of_every_step_that_was_taken() -> None:
    steps = [{"classify": 1.0, "retrieve": float(n)} for n in range(1, 101)]
    outcomes = [replace(outcome(golden()), steps=one) for one in steps]
    outcomes.append(replace(outcome(golden()), steps={"classify": 3.0}))

    told = report(outcomes)

    assert told["steps"] == {
        "classify": {"p50_ms": 1.0, "p95_ms": 1.0},
        "retrieve": {"p50_ms": 51.0, "p95_ms": 96.0},
    }
    assert told["questions"][1]["ms_by_step"] == {"classify": 1.0, "retrieve": 2.0}


def labelled(yes: float, no: float) -> list[Outcome]:
    """Forty answerable questions whose signs lie at one value, and twenty others at another."""
    names = ("meaning", "likeness", "lead", "context", "share", "best")
    return [
        replace(
            one,
            # A share is the logarithm of one.
            answer=replace(
                one.answer,
                attempts=1,
                judged=Judged(0.5, dict.fromkeys(names, at) | {"share": at - 1.0}),
            ),
        )
        for answerable, count, at in ((True, 40, yes), (False, 20, no))
        for one in [outcome(golden(answerable=answerable))] * count
    ]


def test_weights_that_are_better_are_written(tmp_path: Path) -> None:
    path = tmp_path / "_gate.json"

    found = calibrate(labelled(yes=0.4, no=0.2), path, "use/512", "golden.jsonl")

    written = json.loads(path.read_text(encoding="utf-8"))
    assert found.no_worse
    assert written["embedder"] == "use/512"
    assert written["fitted_to"] == "40 answerable and 20 other questions of golden.jsonl"
    assert "accuracy             0.5        1.0" in calibration_lines(found, path)
    assert str(path) in calibration_lines(found, path)[-1]


def test_weights_that_are_worse_are_not_written(tmp_path: Path) -> None:
    path = tmp_path / "_gate.json"
    near, far = labelled(yes=0.7, no=0.3), labelled(yes=1.8, no=0.2)
    mixed = [one for pair in zip(near, far, strict=True) for one in pair]

    found = calibrate(mixed, path, "use/512", "golden.jsonl")

    assert not found.no_worse
    assert not path.exists()
    assert "nothing was written" in calibration_lines(found, path)[-1]


def test_small_talk_is_not_fitted_to(tmp_path: Path) -> None:
    greeted = [outcome(golden(answerable=False), Verdict.OFF_TOPIC)] * 20

    with pytest.raises(GoldenFileError, match="there are 40 and 0"):
        calibrate([*labelled(0.5, 0.2)[:40], *greeted], tmp_path / "g", None, "golden.jsonl")

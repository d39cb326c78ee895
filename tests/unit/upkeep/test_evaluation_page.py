"""The page of an evaluation: everything on it, nothing from elsewhere, no word taken for markup."""

import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

from bs4 import BeautifulSoup, Tag

from bot.answering.find.gate.calibration import Calibration, Worth
from bot.answering.find.gate.gate import Weights
from bot.model import Answer, Citation, Judged, Sentence, Verdict
from bot.privacy import safe
from bot.upkeep.evaluation import About, Golden, Outcome, page
from tests.unit import given

HOSTILE = "<script>alert('x')</script> \"quoted\" $title </style> & 환불?"
ABOUT = About("golden.jsonl", ("as of 2026-11-21",))


def outcome(
    question: str,
    answers: tuple[str, ...] = ("14",),
    verdict: Verdict = Verdict.PASS,
    *,
    likelihood: float = 0.8,
    category: str = "refund",
    **told: Any,
) -> Outcome:
    """What came of a question that the refund policy answers, in the language of the question."""
    korean = bool(re.search("[가-힣]", question))
    passage = given.passage(given.REFUND_KO if korean else given.REFUND, title="환불 & Refunds")
    said = passage.text.split(". ", maxsplit=1)[0]
    citations = (Citation(passage, said),) if verdict is Verdict.PASS else ()
    answer = Answer(
        given.question(question),
        verdict,
        safe(f"{said} [1]" if citations else "This is not in the documents."),
        citations,
        (Sentence(said, citations),) if citations else (),
        found=given.found(question, passage),
        attempts=1,
        judged=Judged(likelihood, {"meaning": 1.0}),
    )
    known: dict[str, Any] = {"answerable": True, "gold_docs": ("refund-policy",)}
    golden = Golden(
        told.pop("id", question),
        question,
        "ko" if korean else "en",
        answers=answers,
        **known | told,
    )
    return Outcome(golden, answer, 12.0, {"classify": 0.1, "retrieve": 11.0}, category)


def parsed(outcomes: Sequence[Outcome], calibration: Calibration | None = None) -> BeautifulSoup:
    return BeautifulSoup(page(outcomes, ABOUT, calibration), "html.parser")


def texts(found: Sequence[Tag]) -> list[str]:
    return [one.get_text(" ", strip=True) for one in found]


MIXED = [
    outcome("How long for headphones?"),
    outcome("헤드폰은 며칠인가요?"),
    outcome("How long for shoes?", ("30",), category="promo", kind="compare"),
    outcome("Who won?", verdict=Verdict.OFF_TOPIC, answerable=False, gold_docs=(), likelihood=0.1),
    outcome("누가 이겼나요?", answerable=False, gold_docs=(), category="unknown"),
    outcome("missed one", verdict=Verdict.INSUFFICIENT, likelihood=0.4),
]


def test_every_question_is_there_with_the_wrong_ones_first() -> None:
    shown = parsed(MIXED).select(".q > summary")

    assert texts([one.select(".asked")[0] for one in shown]) == [
        "How long for shoes?",
        "누가 이겼나요?",
        "missed one",
        "Who won?",
        "How long for headphones?",
        "헤드폰은 며칠인가요?",
    ]
    assert texts([one.select(".badge")[0] for one in shown])[:4] == [
        "wrong", "overstretched", "missed", "rightly refused",
    ]  # fmt: skip


def test_a_question_shows_its_answer_its_sources_and_what_was_right() -> None:
    [first, *_] = parsed([outcome("헤드폰은 며칠인가요?", ("14일",))]).select(".q")

    told = first.get_text(" ", strip=True)
    assert "개봉하지 않은 헤드폰은 14일 이내에 환불할 수 있습니다" in told
    assert "[1] 환불 & Refunds › v2" in told
    assert "“14일”" in told
    assert "refund-policy ★ right" in told
    assert "0.80; answered from 0.55 on" in told
    assert "classify 0.1 ms, retrieve 11.0 ms" in told
    assert first.select(".asked")[0]["lang"] == "ko"


def test_a_right_document_that_was_not_found_is_named() -> None:
    [first] = parsed([outcome("How long?", gold_docs=("elsewhere",))]).select(".q")

    assert "elsewhere right, not found" in first.get_text(" ", strip=True)


def test_no_word_of_anybody_becomes_markup() -> None:
    hostile = outcome(
        HOSTILE, (HOSTILE,), id=HOSTILE, kind=HOSTILE, category=HOSTILE, gold_docs=(HOSTILE,),
        expected_failure=HOSTILE,
    )  # fmt: skip
    told = replace(hostile.answer, text=safe(HOSTILE))

    text = page([replace(hostile, answer=told), *MIXED], About(HOSTILE, (HOSTILE,)))

    soup = BeautifulSoup(text, "html.parser")
    assert soup.find_all("script") == []
    assert len(soup.find_all("style")) == 1
    assert "alert('x')</script>" not in text
    assert text.count("$title") >= 8
    assert HOSTILE in texts(soup.select(".q .asked"))


def test_nothing_comes_from_elsewhere_and_no_script_may_run() -> None:
    text = page(MIXED, ABOUT)

    soup = BeautifulSoup(text, "html.parser")
    assert re.findall(r"https?:|//|url\(|@import|javascript:", text) == []
    assert [one for one in soup.find_all(True) if one.has_attr("style")] == []
    assert {one.name for one in soup.find_all(True)}.isdisjoint({"script", "link", "img", "iframe"})
    assert not any(name.startswith("on") for one in soup.find_all(True) for name in one.attrs)


def test_the_policy_allows_exactly_the_style_that_is_there() -> None:
    soup = parsed(MIXED)

    [policy] = soup.select("meta[http-equiv=Content-Security-Policy]")
    [style] = soup.find_all("style")
    digest = b64encode(sha256(style.get_text().encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}'" in str(policy["content"])
    assert str(policy["content"]).startswith("default-src 'none'; ")


def test_every_filter_has_a_rule_and_hides_no_question_of_its_own() -> None:
    soup = parsed(MIXED)
    style = soup.find_all("style")[0].get_text()

    values = [str(one["id"]) for one in soup.select("fieldset input") if one["id"][-1].isdigit()]
    assert texts(soup.select("legend")) == ["Outcome", "Language", "Category", "Kind"]
    for value in values:
        assert f"#{value}:checked) .q:not(.{value}){{display:none}}" in style
        assert soup.select(f".q.{value}")
    assert {str(one["for"]) for one in soup.select("label")} >= set(values)


def test_headlines_say_in_words_how_many_of_how_many() -> None:
    told = " ".join(texts(parsed(MIXED).select(".headlines .card")))

    assert "Right 50% 2 of the 4 answerable questions" in told
    assert "Wrong 25% 1 of the same 4" in told
    assert "Missed 25% 1 of the same 4" in told
    assert "Refused 50% 1 of the 2 unanswerable questions" in told
    assert "Time 12 ms" in told


def test_groups_have_their_figures_beside_their_bars() -> None:
    tables = parsed(MIXED).select(".groups table")

    rows = {
        table.caption.get_text(): texts(table.select("tbody tr"))
        for table in tables
        if table.caption
    }
    assert rows["By language"] == ["English 4 33% 33% 100%", "Korean 2 100% 0% 0%"]
    assert "promo 1 0% 100% –" in rows["By category"]
    assert "unknown 1 – – 0%" in rows["By category"]
    assert "compare 1 0% 100% –" in rows["By kind"]


def test_every_plot_can_be_heard_and_read_as_a_table() -> None:
    soup = parsed(MIXED)

    for plot in soup.find_all("svg"):
        hidden = plot.get("aria-hidden") == "true" or plot.find_parent("svg") is not None
        assert hidden or (plot["role"] == "img" and plot["aria-label"])
    gate, places = soup.select(".as-table table")
    assert "0.5 75% 50%" in texts(gate.select("tr"))
    assert "1 4" in texts(places.select("tr"))
    assert "retrieve Find passages, rank their statements, ask the gate. 11.0 11.0" in texts(
        soup.select(".steps tr")
    )


def test_a_calibration_is_told_with_both_figures() -> None:
    weights = Weights.shipped("with_embedder")
    worse, better = Worth(0.8, 0.7, 0.6, 0.8), Worth(0.9, 0.85, 0.8, 0.9)

    kept = parsed(MIXED, Calibration("with_embedder", weights, worse, better, 40, 20))
    left = parsed(MIXED, Calibration("with_embedder", weights, better, worse, 40, 20))

    assert "decided correctly 70% 85%" in texts(kept.select("tr"))
    assert "The fitted weights are used." in kept.get_text()
    assert "The shipped weights stay." in left.get_text()


def test_no_questions_are_a_page_too() -> None:
    soup = parsed([])

    assert soup.select(".q") == []
    assert "0 questions" in soup.get_text()

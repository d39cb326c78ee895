"""The retrieval contract: what is looked for, and the shape of what is given."""

import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from bot.privacy import safe
from knowledge.model.documents import Audience, Filters, Found, Generation, Hit, Passage
from knowledge.model.errors import SegmentError
from knowledge.search.retrieval import TOP_K, Retrieval, Retrieved, Segment
from tests.fakes import FakeSearch
from tests.unit.knowledge.texts import passage

_TODAY = Filters(as_of=date(2026, 11, 21), audience=Audience.STAFF)
_FULL = {
    "use_case": "payment_plans",
    "use_case_label": "Payment Plans",
    "funnel_stage": "StartedFormOrFlow",
    "intent_level": "medium",
    "reasons": ["interested in: Payment Plans", "started form but did not finish"],
}
_PERSONAL = {
    "debt@example.com": "[REDACTED_EMAIL]",
    "555-123-4567": "[REDACTED_PHONE]",
    "+1 555.123.4567": "[REDACTED_PHONE]",
    "(555) 123-4567": "[REDACTED_PHONE]",
    "010-1234-5678": "[REDACTED_PHONE]",
    "123-45-6789": "[REDACTED_SSN]",
    "900101-1234568": "[REDACTED_RRN]",
}


def of(text: str = "Pay in parts.", **about: Any) -> Passage:
    one = passage(text)
    header = replace(one.header, doc_id="doc_123", title="How Payment Plans Work", **about)
    return replace(one, header=header, section=("Overview",))


async def retrieved(
    *passages: Passage, query: str = "payment plans", **more: Any
) -> tuple[Retrieved, FakeSearch]:
    found = Found(tuple(Hit(one, 1.0) for one in passages))
    search = FakeSearch([found], generation=Generation(1, None, "1", "/srv/a\n/srv/b.jsonl"))
    return await Retrieval(search, safe).retrieve(query, _TODAY, **more), search


# --- what is looked for --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("segment", "query"),
    [
        (
            _FULL,
            "Payment Plans | StartedFormOrFlow | intent: medium | interested in: Payment Plans",
        ),
        ({"use_case": "payment_plans"}, "payment_plans"),
        ({"use_case_label": "할부", "use_case": "payment_plans"}, "할부"),
        ({"use_case_label": " ", "use_case": "payment_plans"}, "payment_plans"),
        ({"funnel_stage": "Browsing"}, "Browsing"),
        ({"intent_level": "high"}, "intent: high"),
        ({"reasons": ["환불을 물었음", "다른 이유"]}, "환불을 물었음"),
        ({"use_case": "refund", "reasons": ["x"]}, "refund | x"),
        ({"use_case": "refund", "reasons": []}, "refund"),
        ({"use_case": None, "reasons": None, "intent_level": ""}, "help options and next steps"),
        ({"confidence": 0.9, "user": {"id": 7}}, "help options and next steps"),
        ({}, "help options and next steps"),
    ],
)
def test_a_query_is_made_of_what_a_segment_says(segment: dict[str, Any], query: str) -> None:
    assert Segment.of(segment).query == query


@pytest.mark.parametrize(
    ("segment", "said"),
    [
        ({"use_case": 5}, "`use_case` must be a text"),
        ({"intent_level": ["high"]}, "`intent_level` must be a text"),
        ({"reasons": "because"}, "`reasons` must be a list of texts"),
        ({"reasons": [{"why": "x"}]}, "`reasons` must be a text"),
    ],
)
def test_a_segment_of_other_values_is_refused(segment: dict[str, Any], said: str) -> None:
    with pytest.raises(SegmentError, match=said):
        Segment.of(segment)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (b"{", "is no valid JSON"),
        (b"\xff", "is no valid JSON"),
        (b"[" * 100_000, "is no valid JSON"),
        (b"[]", "must hold one object"),
        (b'{"reasons": 1}', "segment.json: `reasons` must be a list of texts"),
    ],
)
def test_a_file_that_is_no_segment_is_named(written: bytes, said: str, tmp_path: Path) -> None:
    (tmp_path / "segment.json").write_bytes(written)

    with pytest.raises(SegmentError, match=said):
        Segment.read(tmp_path / "segment.json")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SegmentError, match=r"none\.json cannot be read"):
        Segment.read(tmp_path / "none.json")


@pytest.mark.parametrize("value", _PERSONAL)
async def test_personal_data_of_a_query_goes_to_no_search(value: str) -> None:
    came, search = await retrieved(of(), query=f"Payment Plans | {value}")

    assert search.searches[0].text == f"Payment Plans | {_PERSONAL[value]}"
    assert value not in "\n".join(came.lines)


# --- what is given -------------------------------------------------------------------------------


async def test_a_citation_has_what_the_contract_names_and_nothing_else() -> None:
    about = {
        "url": "https://docs.example.com/payment-plans",
        "published_date": date(2024, 6, 1),
        "corpus": "tax_irs",
    }

    came, _ = await retrieved(of("Call 1-800-555-0199.", **about))

    [citation] = json.loads(json.dumps(came.json))
    assert citation == {
        "id": "doc_123",
        "title": "How Payment Plans Work",
        "section": "Overview",
        "text": "Call 1-800-555-0199.",
        "redacted_text": "Call [REDACTED_PHONE].",
        "url": "https://docs.example.com/payment-plans",
        "published_date": "2024-06-01",
        "source": "tax_irs",
    }


async def test_what_is_not_known_is_null_and_the_source_is_the_corpus() -> None:
    came, _ = await retrieved(replace(of(), section=()))

    [citation] = came.json
    unknown = [citation[name] for name in ("section", "url", "published_date")]
    assert (unknown, citation["source"]) == ([None, None, None], "corpus")


@pytest.mark.parametrize("value", _PERSONAL)
@pytest.mark.parametrize("words", ["If you owe money, reach {} first.", "연락처는 {}입니다."])
async def test_the_redacted_text_has_placeholders_for_personal_data(value: str, words: str) -> None:
    came, _ = await retrieved(of(words.format(value)))

    [citation] = came.matches
    assert citation.text == words.format(value)
    assert citation.redacted_text == words.format(_PERSONAL[value])


async def test_the_best_comes_first_and_five_are_looked_for_unless_said_otherwise() -> None:
    first, second = of("first"), of("second")

    came, search = await retrieved(first, second)
    _, three = await retrieved(first, top_k=3)

    assert [one.text for one in came.matches] == ["first", "second"]
    assert (TOP_K, search.searches[0].limit, three.searches[0].limit) == (5, 5, 3)
    assert search.searches[0].filters == _TODAY


async def test_what_a_person_reads_has_the_corpus_the_query_and_redacted_texts() -> None:
    came, _ = await retrieved(of("Call 1-800-555-0199.", corpus="tax_irs"))

    assert came.lines == [
        "Documents: /srv/a, /srv/b.jsonl",
        "Query: payment plans",
        "",
        "[1] How Payment Plans Work › Overview (doc_123, tax_irs)",
        "Call [REDACTED_PHONE].",
    ]


async def test_nothing_is_said_to_be_nothing() -> None:
    came, _ = await retrieved()

    assert came.json == []
    assert came.lines[-1].startswith("Nothing fits")

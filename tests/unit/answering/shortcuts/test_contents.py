"""Which rules there are: the titles of the documents in force."""

from datetime import date, timedelta

import pytest

from bot.answering.shortcuts.contents import list_contents
from bot.answering.understand.contents_wanted import asks_for_contents
from bot.model import Answer, Verdict
from knowledge.model.documents import Audience, Document, Header, Language
from tests.fakes import FakeHistory, FakeSearch
from tests.unit import given

TOMORROW = given.TODAY + timedelta(days=1)


def document(
    title: str,
    *,
    category: str = "refund",
    language: Language = "en",
    audience: Audience = Audience.STAFF,
    since: date | None = None,
) -> Document:
    name = title.lower().replace(" ", "-")
    header = Header(
        name,
        title,
        f"{name}.md",
        category=category,
        language=language,
        audience=audience,
        effective_from=since,
    )
    return Document(header, f"{title} say what to do.")


REFUNDS, EXCHANGES = document("Refunds"), document("Exchanges")
REFUNDS_KO = document("환불", language="ko")
PARCELS = document("Parcels", category="operations")
SAFES = document("Safes", audience=Audience.MANAGER)
CUPS = document("Cups", since=TOMORROW)


async def told(asked: str, *documents: Document) -> Answer | None:
    return await list_contents(given.question(asked), FakeSearch(history=FakeHistory(documents)))


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("what rules are there?", "**refund** — Exchanges, Refunds, 환불 [1]"),
        ("무슨 규정이 있어요?", "**refund** — 환불, Exchanges, Refunds [1]"),
    ],
)
async def test_titles_are_listed_by_category_those_in_the_askers_language_first(
    asked: str, first: str
) -> None:
    answer = await told(asked, PARCELS, REFUNDS, REFUNDS_KO, EXCHANGES)

    assert answer is not None
    assert answer.verdict is Verdict.PASS
    _, *categories, how_to_ask = answer.text.splitlines()
    assert categories == [first, "**operations** — Parcels [2]"]
    assert how_to_ask in ("Ask me about any of them.", "이 가운데 궁금한 내용을 질문해 주세요.")
    assert [one.passage.header.category for one in answer.citations] == ["refund", "operations"]


async def test_only_documents_in_force_that_the_asker_may_read_are_listed() -> None:
    answer = await told("which documents do you have?", REFUNDS, SAFES, CUPS)

    assert answer is not None
    assert "(1):" in answer.text
    assert "Refunds" in answer.text
    assert "Safes" not in answer.text
    assert "Cups" not in answer.text


async def test_a_long_category_is_cut_and_the_rest_counted() -> None:
    many = [document(f"Rule {n}") for n in range(9)]

    answer = await told("규정 목록 보여줘", *many)

    assert answer is not None
    assert "Rule 5 외 3개" in answer.text
    assert "Rule 6" not in answer.text


async def test_an_empty_index_lists_nothing() -> None:
    assert await told("what rules are there?") is None


@pytest.mark.parametrize(
    "asked",
    [
        "WHAT POLICIES DO YOU HAVE",
        "show me the list of documents",
        "what topics can I ask about?",
        "Hi, what kinds of rules does the store have?",
        "table of contents",
        "매장에는 어떤 규정이 있나요?",
        "규정은 뭐가 있어요?",
        "전체 규정 알려줘",
        "목차 보여 주세요",
        "어떤 문서를 볼 수 있나요?",
    ],
)
def test_a_question_for_all_rules_is_recognised(asked: str) -> None:
    assert asks_for_contents(asked)


@pytest.mark.parametrize(
    "asked",
    [
        "what documents do I need for a refund?",
        "what rules apply to gift cards?",
        "show me the refund policy",
        "what information do you need?",
        "무슨 규정이 바뀌었어요?",
        "최신 규정이 무엇인지",
        "환불 규정 알려줘",
        "쿠폰 종류가 뭐예요",
        "무슨 제품이 있어요?",
    ],
)
def test_a_question_with_a_subject_is_not_for_all_rules(asked: str) -> None:
    assert not asks_for_contents(asked)

"""The contracts of the specifications, example by example, through their own endpoints."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.main.app import App, build
from bot.model import Failure, Message, Reply
from bot.ports import Notify
from bot.settings import OpenAISettings, Settings, StoreSettings
from knowledge.model.report import Show
from tests.flow.api import spec_corpora
from tests.flow.api.server import serving

POLICY, BOOK, CHAT = "/api/v1/policy/ask", "/ask", "/chat"
CATALOGUE = "/api/ai/ask"
ENDPOINTS = {
    POLICY: {"query": "What is the return policy for electronics?"},
    BOOK: {"question": "What is the main theme of Chapter 3?"},
    CHAT: {"question": "환불 규정 알려줘"},
    CATALOGUE: {"question": "What headphones do you have?"},
}


def _app(make: Callable[[Path], Path], folder: Path) -> App:
    store = StoreSettings(
        source=make(folder / "documents"),
        data=folder / "data",
        currency="USD",
        corpus_name="book",
    )
    app = build(Settings(openai=OpenAISettings(api_key=None), store=store))
    asyncio.run(app.indexer.rebuild())
    return app


@pytest.fixture(scope="module")
def policies(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    app = _app(spec_corpora.policies, tmp_path_factory.mktemp("policies"))
    yield app
    app.close()


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    app = _app(spec_corpora.book, tmp_path_factory.mktemp("book"))
    yield app
    app.close()


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    app = _app(spec_corpora.store_rules, tmp_path_factory.mktemp("rules"))
    yield app
    app.close()


class _Failing:
    """A conversation that cannot read its documents."""

    async def __call__(
        self, message: Message, notify: Notify | None = None, show: Show | None = None
    ) -> Reply:
        return Reply("Sorry.", trace_id=message.trace_id, failure=Failure.TROUBLE)


# --- specification 1: the policy agent -----------------------------------------------------------


async def test_a_policy_is_answered_with_its_type(policies: App) -> None:
    async with serving(policies) as client:
        status, said = await client.post(
            POLICY, {"query": "What is the return policy for electronics?"}
        )

    assert status == 200
    assert set(said) == {"query", "answer", "sources", "confidence", "agent"}
    assert said["query"] == "What is the return policy for electronics?"
    assert "30 days" in said["answer"]
    assert (said["sources"], said["confidence"]) == (["return_policy"], "high")
    assert said["agent"] == "policy-agent"


@pytest.mark.parametrize(
    ("query", "named", "holds"),
    [
        ("What is the return policy?", "return_policy", "30 days"),
        ("What is the shipping policy?", "shipping_policy", "3 to 5 business days"),
        ("Warranty?", "warranty_policy", "12-month"),
        ("warranty info?", "warranty_policy", "12-month"),
    ],
)
async def test_each_policy_is_found_by_its_name(
    policies: App, query: str, named: str, holds: str
) -> None:
    async with serving(policies) as client:
        _, said = await client.post(POLICY, {"query": query, "k": 5})

    assert said["sources"] == [named]
    assert holds in said["answer"]


async def test_what_no_policy_says_has_low_confidence_and_names_what_is_near(policies: App) -> None:
    async with serving(policies) as client:
        status, said = await client.post(POLICY, {"query": "can I return opened software?"})

    assert (status, said["confidence"]) == (200, "low")
    assert "return_policy" in said["sources"]


@pytest.mark.parametrize(
    ("body", "kind", "where"),
    [
        ({"query": ""}, "string_too_short", ["body", "query"]),
        ({"query": "hi"}, "string_too_short", ["body", "query"]),
        ({"query": "a" * 501}, "string_too_long", ["body", "query"]),
        ({}, "missing", ["body", "query"]),
        ({"query": "warranty info?", "k": 0}, "greater_than_equal", ["body", "k"]),
        ({"query": "warranty info?", "k": 11}, "less_than_equal", ["body", "k"]),
    ],
)
async def test_a_wrong_policy_question_is_422_as_its_callers_know_it(
    policies: App, body: dict[str, Any], kind: str, where: list[str]
) -> None:
    async with serving(policies) as client:
        status, said = await client.post(POLICY, body)

    [fault] = said["detail"]
    assert status == 422
    assert (fault["type"], fault["loc"]) == (kind, where)
    assert fault["msg"]
    assert "input" in fault


@pytest.mark.parametrize(("path", "body"), ENDPOINTS.items())
async def test_fields_that_a_contract_does_not_know_are_ignored_as_before(
    policies: App, path: str, body: dict[str, Any]
) -> None:
    async with serving(policies) as client:
        status, said = await client.post(path, {**body, "top": 1, "session": {"id": None}})

    assert status == 200
    assert "answer" in said


@pytest.mark.parametrize("query", ["How do I bake a cake?", "how long do refunds take?"])
async def test_a_refused_policy_question_has_no_sources(policies: App, query: str) -> None:
    async with serving(policies, corpus="book") as client:
        _, said = await client.post(POLICY, {"query": query})

    assert said["answer"] == "This information is not available in the book"
    assert (said["sources"], said["confidence"]) == ([], "low")


async def test_a_policy_reads_as_prose(policies: App) -> None:
    async with serving(policies) as client:
        _, said = await client.post(POLICY, {"query": "What is the price match policy?"})

    assert said["answer"] == (
        "We match the price of authorised retailers within 14 days of purchase. Marketplace sellers"
        " and clearance prices are not matched."
    )


class _Watched:
    """The conversation of an app; keeps how many passages each answer was made from."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.read: list[int] = []

    async def __call__(
        self, message: Message, notify: Notify | None = None, show: Show | None = None
    ) -> Reply:
        reply = await self._app.conversation.handle(message, notify, show)
        assert reply.answer
        self.read.append(len(reply.answer.found.hits))
        return reply


@pytest.mark.parametrize(
    "query", ["What is the return policy for electronics?", "opened software?"]
)
async def test_k_bounds_what_is_retrieved(policies: App, query: str) -> None:
    handle = _Watched(policies)
    async with serving(policies, handle=handle) as client:
        for k in (1, 2, 4):
            await client.post(POLICY, {"query": query, "k": k})

    assert handle.read[0] == 1
    assert handle.read == sorted(handle.read)
    assert handle.read[1] <= 2


@pytest.mark.parametrize(
    ("asked", "field", "said"),
    [
        ({"store_type": "moon"}, "store_type", "there is no store_type moon; there are: cafe"),
        (
            {"category": "refnud"},
            "category",
            "there is no category refnud; there are: promo, refund",
        ),
    ],
)
async def test_a_kind_of_store_or_rule_that_does_not_exist_is_422_with_those_that_do(
    rules: App, asked: dict[str, str], field: str, said: str
) -> None:
    async with serving(rules) as client:
        code, problem = await client.post(CHAT, {"question": "환불 규정 알려줘", **asked})
        own, ours = await client.post("/api/v1/ask", {"question": "환불 규정 알려줘", **asked})
        search, _ = await client.post("/api/v1/search", {"query": "환불", **asked})

    [fault], [of_ours] = problem["detail"], ours["errors"]
    assert (code, own, search) == (422, 422, 422)
    assert (fault["loc"], of_ours["field"]) == (["body", field], field)
    assert said in fault["msg"]
    assert said in ours["detail"]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        *ENDPOINTS.items(),
        ("/api/v1/ask", {"question": "환불 규정 알려줘", "category": "refund"}),
        ("/api/v1/search", {"query": "환불"}),
        ("/api/v1/retrieve", {"query": "환불"}),
        ("/api/v1/documents", None),
    ],
)
async def test_callers_during_the_first_index_come_back_later(
    path: str, body: dict[str, Any] | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = StoreSettings(source=spec_corpora.policies(tmp_path / "d"), data=tmp_path / "data")
    app = build(Settings(openai=OpenAISettings(api_key=None), store=store))
    monkeypatch.setattr(type(app.indexer), "running", property(lambda _: True))
    async with serving(app) as client:
        came = await (client.http.post(path, json=body) if body else client.http.get(path))
        said = await came.json()
    app.close()

    assert came.status == 503
    assert int(came.headers["Retry-After"]) > 0
    assert "The documents are being read" in said["detail"]


async def test_numbers_may_be_sent_as_text_as_before(policies: App) -> None:
    async with serving(policies) as client:
        status, said = await client.post(
            POLICY, {"query": "can I return opened software?", "k": "1"}
        )

    assert status == 200
    assert len(said["sources"]) == 1


async def test_a_policy_agent_that_fails_is_500_with_a_detail(policies: App) -> None:
    async with serving(policies, handle=_Failing()) as client:
        status, said = await client.post(POLICY, {"query": "What is the shipping policy?"})

    assert status == 500
    assert set(said) == {"detail"}
    assert said["detail"].startswith("Policy agent error: ")
    assert "Sorry" not in said["detail"]


# --- specification 2: the book agent -------------------------------------------------------------


async def test_a_chapter_answers_with_chunk_ids_and_matched_chunks(book: App) -> None:
    async with serving(book, corpus="book") as client:
        status, said = await client.post(BOOK, {"question": "What is the main theme of Chapter 3?"})

    assert status == 200
    assert set(said) == {"answer", "sources", "matched_chunks"}
    assert "trust between the two keepers" in said["answer"]
    [source] = said["sources"]
    assert source["section"] == "Chapter 3: The Storm"
    assert source["chunk_id"] == said["matched_chunks"][0]["chunk_id"]
    assert set(said["matched_chunks"][0]) == {"chunk_id", "text", "score"}


@pytest.mark.parametrize("question", ["What's the weather today?", "How do I bake a cake?"])
async def test_what_the_book_does_not_say_is_refused_in_the_exact_words(
    book: App, question: str
) -> None:
    async with serving(book, corpus="book") as client:
        _, said = await client.post(BOOK, {"question": question})

    assert said["answer"] == "This information is not available in the book"
    assert said["sources"] == []


@pytest.mark.parametrize(
    ("path", "field"),
    [(POLICY, "query"), (BOOK, "question"), (CHAT, "question"), ("/api/v1/ask", "question")],
)
async def test_every_endpoint_refuses_in_the_exact_words(book: App, path: str, field: str) -> None:
    async with serving(book, corpus="book") as client:
        _, said = await client.post(path, {field: "How do I bake a cake?"})

    assert said["answer"] == "This information is not available in the book"


@pytest.mark.parametrize(
    ("question", "text", "holds"),
    [
        (
            "What does this passage mean?",
            "The lamp burns whale oil. It turns once in thirty seconds.",
            "The lamp burns whale oil.",
        ),
        (
            "Explain this concept",
            "Parallax is the apparent shift of a near object against a far one.",
            "Parallax is the apparent shift",
        ),
    ],
)
async def test_a_selection_answers_alone_and_is_its_own_source(
    book: App, question: str, text: str, holds: str
) -> None:
    async with serving(book, corpus="book") as client:
        _, said = await client.post(BOOK, {"question": question, "selected_text": text})

    assert holds in said["answer"]
    assert {one["chunk_id"] for one in said["sources"]} == {"selected text"}
    assert all(one["chunk_id"] == "selected text" for one in said["matched_chunks"])
    assert all(one["text"] in text for one in said["matched_chunks"])


async def test_what_a_selection_does_not_say_is_refused_although_the_book_says_it(
    book: App,
) -> None:
    async with serving(book, corpus="book") as client:
        _, said = await client.post(
            BOOK,
            {
                "question": "How far off the coast is the island of Morn?",
                "selected_text": "The lamp burns whale oil and turns once in thirty seconds.",
            },
        )

    assert said["answer"] == "This information is not available in the selected text"
    assert said["matched_chunks"] == []


@pytest.mark.parametrize("question", ["", "   ", "???"])
async def test_an_empty_question_is_asked_for(book: App, question: str) -> None:
    async with serving(book, corpus="book") as client:
        status, said = await client.post(BOOK, {"question": question})

    assert status == 200
    assert said["answer"] == "Please provide a question about the book."


async def test_several_questions_are_answered_without_being_repeated(book: App) -> None:
    question = "How far off the coast is the island of Morn? When was the lighthouse built?"
    async with serving(book, corpus="book") as client:
        _, said = await client.post(BOOK, {"question": question})

    assert "nine miles" in said["answer"]
    assert "How far" not in said["answer"]


async def test_no_question_of_the_book_leans_on_the_one_before(book: App) -> None:
    async with serving(book, corpus="book") as client:
        await client.post(BOOK, {"question": "How far off the coast is the island of Morn?"})
        _, said = await client.post(BOOK, {"question": "and from the lamp?"})

    assert "nine miles" not in said["answer"]


async def test_passages_that_contradict_are_both_shown(tmp_path: Path) -> None:
    def make(folder: Path) -> Path:
        folder.mkdir()
        for name, days in (("first", 7), ("second", 14)):
            (folder / f"{name}.md").write_text(
                f"# The {name} account\n\n## Supplies\n\nSupplies reach the island every {days} "
                "days.\n"
            )
        return folder

    app = await asyncio.to_thread(_app, make, tmp_path)
    try:
        async with serving(app) as client:
            _, said = await client.post(
                BOOK, {"question": "How often do supplies reach the island?"}
            )
    finally:
        app.close()

    assert "7 days" in said["answer"]
    assert "14 days" in said["answer"]
    assert len(said["sources"]) == 2


async def test_a_book_that_cannot_be_read_is_a_clear_error(book: App) -> None:
    async with serving(book, handle=_Failing()) as client:
        status, said = await client.post(BOOK, {"question": "How tall is the tower?"})

    assert status == 503
    assert "Try again later" in said["detail"]


# --- specification 3: the StoreOps agent ---------------------------------------------------------

CITATION = {"doc_id", "title", "chunk_id", "snippet", "score"}
META = {
    "trace_id",
    "topk",
    "retrieval_attempts",
    "generation_attempts",
    "latency_ms",
    "verdict",
}


async def test_a_stores_question_is_answered_as_in_the_first_example(rules: App) -> None:
    async with serving(rules) as client:
        status, said = await client.post(
            CHAT,
            {
                "question": "환불 규정 알려줘",
                "store_type": "cafe",
                "category": "refund",
                "effective_date": "2025-12-01",
                "language": "ko",
            },
        )

    assert status == 200
    assert set(said) == {"answer", "citations", "follow_up_question", "meta"}
    assert "7일 이내" in said["answer"]
    assert "[1]" not in said["answer"]
    assert [one["doc_id"] for one in said["citations"]] == ["refund_policy_v2", "refund_exception"]
    assert all(set(one) == CITATION for one in said["citations"])
    assert said["citations"][0]["title"] == "환불 정책 v2"
    assert said["citations"][0]["chunk_id"].startswith("refund_policy_v2@2#")
    assert set(said["meta"]) == META
    assert said["meta"]["verdict"] == "pass"
    assert (said["meta"]["topk"], said["meta"]["retrieval_attempts"]) == (8, 1)


@pytest.mark.parametrize(
    ("question", "holds"),
    [
        ("환불 가능한 기간은?", "7일 이내"),
        ("이번 주 프로모션 적용 조건은?", "앱으로 결제한 음료"),
        ("최신 규정이 무엇인지", "12월 프로모션"),
    ],
)
async def test_the_questions_of_its_users_are_answered(
    rules: App, question: str, holds: str
) -> None:
    async with serving(rules) as client:
        _, said = await client.post(CHAT, {"question": question, "effective_date": "2025-12-03"})

    assert said["meta"]["verdict"] == "pass"
    assert holds in said["answer"]
    assert said["citations"]


async def test_a_question_without_evidence_is_kept_open_as_in_the_second_example(
    rules: App,
) -> None:
    async with serving(rules) as client:
        status, said = await client.post(
            CHAT,
            {"question": "중고 거래로 산 상품도 환불되나요?", "effective_date": "2025-12-01"},
        )

    assert (status, said["citations"]) == (200, [])
    assert said["answer"].endswith("에서 확인할 수 없는 내용입니다")
    assert said["follow_up_question"]
    assert set(said["meta"]) == META
    assert (said["meta"]["verdict"], said["meta"]["retrieval_attempts"]) == ("insufficient", 2)


async def test_the_day_decides_which_rules_are_in_force(rules: App) -> None:
    question = "프로모션 적용 조건은?"
    async with serving(rules) as client:
        _, now = await client.post(CHAT, {"question": question, "effective_date": "2025-12-03"})
        _, later = await client.post(CHAT, {"question": question, "effective_date": "2026-01-05"})

    assert "앱으로 결제한 음료" in now["answer"]
    assert "앱으로 결제한 음료" not in later["answer"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"question": ""},
        {"question": "환불", "effective_date": "yesterday"},
        {"question": "환불", "language": "fr"},
    ],
)
async def test_a_wrong_chat_request_is_422_with_its_details(
    rules: App, body: dict[str, Any]
) -> None:
    async with serving(rules) as client:
        status, said = await client.post(CHAT, body)

    assert status == 422
    assert said["detail"][0]["loc"][0] == "body"


# --- specification 4: the catalogue --------------------------------------------------------------

FALLBACK = "We offer a curated catalogue of productivity gadgets."
AURORA = (
    "Product: Aurora Neural Headphones\nCategory: Audio\nPrice: $249.99\nDescription: Adaptive "
    "noise-cancelling headphones with neural interface for focus optimization."
)


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    app = _app(spec_corpora.catalogue, tmp_path_factory.mktemp("catalogue"))
    yield app
    app.close()


async def _found(app: App, question: str) -> dict[str, Any]:
    async with serving(app) as client:
        status, said = await client.post(CATALOGUE, {"question": question})
    assert status == 200
    return said


async def test_headphones_are_found_as_in_the_first_example(catalogue: App) -> None:
    said = await _found(catalogue, "What headphones do you have?")

    assert said.pop("context_used").split("\n---\n")[0] == AURORA
    assert said == {
        "question": "What headphones do you have?",
        "mode": "summary",
        "provider": "mock",
        "answer": {
            "product": "Catalogue Overview",
            "summary": "(Mock) Based on your question 'What headphones do you have?', consider: "
            "Product: Aurora Neural Headphones",
            "price": None,
            "highlights": ["Product: Aurora Neural Headphones"],
        },
        "prompt_header": "Mode: summary | Question: What headphones do you have?",
        "workshop_flags": {"deterministic": True, "varied": False, "delayed": False},
    }


@pytest.mark.parametrize("question", ["Do you sell flying cars?", "flying car", "비행 자동차"])
async def test_what_is_not_sold_has_no_context_and_the_overview_as_in_the_second_example(
    catalogue: App, question: str
) -> None:
    said = await _found(catalogue, question)

    assert said["context_used"] == ""
    assert said["answer"] == {
        "product": "Catalogue Overview",
        "summary": f"(Mock) Based on your question '{question}', consider: {FALLBACK}",
        "price": None,
        "highlights": [FALLBACK],
    }


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("headphones", ["Aurora Neural Headphones"]),
        ("headphone", ["Aurora Neural Headphones"]),
        ("head phones", ["Aurora Neural Headphones"]),
        ("Aurora Neural Headphones", ["Aurora Neural Headphones"]),
        ("Tell me about desks", ["Atlas Standing Desk"]),
        ("desk", ["Atlas Standing Desk"]),
        ("speaker", ["Echo Conference Speaker"]),
        ("audio", ["Aurora Neural Headphones", "Echo Conference Speaker"]),
        ("audio products", ["Aurora Neural Headphones", "Echo Conference Speaker"]),
    ],
)
async def test_the_known_queries_find_their_products_best_first(
    catalogue: App, question: str, names: list[str]
) -> None:
    said = await _found(catalogue, question)

    blocks = said["context_used"].split("\n---\n")
    found = [block.partition("\n")[0].removeprefix("Product: ") for block in blocks]
    assert sorted(found[: len(names)]) == sorted(names)
    assert found[0] in names


async def test_a_question_for_everything_has_three_products_at_most(catalogue: App) -> None:
    said = await _found(catalogue, "What products do you sell?")

    assert len(said["context_used"].split("\n---\n")) == 3


async def test_a_price_keeps_its_cents(catalogue: App) -> None:
    said = await _found(catalogue, "Tell me about desks")

    assert "Price: $599.00" in said["context_used"]


@pytest.mark.parametrize(
    ("question", "holds"),
    [
        ("Tell me about desks", "Atlas Standing Desk"),
        ("What products do you sell?", "Aurora Neural Headphones"),
        ("What headphones do you have?", "$249.99"),
    ],
)
async def test_the_catalogue_answers_people_too(catalogue: App, question: str, holds: str) -> None:
    async with serving(catalogue) as client:
        _, said = await client.post("/api/v1/ask", {"question": question})

    assert said["outcome"] == "answer"
    assert holds in said["answer"]
    assert said["citations"]


# --- specification 5: the retriever --------------------------------------------------------------


async def test_a_segment_gets_its_citations_by_http_as_well(policies: App) -> None:
    segment = {
        "use_case": "payment_plans",
        "use_case_label": "Payment Plans",
        "funnel_stage": "StartedFormOrFlow",
        "intent_level": "medium",
        "reasons": ["interested in: Payment Plans", "started form but did not finish"],
    }
    async with serving(policies) as client:
        status, said = await client.post("/api/v1/retrieve", {"segment": segment, "top_k": 3})

    assert status == 200
    assert said["query"] == (
        "Payment Plans | StartedFormOrFlow | intent: medium | interested in: Payment Plans"
    )
    assert {one["source"] for one in said["citations"]} == {"corpus"}


# --- all of them ---------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ENDPOINTS)
async def test_without_a_key_from_elsewhere_nothing_is_answered(policies: App, path: str) -> None:
    async with serving(policies, local=False) as client:
        status, said = await client.post(path, ENDPOINTS[path])

    assert status == 401
    assert "Authorization" in said["detail"]


@pytest.mark.parametrize("path", ENDPOINTS)
async def test_another_method_is_refused_in_their_shape(policies: App, path: str) -> None:
    async with serving(policies) as client:
        response = await client.http.get(path)
        said = await response.json()

    assert (response.status, said) == (405, {"detail": "Use POST."})


@pytest.mark.parametrize("path", ENDPOINTS)
@pytest.mark.parametrize(("body", "kind"), [(b"{", "application/json"), (b"{}", "text/plain")])
async def test_what_is_no_json_is_422_with_its_details(
    policies: App, path: str, body: bytes, kind: str
) -> None:
    async with serving(policies) as client:
        response = await client.http.post(path, data=body, headers={"Content-Type": kind})
        said = await response.json()

    assert response.status == 422
    assert said["detail"][0]["loc"] == ["body"]

"""Assistants over HTTP: the SDK's own client, keys of every role, on loopback."""

import asyncio
import json
import unicodedata
from collections.abc import Iterator
from contextlib import AsyncExitStack
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientResponse, ClientSession
from aiohttp.test_utils import TestServer
from mcp.shared.exceptions import MCPError

from bot.conversation.rate_limits import Limits
from bot.main.app import App, build
from bot.main.serve.web_server import build_server
from bot.settings import ApiSettings, OpenAISettings, Settings, SlackSettings, StoreSettings
from knowledge.model.documents import Audience
from tests.contract.chats.access.cases import QUESTIONS, canaries_in, write_documents
from tests.contract.chats.access.mcp import key_of, served_mcp
from tests.flow.api.mcp_clients import LEGACY, MODES, Assistant, over_http, text_of

_ASKED = "How long do customers have to return headphones?"
_ASKED_KO = "분실한 우산은 며칠 동안 보관하나요?"
_NOT_SAID = "Who won the football world cup?"
_TOOLS = {"ask_store", "search_documents", "what_changed", "list_contradictions"}
_LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
_ACCEPT = {"Accept": "application/json, text/event-stream"}


def _write(folder: Path, name: str, text: str, **about: str) -> None:
    front = "".join(f"{key}: {value}\n" for key, value in about.items())
    (folder / f"{name}.md").write_text(f"---\n{front}---\n{text}\n", encoding="utf-8")


def write_handbook(folder: Path) -> None:
    """The documents with canaries, versions of one document, and contradictions."""
    write_documents(folder)
    for version, days, since in (("1", 30, "2024-01-01"), ("2", 14, "2024-06-01")):
        _write(
            folder,
            f"returns.v{version}",
            f"# Returns\n\n## Headphones\n\nCustomers can return headphones within {days} days.",
            doc_id="returns-en",
            title="Returns",
            version=f'"{version}"',
            effective_from=since,
        )
    cup = "A deposit of ₩300 is taken for each cup."
    _write(folder, "cups", f"# Cups\n\n{cup}", title="Cups", effective_from="2099-01-01")
    lost = "# {name}\n\n## Keeping\n\n{thing} is kept in the store for {days} days."
    for name, thing, days, audience in (
        ("Lost", "Lost property", 30, "staff"),
        ("Desk", "Lost property", 14, "staff"),
        ("Gifts", "The gift wrapping paper", 40, "staff"),
        ("Office", "The gift wrapping paper", 60, "manager"),
    ):
        text = lost.format(name=name, thing=thing, days=days)
        _write(folder, name.lower(), text, title=name, audience=audience)


def _settings(folder: Path, **about: Any) -> Settings:
    store = StoreSettings(source=folder / "documents", data=folder / "data")
    return Settings(
        openai=OpenAISettings(api_key=None),
        slack=SlackSettings(bot_token=None),
        store=store,
        **about,
    )


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    """The whole bot, indexed once."""
    folder = tmp_path_factory.mktemp("mcp")
    write_handbook(folder / "documents")
    app = build(_settings(folder))
    asyncio.run(app.indexer.rebuild())
    yield app
    app.close()


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    """The whole bot before anything is indexed."""
    folder = tmp_path_factory.mktemp("empty")
    (folder / "documents").mkdir()
    app = build(_settings(folder))
    yield app
    app.close()


# --- what a client learns at first --------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
async def test_a_client_learns_what_storewise_is_and_what_it_may_call(app: App, mode: str) -> None:
    async with served_mcp(app, local=True) as url, over_http(url, mode=mode) as assistant:
        client = assistant.client
        tools = (await client.list_tools()).tools
        templates = (await client.list_resource_templates()).resource_templates
        server, told = client.server_info, client.instructions
        revision = client.protocol_version

    assert {one.name for one in tools} == _TOOLS
    assert [str(one.uri_template) for one in templates] == [
        "storewise://documents/{doc_id}",
        "storewise://documents/{doc_id}/versions/{version}",
    ]
    assert server is not None
    assert (server.name, server.version) == ("storewise", "1.2.3")
    assert "ask_store first" in (told or "")
    assert revision == ("2025-11-25" if mode == LEGACY else "2026-07-28")


async def test_a_tool_s_description_tells_a_model_when_to_use_it_and_each_argument(
    app: App,
) -> None:
    async with served_mcp(app, local=True) as url, over_http(url) as assistant:
        tools = {one.name: one for one in (await assistant.client.list_tools()).tools}

    ask = tools["ask_store"]
    assert ask.input_schema["required"] == ["question"]
    assert set(ask.input_schema["properties"]) == {
        "question",
        "store",
        "store_type",
        "category",
        "effective_date",
        "language",
        "conversation_id",
    }
    for said in ("word-for-word", "in force", "the documents do not say it", "Use it first"):
        assert said in (ask.description or "")
    for tool in tools.values():
        assert len(tool.description or "") < 700
        assert tool.annotations is not None
        assert tool.annotations.read_only_hint
        assert tool.input_schema["additionalProperties"] is False
        assert all("description" in one for one in tool.input_schema["properties"].values())
        assert tool.output_schema is not None


# --- each tool, in both languages ---------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("question", "answer", "document"),
    [
        (_ASKED, "Customers can return headphones within 14 days. [1]", "returns-en"),
        (_ASKED_KO, "분실한 우산은 금잔화 보관함에 21일 동안 보관합니다. [1]", "staff-ko"),
    ],
)
async def test_a_question_is_answered_with_its_quotes_to_read_and_as_values(
    app: App, mode: str, question: str, answer: str, document: str
) -> None:
    async with (
        served_mcp(app) as url,
        over_http(url, await key_of(app, Audience.STAFF), mode) as assistant,
    ):
        result = await assistant.call("ask_store", question=question)

    values = result.structured_content
    assert text_of(result).startswith(f"{answer}\n\n[1] ")
    assert values is not None
    assert (values["answer"], values["outcome"]) == (answer, "answer")
    [citation] = values["citations"]
    assert citation["doc_id"] == document
    assert f"{citation['quote']} [1]" == answer


async def test_a_question_has_one_answer_however_it_is_typed(app: App) -> None:
    async with served_mcp(app, local=True) as url, over_http(url) as assistant:
        for question in (_ASKED, _ASKED_KO):
            usual = await assistant.text("ask_store", question=question)
            decomposed = unicodedata.normalize("NFD", question).rstrip("?").upper()

            assert await assistant.text("ask_store", question=decomposed) == usual


async def test_a_source_names_its_version_and_since_when_it_holds(app: App) -> None:
    async with served_mcp(app, local=True) as url, over_http(url) as assistant:
        now = await assistant.call("ask_store", question=_ASKED)
        then = await assistant.call("ask_store", question=_ASKED, effective_date="2024-03-01")

    assert "Returns › Headphones (v2, from 2024-06-01)" in text_of(now)
    assert "“Customers can return headphones within 30 days.”" in text_of(then)
    assert then.structured_content is not None
    [citation] = then.structured_content["citations"]
    assert (citation["version"], citation["effective_from"]) == ("1", "2024-01-01")


@pytest.mark.parametrize("question", [_NOT_SAID, "월드컵에서 누가 우승했나요?"])
async def test_what_the_documents_do_not_say_is_refused_and_is_no_error(
    app: App, question: str
) -> None:
    async with served_mcp(app, local=True) as url, over_http(url) as assistant:
        result = await assistant.call("ask_store", question=question)

    values = result.structured_content
    assert not result.is_error
    assert values is not None
    assert (values["outcome"], values["citations"], values["matched_chunks"]) == ("refusal", [], [])


async def test_questions_with_one_id_form_a_thread_of_one_key(app: App) -> None:
    async with AsyncExitStack() as stack:
        url = await stack.enter_async_context(served_mcp(app))
        keys = [await key_of(app, Audience.STAFF) for _ in range(2)]
        one, other = [await stack.enter_async_context(over_http(url, key)) for key in keys]
        await one.text("ask_store", question=_ASKED, conversation_id="a")
        goes_on = await one.values("ask_store", question="and in 2024?", conversation_id="a")
        alone = await other.values("ask_store", question="and in 2024?", conversation_id="a")

    assert goes_on["outcome"] == "answer"
    assert alone["outcome"] != "answer"


async def test_a_search_gives_passages_with_their_versions_and_none_where_nothing_is_near(
    app: App,
) -> None:
    async with served_mcp(app, local=True) as url, over_http(url) as assistant:
        text = await assistant.text("search_documents", query="return headphones", k=1)
        values = await assistant.values("search_documents", query="우산 보관", k=3)
        nothing = await assistant.call("search_documents", query="quantum chromodynamics")

    assert text.startswith("[1] Returns › Headphones (returns-en, v2, from 2024-06-01)\n")
    assert values["results"][0]["doc_id"] == "staff-ko"
    assert text_of(nothing).startswith("No passage in force")
    assert nothing.structured_content == {"results": []}


@pytest.mark.parametrize("document", ["returns-en", "Returns"])
async def test_what_changed_in_a_document_is_told_with_before_after_and_the_day(
    app: App, document: str
) -> None:
    async with served_mcp(app, local=True) as url, over_http(url) as assistant:
        text = await assistant.text("what_changed", document=document)

    assert text.splitlines() == [
        "Returns (returns-en): version 2, in force from 2024-06-01 on; replaces version 1",
        "- changed in Headphones",
        "  before: “Customers can return headphones within 30 days.”",
        "  after: “Customers can return headphones within 14 days.”",
    ]


async def test_what_is_new_names_what_takes_effect_soon(app: App) -> None:
    async with served_mcp(app, local=True) as url, over_http(url) as assistant:
        coming = await assistant.values("what_changed")
        since = await assistant.values("what_changed", since="2024-02-01")
        unknown = await assistant.refusal("what_changed", document="refunds")

    assert [(one["title"], one["upcoming"]) for one in coming["documents"]] == [("Cups", True)]
    assert [one["doc_id"] for one in since["documents"]] == ["returns-en", "cups"]
    assert unknown.startswith("There is no such document, or you may not read it.")


@pytest.mark.parametrize(
    ("role", "titles"),
    [
        (Audience.STAFF, [{"Lost", "Desk"}]),
        (Audience.MANAGER, [{"Lost", "Desk"}, {"Gifts", "Office"}]),
    ],
)
async def test_contradictions_are_told_to_those_who_may_read_both_documents(
    app: App, role: Audience, titles: list[set[str]]
) -> None:
    async with served_mcp(app) as url, over_http(url, await key_of(app, role)) as assistant:
        text = await assistant.text("list_contradictions")
        values = await assistant.values("list_contradictions")

    found = values["contradictions"]
    assert sorted(
        ({one["first"]["title"], one["second"]["title"]} for one in found), key=sorted
    ) == sorted(titles, key=sorted)
    assert "“Lost property is kept in the store for 30 days.”" in text
    assert ("60 days" in text) is (role is Audience.MANAGER)


# --- resources ----------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
async def test_a_document_is_read_as_it_is_in_force_or_in_a_version_that_is_named(
    app: App, mode: str
) -> None:
    async with served_mcp(app, local=True) as url, over_http(url, mode=mode) as assistant:
        listed = await assistant.listed()
        now = await assistant.read("storewise://documents/returns-en")
        before = await assistant.read("storewise://documents/returns-en/versions/1")
        korean = await assistant.read("storewise://documents/staff-ko")

    assert "storewise://documents/returns-en" in listed
    assert now.splitlines()[0] == "Returns · version 2 · in force (from 1 June 2024)"
    assert "within 14 days" in now
    assert before.splitlines()[0] == (
        "Returns · version 1 · replaced by a later version (from 1 January 2024 until 31 May 2024)"
    )
    assert "within 30 days" in before
    assert korean.splitlines()[0] == "금잔화 · 버전 1 · 시행 중"


async def test_what_may_not_be_read_and_what_is_not_there_are_refused_alike(app: App) -> None:
    refused = []
    async with served_mcp(app, local=True) as url, over_http(url) as assistant:
        for address in (
            "storewise://documents/manager-en",
            "storewise://documents/manager-en/versions/1",
            "storewise://documents/nowhere",
            "storewise://documents/returns-en/versions/9",
            "storewise://documents/..%2F..%2Fetc%2Fpasswd",
            "file:///etc/passwd",
        ):
            with pytest.raises(MCPError) as error:
                await assistant.read(address)
            refused.append((error.value.code, error.value.message))

    assert len(set(refused)) == 1
    assert "you may not read it" in refused[0][1]


# --- what goes wrong ----------------------------------------------------------------------------


async def test_wrong_arguments_are_named_and_nobody_is_shown_an_exception(app: App) -> None:
    async with served_mcp(app, local=True) as url, over_http(url) as assistant:
        missing = await assistant.refusal("ask_store")
        many = await assistant.refusal("search_documents", query="keys", k=200)
        unknown = await assistant.refusal("ask_store", question="Hello?", audience="admin")
        with pytest.raises(MCPError, match="Use one of: ask_store"):
            await assistant.call("delete_everything")

    assert missing == "Fix these arguments: `question`: Field required"
    assert many == "Fix these arguments: `k`: Input should be less than or equal to 20"
    assert unknown == "Fix these arguments: `audience`: Extra inputs are not permitted"


@pytest.mark.parametrize("mode", MODES)
async def test_without_an_index_each_call_says_how_to_make_one(empty: App, mode: str) -> None:
    async with served_mcp(empty, local=True) as url, over_http(url, mode=mode) as assistant:
        said = [
            await assistant.refusal("ask_store", question=_ASKED),
            await assistant.refusal("search_documents", query="keys"),
            await assistant.refusal("what_changed"),
            await assistant.refusal("list_contradictions"),
        ]
        with pytest.raises(MCPError, match="storewise reindex"):
            await assistant.listed()

    assert all("Run `storewise reindex` first." in one for one in said)


async def test_a_key_for_one_store_asks_about_that_one_alone(app: App) -> None:
    key = await key_of(app, Audience.STAFF, "cafe")
    async with served_mcp(app) as url, over_http(url, key) as assistant:
        own = await assistant.values("ask_store", question=_ASKED)
        other = await assistant.refusal("ask_store", question=_ASKED, store_type="apparel")

    assert own["outcome"] == "answer"
    assert other == "This key is for cafe alone."


# --- the door -----------------------------------------------------------------------------------


async def _posted(url: str, body: object = _LIST, **headers: str) -> tuple[int, dict[str, Any]]:
    async with (
        ClientSession() as session,
        session.post(url, json=body, headers=_ACCEPT | headers) as response,
    ):
        return response.status, await _json(response)


async def _json(response: ClientResponse) -> dict[str, Any]:
    is_json = response.content_type.endswith("json")
    found: dict[str, Any] = json.loads(await response.text()) if is_json else {}
    return found


async def test_nobody_is_let_in_without_a_valid_key(app: App) -> None:
    async with served_mcp(app) as url:
        without = await _posted(url)
        wrong = await _posted(url, Authorization="Bearer sw_wrong")
        right = await _posted(url, Authorization=f"Bearer {await key_of(app, Audience.STAFF)}")

    assert (without[0], wrong[0], right[0]) == (401, 401, 200)
    assert without[1]["type"] == wrong[1]["type"] == "/api/docs#no-key"
    assert {one["name"] for one in right[1]["result"]["tools"]} == _TOOLS


async def test_this_machine_needs_no_key_but_no_page_elsewhere_may_use_that(app: App) -> None:
    async with served_mcp(app, local=True) as url:
        here = await _posted(url)
        elsewhere = await _posted(url, Origin="https://evil.example")
        rebound = await _posted(url, Host="evil.example")
        passed_on = await _posted(url, **{"X-Forwarded-For": "192.0.2.1"})

    assert [one[0] for one in (here, elsewhere, rebound, passed_on)] == [200, 403, 401, 401]


@pytest.mark.parametrize(
    "question",
    ["How long can \ud83dheadphones be returned?", "헤드폰은 \ud83d며칠 안에 환불되나요?"],
)
async def test_half_a_character_in_a_question_is_left_out(app: App, question: str) -> None:
    asked = {"name": "ask_store", "arguments": {"question": question}}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": asked}
    async with served_mcp(app, local=True) as url:
        status, told = await _posted(url, body)

    assert status == 200
    assert told["result"]["structuredContent"]["outcome"] == "answer"


async def test_too_many_requests_are_told_when_to_come_back(app: App) -> None:
    key = await key_of(app, Audience.STAFF)
    async with served_mcp(app, limits=Limits(programs=2)) as url, ClientSession() as session:
        headers = _ACCEPT | {"Authorization": f"Bearer {key}"}
        answered = [await session.post(url, json=_LIST, headers=headers) for _ in range(3)]

    assert [one.status for one in answered] == [200, 200, 429]
    assert int(answered[-1].headers["Retry-After"]) > 0
    assert answered[-1].content_type == "application/problem+json"


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT"])
async def test_there_is_no_stream_to_open_and_no_session_to_end(app: App, method: str) -> None:
    async with (
        served_mcp(app, local=True) as url,
        ClientSession() as session,
        session.request(method, url, headers=_ACCEPT) as response,
    ):
        problem = await _json(response)

    assert (response.status, response.headers["Allow"]) == (405, "POST")
    assert problem["type"] == "/api/docs#wrong-method"


async def test_what_is_too_large_is_refused(app: App) -> None:
    async with served_mcp(app, local=True) as url, ClientSession() as session:
        headers = _ACCEPT | {"Content-Type": "application/json"}
        large = await session.post(url, data=BytesIO(b" " * 1_200_000), headers=headers)

    assert large.status == 413


@pytest.mark.parametrize(
    ("body", "encoding"),
    [
        (b"{", "identity"),
        (b"\xff", "identity"),
        (b'{"a":' * 5000, "identity"),
        (json.dumps([_LIST]).encode(), "identity"),
        (b'{"jsonrpc": "2.0", "text": "secret words"}', "identity"),
        (b"not packed", "gzip"),
    ],
)
async def test_what_is_no_message_is_refused_without_a_word_of_an_exception(
    app: App, body: bytes, encoding: str
) -> None:
    headers = _ACCEPT | {"Content-Type": "application/json", "Content-Encoding": encoding}
    async with (
        served_mcp(app, local=True) as url,
        ClientSession() as session,
        session.post(url, data=body, headers=headers) as response,
    ):
        told = await _json(response)

    assert response.status == 400
    if encoding == "identity":
        assert (told["jsonrpc"], told["id"]) == ("2.0", None)
        assert told["error"]["code"] in (-32700, -32600)
        assert told["error"]["message"] == "Send one JSON-RPC 2.0 message."
    else:
        assert told["detail"] == "The body cannot be read as its headers say."


async def test_roles_that_ask_at_once_each_see_their_own_documents_alone(app: App) -> None:
    async with AsyncExitStack() as stack:
        url = await stack.enter_async_context(served_mcp(app))
        assistants: list[tuple[Audience, Assistant]] = []
        for mode in MODES:
            for role in (Audience.STAFF, Audience.ADMIN, Audience.MANAGER):
                key = await key_of(app, role)
                client = await stack.enter_async_context(over_http(url, key, mode))
                assistants.append((role, client))
        calls = [
            call
            for _ in range(3)
            for _, one in assistants
            for question in (QUESTIONS[Audience.ADMIN]["en"], QUESTIONS[Audience.MANAGER]["ko"])
            for call in (
                one.call("search_documents", query=question, k=20),
                one.call("what_changed", since="0001-01-01"),
                one.listed(),
            )
        ]
        await asyncio.gather(*calls)

    for role, one in assistants:
        assert canaries_in("\n".join(one.shown)) == set(role.readable)


# --- in the server ------------------------------------------------------------------------------


@pytest.mark.parametrize(("on", "status"), [(True, 200), (False, 404)])
async def test_the_server_answers_assistants_while_the_api_is_on(
    app: App, tmp_path: Path, *, on: bool, status: int
) -> None:
    (tmp_path / "data").mkdir()
    settings = _settings(tmp_path, api=ApiSettings(on=on))
    async with TestServer(build_server(settings, app).application) as server:
        answered = await _posted(str(server.make_url("/mcp")))
        async with ClientSession() as session:
            api = await session.get(server.make_url("/api/v1/documents"))

    assert (answered[0], api.status) == (status, status)

"""The playground's addresses: what it answers, to whom, and what it refuses."""

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from aiohttp.test_utils import TestClient, TestServer

from adapters.playground import app as playground
from adapters.slack.render.reply import to_blocks
from bot.main.app import App, build, open_kept
from bot.main.serve.web_server import build_server
from bot.model import Reply
from bot.model.kept import REPORTS, Key, Secret, new_key_id, new_secret
from bot.settings import OpenAISettings, ServerSettings, Settings, SlackSettings, StoreSettings
from knowledge.model.documents import Audience
from tests.flow.conftest import Handbook
from tests.flow.stand_in.events import events_of
from tests.flow.stand_in.handbook import DISCOUNT, PARCELS

_STATIC = Path(playground.__file__).parent / "static"
Client = TestClient[Any, Any]
Json = dict[str, Any]


def _settings(
    handbook: Handbook,
    host: str = "127.0.0.1",
    *,
    on: bool | None = None,
    slack: SlackSettings | None = None,
) -> Settings:
    return Settings(
        slack=slack or SlackSettings(bot_token=None),
        openai=OpenAISettings(api_key=None),
        store=StoreSettings(source=handbook.source, data=handbook.data),
        server=ServerSettings(host=host, playground=on),
    )


@asynccontextmanager
async def _opened(settings: Settings) -> AsyncIterator[tuple[Client, App]]:
    with closing(build(settings)) as app:
        server = build_server(settings, app)
        async with TestClient(TestServer(server.application)) as client:
            yield client, app


@pytest.fixture
async def client(own_handbook: Handbook, unset: None) -> AsyncIterator[Client]:
    async with _opened(_settings(own_handbook)) as (client, _):
        yield client


async def _ask(client: Client, question: str, **about: str) -> Json:
    body = {"question": question, "thread": "t-1", **about}
    response = await client.post("/playground/ask", json=body)
    assert response.status == 200, await response.text()
    [*steps, (result, shown)] = events_of(await response.text())
    assert {name for name, _ in steps} <= {"step"}
    assert (result, type(shown)) == ("result", dict)
    known: Json = shown
    return known


@pytest.mark.parametrize(("question", "language"), [(DISCOUNT, "en"), (PARCELS, "ko")])
async def test_a_question_is_shown_as_in_both_chats_with_its_sources_and_why(
    client: Client, question: str, language: str
) -> None:
    shown = await _ask(client, question)

    said = shown["reply"]["answer"]
    first = re.sub(r" ?\[\d+\]", "", said.splitlines()[0])
    assert (shown["outcome"], shown["language"]) == ("answer", language)
    assert first in re.sub(r"\\(.)", r"\1", json.dumps(shown["slack"], ensure_ascii=False))
    assert first in shown["teams"][0]["text"]
    assert shown["teams"][0]["channelData"]["feedbackLoop"] == {"type": "default"}
    assert all(one["quotes"][0] in one["passage"] for one in shown["sources"])
    assert shown["why"]["retrieval"]["candidates"]
    assert shown["why"]["steps"]["retrieve"] > 0


async def test_slack_shows_the_very_blocks_of_a_chat(
    client: Client, own_handbook: Handbook, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Reply] = []

    def noted(reply: Reply, *about: Any) -> Any:
        seen.append(reply)
        return to_blocks(reply, *about)

    monkeypatch.setattr("adapters.slack.render.reply.to_blocks", noted)

    shown = await _ask(client, DISCOUNT)

    assert shown["slack"] == to_blocks(seen[0])
    assert [one["type"] for one in shown["slack"]][-1] == "context_actions"


async def test_a_thread_has_a_memory_and_another_has_none(client: Client) -> None:
    await _ask(client, DISCOUNT)
    follow_up = await _ask(client, "and for part-time staff?")
    apart = await _ask(client, "and for part-time staff?", thread="t-2")

    assert "discount" in follow_up["why"]["question"] or follow_up["why"]["parsed"]
    assert (
        follow_up["why"]["parsed"]["normalized_query"] != apart["why"]["parsed"]["normalized_query"]
    )


async def test_a_day_chooses_the_version(client: Client) -> None:
    now = await _ask(client, DISCOUNT, thread="now")
    then = await _ask(client, DISCOUNT, thread="then", as_of="2025-06-01")

    assert now["sources"][0]["version"] != then["sources"][0]["version"]


async def test_talk_has_no_sources(client: Client) -> None:
    shown = await _ask(client, "hello")

    assert (shown["outcome"], shown["sources"]) == ("talk", [])


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"thread": "t"}, "question"),
        ({"question": "", "thread": "t"}, "question"),
        ({"question": "a", "thread": "no/path"}, "thread"),
        ({"question": "a", "thread": "t", "role": "boss"}, "role"),
        ({"question": "a", "thread": "t", "as_of": "tomorrow"}, "as_of"),
        ({"question": "a", "thread": "t", "as_off": "2026-01-01"}, "as_off"),
    ],
)
async def test_a_wrong_field_is_named(client: Client, body: Json, field: str) -> None:
    response = await client.post("/playground/ask", json=body)

    assert response.status == 422
    assert [one["field"] for one in (await response.json())["errors"]] == [field]


@pytest.mark.parametrize(
    ("data", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"[]", "application/json", 400),
        (b"[" * 60_000, "application/json", 400),
        (b'"' + b"a" * 70_000 + b'"', "application/json", 413),
        (b"question=a", "application/x-www-form-urlencoded", 415),
        (b"{}", "text/plain", 415),
    ],
)
async def test_what_is_no_json_object_is_refused(
    client: Client, data: bytes, kind: str, status: int
) -> None:
    response = await client.post("/playground/ask", data=data, headers={"Content-Type": kind})

    assert response.status == status
    assert "detail" in await response.json()


async def test_half_a_character_is_left_out(client: Client) -> None:
    body = f'{{"question": "{DISCOUNT} \\ud83d", "thread": "t"}}'.encode()

    response = await client.post(
        "/playground/ask", data=body, headers={"Content-Type": "application/json"}
    )

    assert response.status == 200
    assert events_of(await response.text())[-1][1]["outcome"] == "answer"


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "attacker.example"},
        {"X-Forwarded-For": "203.0.113.7"},
        {"Origin": "https://attacker.example"},
        {"Sec-Fetch-Site": "cross-site"},
    ],
)
@pytest.mark.parametrize("path", ["ask", "run", "start", "documents", "files", "report", "queue"])
async def test_other_sites_and_proxies_get_nothing(
    client: Client, headers: dict[str, str], path: str
) -> None:
    url = f"/playground/{path}"
    if path in ("ask", "run"):
        body = {"question": DISCOUNT, "thread": "t", "command": "rollback"}
        response = await client.post(url, json=body, headers=headers)
    else:
        response = await client.get(url, headers=headers)

    assert response.status in (401, 403)
    assert "discount" not in (await response.text()).casefold()


async def test_the_page_is_not_served_under_another_name(client: Client) -> None:
    response = await client.get("/", headers={"Host": "attacker.example"})

    assert response.status == 403


async def _key(app: App, role: Audience) -> Secret:
    secret, key_id = new_secret(), new_key_id()
    await app.kept.keys.add(Key(key_id, key_id, role, datetime.now(UTC)), secret)
    return secret


async def test_beyond_this_machine_an_administrator_s_key_is_needed(
    own_handbook: Handbook, unset: None
) -> None:
    settings = _settings(own_handbook, "0.0.0.0", on=True)  # noqa: S104 - nothing listens there
    async with _opened(settings) as (client, app):
        page = await client.get("/")
        statuses = [(await client.get("/playground/documents")).status]
        for role in (Audience.MANAGER, Audience.ADMIN):
            headers = {"Authorization": f"Bearer {await _key(app, role)}"}
            statuses.append((await client.get("/playground/documents", headers=headers)).status)

    assert page.status == 200  # it holds nothing of the store, and asks for the key
    assert statuses == [401, 403, 200]


@pytest.mark.parametrize(
    ("host", "on", "slack", "shown"),
    [
        ("127.0.0.1", None, False, True),
        ("127.0.0.1", None, True, False),
        ("127.0.0.1", True, True, True),
        ("127.0.0.1", False, False, False),
        ("0.0.0.0", None, False, False),  # noqa: S104 - nothing listens there
    ],
)
async def test_it_is_shown_on_this_machine_until_a_chat_is_connected_or_as_set(
    own_handbook: Handbook, unset: None, host: str, on: bool | None, slack: bool, shown: bool
) -> None:
    chat = SlackSettings(bot_token="xoxb-1", signing_secret="a") if slack else None
    settings = _settings(own_handbook, host, on=on, slack=chat)
    with closing(build(settings)) as app:
        routes = build_server(settings, app).application.router.resources()
        paths = {one.canonical for one in routes}

    assert ("/playground/ask" in paths) == shown


async def test_programs_still_ask_by_the_form(client: Client) -> None:
    response = await client.post("/", data={"question": DISCOUNT})

    assert response.status == 200
    assert "%" in await response.text()


async def test_the_documents_are_listed_with_all_versions(client: Client) -> None:
    known = await (await client.get("/playground/documents")).json()

    [discount] = [one for one in known["documents"] if len(one["versions"]) > 1]
    assert discount["title"].startswith("Staff")
    assert [one["standing"] for one in discount["versions"]] == ["superseded", "in force"]
    assert "documents" in known["status"]


async def test_each_file_is_listed_with_how_it_was_read(client: Client) -> None:
    known = await (await client.get("/playground/files")).json()

    [discount] = [one for one in known["files"] if "discount.v2" in one["file"]]
    assert (discount["read"], discount["version"]) == ("taken", "2")
    assert discount["effective_from"] == "2026-05-01"
    assert discount["words"] > 100


async def test_the_state_of_the_index_is_told_in_the_language_of_the_page(client: Client) -> None:
    known = await (await client.get("/playground/documents?language=ko")).json()

    assert "문서" in known["status"]


async def test_a_run_tells_its_progress_and_its_report(
    own_handbook: Handbook, unset: None, tmp_path: Path
) -> None:
    fresh = Handbook(own_handbook.source, tmp_path / "data")
    async with _opened(_settings(fresh)) as (client, _):
        response = await client.post("/playground/run", json={"command": "reindex"})
        *steps, (_, last) = events_of(await response.text())
        with open_kept(_settings(fresh)) as kept:
            log = await kept.audit.read(datetime.min.replace(tzinfo=UTC))

    assert {about["counted"] for _, about in steps} >= {"documents", "passages"}
    assert last["code"] == 0
    assert "3 documents" in last["text"]
    assert ("web::playground", "reindex") in {(one.who, one.what) for one in log.entries}


@pytest.mark.parametrize("kind", REPORTS)
async def test_every_report_can_be_read(client: Client, kind: str) -> None:
    made = await (await client.get(f"/playground/report?kind={kind}&days=7")).json()

    assert made["report"] == kind


@pytest.mark.parametrize("query", ["", "kind=sales", "kind=usage&days=0", "kind=usage&days=x"])
async def test_a_report_that_does_not_exist_is_refused(client: Client, query: str) -> None:
    assert (await client.get(f"/playground/report?{query}")).status == 422


@pytest.mark.parametrize(
    "question", ["Can customers bring a parrot?", "매장에 앵무새를 데려와도 되나요?"]
)
async def test_the_queue_has_what_was_asked_in_vain(client: Client, question: str) -> None:
    for one in (question, DISCOUNT):
        await client.post("/api/v1/ask", json={"question": one, "conversation_id": "t-1"})

    found = await (await client.get("/playground/queue?days=7")).json()
    wrong = await client.get("/playground/queue?days=0")

    [one] = found["gaps"]
    assert (one["question"], one["people"], one["waits_days"]) == (question, 1, 0)
    assert (found["settled"], wrong.status) == (0, 422)


async def test_without_the_api_nobody_writes_rules_on_the_page(
    own_handbook: Handbook, unset: None
) -> None:
    settings = _settings(own_handbook)
    writes = []
    for on in (True, False):
        api = settings.api.model_copy(update={"on": on})
        async with _opened(settings.model_copy(update={"api": api})) as (client, _):
            writes.append((await (await client.get("/playground/start")).json())["writes"])

    assert writes == [True, False]


async def test_only_known_commands_run(client: Client) -> None:
    response = await client.post("/playground/run", json={"command": "backup"})

    assert response.status == 422


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.said: set[str] = set()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        known = dict(attributes)
        self.found += [one for name in ("src", "href") if (one := known.get(name))]
        self.said |= {one for one in [known.get("data-say")] if one}


async def test_the_page_loads_only_its_own_files(client: Client) -> None:
    page = await client.get("/")
    text, policy = await page.text(), page.headers["Content-Security-Policy"]
    links = _Links()
    links.feed(text)
    scripts = [one for one in links.found if one.startswith("/playground/")]
    imported = {
        f"/playground/{name}"
        for file in _STATIC.glob("*.js")
        if "adaptivecards" not in file.name
        for name in re.findall(r'from "\./(.+?)"', file.read_text(encoding="utf-8"))
    }

    statuses = {(await client.get(path)).status for path in {*scripts, *imported}}

    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert statuses == {200}
    assert [one for one in links.found if one not in {*scripts, "data:,"}] == []
    assert "style=" not in text


def test_every_text_of_the_page_is_there_in_both_languages() -> None:
    script = (_STATIC / "playground.js").read_text(encoding="utf-8")
    english, korean = re.findall(r"^  (?:en|ko): \{(.+?)^  \},", script, re.DOTALL | re.MULTILINE)
    names = [
        {one.strip() for one in re.findall(r'"?([\w ]+)"?: "', part)} for part in (english, korean)
    ]
    links = _Links()
    links.feed((_STATIC / "index.html").read_text(encoding="utf-8"))
    steps = {one for one in names[1] if one.startswith("step_")}

    assert len(names[0]) > 40
    assert names[0] == names[1] - steps  # steps have names of their own in English
    assert links.said <= names[0]


def test_the_page_offers_every_report() -> None:
    page = (_STATIC / "index.html").read_text(encoding="utf-8")

    assert [kind for kind in REPORTS if f'<option value="{kind}"' not in page] == []


def test_microsoft_s_renderer_comes_with_its_licence() -> None:
    licence = (_STATIC / "adaptivecards.LICENSE.txt").read_text(encoding="utf-8")

    assert "MIT License" in licence
    assert "Microsoft" in licence
    assert (_STATIC / "adaptivecards.min.js").stat().st_size > 300_000


async def test_stores_are_named_in_both_languages_and_asked_in(
    own_handbook: Handbook, unset: None, tmp_path: Path
) -> None:
    path = tmp_path / "stores.yaml"
    path.write_text("stores: {gangnam: {name: {ko: 강남점, en: Gangnam}}}", encoding="utf-8")
    settings = _settings(own_handbook)
    store = settings.store.model_copy(update={"stores": path})
    async with _opened(settings.model_copy(update={"store": store})) as (client, _):
        start = await (await client.get("/playground/start")).json()
        shown = await _ask(client, PARCELS, store="gangnam")

    assert start["stores"] == [{"id": "gangnam", "en": "Gangnam", "ko": "강남점", "ja": "강남점"}]
    assert "강남점" in json.dumps(shown["slack"], ensure_ascii=False)
    assert "강남점" in shown["teams"][0]["text"]


@pytest.mark.parametrize(
    ("language", "said"), [("en", "no documents have changed"), ("ko", "바뀐 문서가 없습니다")]
)
async def test_what_has_changed_since_the_index(client: Client, language: str, said: str) -> None:
    body = {"command": "diff", "language": language}
    response = await client.post("/playground/run", json=body)
    _, last = events_of(await response.text())[-1]

    assert last["code"] == 0
    assert said in last["text"].lower()


async def test_what_the_bot_reads_of_a_document_is_shown(client: Client) -> None:
    about = {"doc_id": "staff-discount-en"}

    found = await (await client.get("/playground/passages", params=about)).json()

    texts = [one["text"] for one in found["passages"]]
    assert any("20% off regular prices" in one for one in texts)
    assert all(one["section"] for one in found["passages"])


async def test_a_document_that_is_not_there_has_no_passages(client: Client) -> None:
    response = await client.get("/playground/passages", params={"doc_id": "nothing"})

    assert response.status == 404
    assert "no such document" in (await response.json())["detail"]

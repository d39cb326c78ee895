"""A choice that comes after the answer: on the page, in the API's stream, and over MCP."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from aiohttp.test_utils import TestClient, TestServer
from mcp_types import CallToolResult

from bot.main.app import App, build, open_kept
from bot.main.serve.web_server import build_server
from bot.settings import Settings
from tests.flow.answers.model.test_slow_model import CHOSEN, THINKS_S, settings_with
from tests.flow.api.mcp_clients import MODES, over_http, over_stdio, text_of
from tests.flow.stand_in.events import events_of
from tests.flow.stand_in.openai_api import (
    DENIED,
    Given,
    OpenAIApi,
    chooses,
    openai_api,
    thinking,
)

Json = dict[str, Any]
STREAM, PAGE = "/api/v1/ask/stream", "/playground/ask"


@pytest.fixture(scope="module")
def api() -> Iterator[OpenAIApi]:
    with openai_api() as api:
        yield api


@pytest.fixture
def settings(tmp_path: Path, api: OpenAIApi, unset: None) -> Settings:
    return settings_with(tmp_path, api)


@dataclass(frozen=True)
class Served:
    """A server on this machine, and the bot behind it."""

    settings: Settings
    app: App
    http: TestClient[Any, Any]

    async def told(self, path: str, question: str) -> list[tuple[str, Any]]:
        """The events of an answer, without steps and lines."""
        response = await self.http.post(path, json=body_of(path, question))
        assert response.status == 200
        told = events_of(await response.text())
        return [(name, about) for name, about in told if name not in ("step", "sentence")]

    async def stored(self, answer_id: str) -> str | None:
        """The text of a stored answer; None for one of the page, which are never stored."""
        record = await self.app.kept.records.find(answer_id)
        return record.reply.text if record else None

    async def models(self, answer_id: str) -> list[object]:
        """Who chose an answer, in the lines of the audit log."""
        with open_kept(self.settings) as kept:
            log = await kept.audit.read(datetime(2020, 1, 1, tzinfo=UTC))
        return [one.about["model"] for one in log.entries if one.what == answer_id]


@pytest.fixture
async def served(settings: Settings) -> AsyncIterator[Served]:
    with closing(build(settings)) as app:
        await app.indexer.rebuild()
        server = TestServer(build_server(settings, app).application)
        async with TestClient(server) as http:
            yield Served(settings, app, http)


def body_of(path: str, question: str) -> Json:
    return {"question": question} | ({"thread": "t"} if path == PAGE else {})


def answer_in(about: Json) -> str:
    answer: str = about.get("reply", about)["answer"]
    return answer


def id_in(about: Json) -> str:
    found = about["reply"]["trace_id"] if "reply" in about else about["meta"]["answer_id"]
    return str(found)


WAYS = pytest.mark.parametrize("path", [STREAM, PAGE], ids=["stream", "page"])


@WAYS
@CHOSEN
async def test_a_choice_that_comes_later_follows_the_answer_once_and_is_stored_in_its_place(
    served: Served, api: OpenAIApi, path: str, question: str, own: str, better: str
) -> None:
    api.play = thinking(THINKS_S, chooses(better))

    (first, result), *rest = await served.told(path, question)
    stored = await served.stored(id_in(result))

    [(second, revision)] = rest
    assert (first, second) == ("result", "revision")
    assert own in answer_in(result)
    assert better in answer_in(revision)
    assert own not in answer_in(revision)
    assert result.keys() == revision.keys()
    assert id_in(result) == id_in(revision)
    assert (stored is None) if path == PAGE else (better in (stored or ""))
    assert await served.models(id_in(result)) == ["extractive", "gpt-5.4-mini"]
    assert len(api.asked) == 1


@pytest.mark.parametrize("what", ["denial", "broken", "the same", "at once"])
@CHOSEN
async def test_without_another_choice_nothing_follows_the_answer(
    served: Served, api: OpenAIApi, question: str, own: str, better: str, what: str
) -> None:
    plays = {
        "denial": thinking(THINKS_S, lambda _: DENIED),
        "broken": thinking(THINKS_S, lambda _: Given(status=503)),
        "the same": thinking(THINKS_S, chooses(own)),
        "at once": chooses(own),
    }
    api.play = plays[what]

    told = await served.told(STREAM, question)

    assert [name for name, _ in told] == ["result"]
    assert own in answer_in(told[0][1])


@WAYS
@CHOSEN
async def test_who_has_gone_keeps_the_answer_that_was_shown(
    served: Served,
    api: OpenAIApi,
    caplog: pytest.LogCaptureFixture,
    path: str,
    question: str,
    own: str,
    better: str,
) -> None:
    caplog.set_level(logging.INFO)
    api.play = thinking(THINKS_S, chooses(better))

    response = await served.http.post(path, json=body_of(path, question))
    text = ""
    while "event: result" not in text or not text.endswith("\r\n\r\n"):
        text += (await response.content.readany()).decode()
    response.close()
    await asyncio.sleep(3 * THINKS_S)
    answer_id = id_in(events_of(text)[-1][1])
    stored, models = await served.stored(answer_id), await served.models(answer_id)
    again = await served.told(path, question)

    assert (stored is None) if path == PAGE else (own in (stored or ""))
    assert models == ["extractive"]
    assert [one.__dict__["replaced"] for one in caplog.records if "replaced" in one.__dict__] == [
        False,
        True,
    ]
    assert [name for name, _ in again] == ["result", "revision"]
    assert [one for one in caplog.records if one.levelno >= logging.ERROR] == []


@CHOSEN
async def test_a_plain_call_waits_for_nothing(
    served: Served, api: OpenAIApi, question: str, own: str, better: str
) -> None:
    api.play = thinking(60.0, chooses(better))

    async with asyncio.timeout(10):
        response = await served.http.post("/api/v1/ask", json={"question": question})
        answered = await response.json()

    assert own in answered["answer"]


@pytest.mark.parametrize("mode", MODES)
@CHOSEN
async def test_an_assistant_that_follows_the_progress_is_told_the_answer_and_gets_the_better_one(
    served: Served, api: OpenAIApi, mode: str, question: str, own: str, better: str
) -> None:
    api.play = thinking(THINKS_S, chooses(better))
    told: list[tuple[float, str | None]] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        told.append((progress, message))

    async with over_http(str(served.http.make_url("/mcp")), mode=mode) as assistant:
        result = await assistant.client.call_tool(
            "ask_store", {"question": question}, progress_callback=note
        )

    assert isinstance(result, CallToolResult)
    assert [progress for progress, _ in told] == [1, 2]
    assert told[0][1] == "Searching the documents …"
    assert own in (told[1][1] or "")
    assert better in text_of(result)
    values = result.structured_content
    assert values is not None
    assert better in (await served.stored(values["meta"]["answer_id"]) or "")


@pytest.mark.parametrize("mode", MODES)
@CHOSEN
async def test_an_assistant_that_follows_no_progress_waits_for_nothing(
    served: Served, api: OpenAIApi, mode: str, question: str, own: str, better: str
) -> None:
    api.play = thinking(60.0, chooses(better))

    async with (
        asyncio.timeout(10),
        over_http(str(served.http.make_url("/mcp")), mode=mode) as assistant,
    ):
        said = await assistant.text("ask_store", question=question)

    assert own in said


@pytest.mark.parametrize("mode", MODES)
async def test_an_assistant_that_follows_other_calls_gets_their_results(
    served: Served, mode: str
) -> None:
    async def note(progress: float, total: float | None, message: str | None) -> None:
        """Is told nothing."""

    async with over_http(str(served.http.make_url("/mcp")), mode=mode) as assistant:
        result = await assistant.client.call_tool(
            "search_documents", {"query": "umbrella rental"}, progress_callback=note
        )

    assert isinstance(result, CallToolResult)
    assert "umbrella" in text_of(result)


@pytest.mark.long
@CHOSEN
async def test_the_same_holds_for_an_assistant_on_this_machine(
    settings: Settings,
    api: OpenAIApi,
    monkeypatch: pytest.MonkeyPatch,
    question: str,
    own: str,
    better: str,
) -> None:
    assert settings.store.source is not None
    for name, value in {
        "STOREWISE_SOURCE": settings.store.source.paths[0],
        "STOREWISE_DATA": settings.store.data,
        "OPENAI_API_KEY": "sk-1",
        "OPENAI_BASE_URL": api.url,
        "OPENAI_CHAT_BUDGET_S": settings.openai.chat_budget_s,
        "OPENAI_EMBEDDING_MODEL": "",
    }.items():
        monkeypatch.setenv(name, str(value))
    api.play = thinking(THINKS_S, chooses(better))
    told: list[str | None] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        told.append(message)

    async with over_stdio() as assistant:
        result = await assistant.client.call_tool(
            "ask_store", {"question": question}, progress_callback=note
        )

    assert isinstance(result, CallToolResult)
    assert own in (told[-1] or "")
    assert better in text_of(result)

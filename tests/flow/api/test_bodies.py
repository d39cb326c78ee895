"""What is sent to the server: too large, nested or broken, it is refused and costs little."""

import gzip
import io
import logging
import tracemalloc
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import fields
from datetime import date
from typing import Any

import aiohttp
import pytest
from aiohttp.test_utils import TestClient, TestServer

from adapters.http.app import Api, Behind
from adapters.web.bounded import Bounded
from adapters.web.callers import Callers
from adapters.web.server import WebServer
from bot.conversation.rate_limits import Limits
from bot.model import Reply
from bot.rules.rules import Rules
from tests.fakes import FakeHandle
from tests.flow.slack.stand_in import bot as slack_bot
from tests.flow.slack.stand_in.api import sign
from tests.flow.teams.stand_in import bot as teams_bot
from tests.flow.upkeep.server.test_control import Answers, controlled
from tests.unit.adapters.test_page import page

FORM, JSON, PARTS = (
    "application/x-www-form-urlencoded",
    "application/json",
    "multipart/form-data; boundary=x",
)
ZEROS = gzip.compress(b" " * 50_000_000)
PART = b"--x\r\nContent-Disposition: form-data; name=question\r\n\r\n"
Headers = dict[str, str]
Send = Callable[[bytes, Headers], Any]


@asynccontextmanager
async def to_the_page() -> AsyncIterator[Send]:
    async with page() as (client, _):
        yield _sender(client, "/")


@asynccontextmanager
async def to_teams() -> AsyncIterator[Send]:
    async with teams_bot.running() as bot:
        yield _sender(bot.client, "/api/messages")


@asynccontextmanager
async def to_slack() -> AsyncIterator[Send]:
    async with slack_bot.running() as bot:
        yield _sender(bot.client, "/slack/events")


def _sender(client: TestClient[Any, Any], path: str) -> Send:
    async def send(body: bytes, headers: Headers) -> int:
        signature = sign(body, headers["Content-Type"])[1]
        given = {**signature, **headers}
        async with client.post(path, data=io.BytesIO(body), headers=given) as response:
            return response.status

    return send


@asynccontextmanager
async def to_the_api() -> AsyncIterator[Send]:
    nothing: Any = None
    callers = Callers(nothing, Limits(), date.today, local=True)
    behind = Behind(
        handle=FakeHandle(Reply("x")),
        index=nothing,
        retrieval=nothing,
        records=nothing,
        replays=nothing,
        redactor=nothing,
        desk=nothing,
        indexer=nothing,
        today=date.today,
        corpus={"en": "documents", "ko": "문서"},
        overview="",
        version="0",
        rules=Rules(**{one.name: nothing for one in fields(Rules)}),
        reports=nothing,
        zone=nothing,
    )
    server = WebServer([Api(callers, Bounded(), behind)])
    async with TestClient(TestServer(server.application)) as client:
        yield _sender(client, "/api/v1/ask")


WAYS: dict[str, Callable[[], AbstractAsyncContextManager[Send]]] = {
    "page": to_the_page,
    "API": to_the_api,
    "Slack": to_slack,
    "Teams": to_teams,
}
every_way = pytest.mark.parametrize("way", WAYS)


@every_way
@pytest.mark.parametrize("kind", [FORM, JSON, PARTS])
async def test_what_is_larger_than_any_request_is_413(way: str, kind: str) -> None:
    body = (PART if kind == PARTS else b"question=") + b"a" * 2_000_000

    async with WAYS[way]() as send:
        status = await send(body, {"Content-Type": kind})

    # The page takes a form and the API takes JSON, and nothing else.
    refused = {("page", JSON), ("API", FORM), ("API", PARTS)}
    assert status == (415 if (way, kind) in refused else 413)


@every_way
async def test_what_unpacks_to_more_than_any_request_is_413_and_not_unpacked(way: str) -> None:
    async with WAYS[way]() as send:
        tracemalloc.start()
        kind = JSON if way == "API" else FORM
        status = await send(ZEROS, {"Content-Type": kind, "Content-Encoding": "gzip"})
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()

    assert status == 413
    assert peak < 20_000_000


BROKEN: dict[str, tuple[bytes, Headers]] = {
    "not gzip": (b"plain", {"Content-Type": FORM, "Content-Encoding": "gzip"}),
    "not brotli": (b"plain", {"Content-Type": FORM, "Content-Encoding": "br"}),
    "unknown letters": (b"question=a", {"Content-Type": f"{FORM}; charset=nonsense"}),
    "no letters": (b"question=\xff\xfe", {"Content-Type": FORM}),
    "no boundary": (b"", {"Content-Type": "multipart/form-data"}),
    "half a part": (b"--x\r\n", {"Content-Type": PARTS}),
    "a part without a name": (b"--x\r\nfoo\r\n\r\na\r\n--x--", {"Content-Type": PARTS}),
    "deep": (b'{"a":' * 100_000, {"Content-Type": JSON}),
    "deep list": (b"[" * 500_000, {"Content-Type": JSON}),
    "a number of 900,000 digits": (b"1" * 900_000, {"Content-Type": JSON}),
    "JSON in unknown letters": (b"{}", {"Content-Type": f"{JSON}; charset=nonsense"}),
}


@every_way
@pytest.mark.parametrize("broken", BROKEN)
async def test_a_broken_body_is_no_fault_of_the_server(
    way: str, broken: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with WAYS[way]() as send:
        status = await send(*BROKEN[broken])

    assert status in ({400, 415, 422} if way in ("page", "API") else {400, 401, 404})
    bugs = [one for one in caplog.records if one.levelno >= logging.ERROR]
    # aiohttp says once more, while it throws the rest of a body away, that it cannot unpack it.
    assert [one for one in bugs if one.name != "aiohttp.server"] == []


@pytest.mark.parametrize("body", [b"", b"[1]", b"null", b"{}", b"[" * 100_000, b"\xff"])
async def test_an_order_that_is_none_is_400(body: bytes) -> None:
    answers = Answers()

    async with controlled(answers) as place, aiohttp.ClientSession() as session:
        headers = {"Authorization": f"Bearer {place.token}"}
        async with session.post(place.address, data=body, headers=headers) as response:
            status = response.status

    assert (status, answers.calls) == (400, [])

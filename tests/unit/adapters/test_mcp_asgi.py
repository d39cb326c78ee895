"""The bridge between aiohttp and an ASGI app, on loopback."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from aiohttp import ClientSession, web

from adapters.mcp.app import answered


@dataclass
class Echo:
    """An app that keeps what it receives, and says it back in two parts."""

    events: list[dict[str, Any]] = field(default_factory=list)
    scope: dict[str, Any] = field(default_factory=dict)
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.scope = dict(scope)
        self.events.append(dict(await receive()))
        headers = [(b"content-type", b"text/plain"), (b"x-of", b"app")]
        await send({"type": "http.response.start", "status": 201, "headers": headers})
        body = self.events[0]["body"]
        await send({"type": "http.response.body", "body": body, "more_body": True})
        await send({"type": "http.response.body", "body": b"!", "more_body": False})


@dataclass
class Waiting(Echo):
    """An app that never answers, and waits until its client has gone."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        while not self.events or self.events[-1]["type"] != "http.disconnect":
            self.events.append(dict(await receive()))
        self.ended.set()


@dataclass
class Late(Echo):
    """An app that answers when it is told to."""

    go: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self.go.wait()
        await super().__call__(scope, receive, send)
        self.ended.set()


@asynccontextmanager
async def bridged(app: Any) -> AsyncIterator[str]:
    async def handle(request: web.Request) -> web.StreamResponse:
        try:
            return await answered(app, request, await request.read(), {"storewise.caller": "k1"})
        except RuntimeError:
            return web.Response(status=500)

    application = web.Application()
    application.router.add_route("*", "/mcp", handle)
    # Not aiohttp's TestServer: it cancels the handler of a client that has gone, and ours does not.
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/mcp"
    finally:
        await runner.cleanup()


async def test_an_app_gets_the_request_with_what_is_known_besides_and_its_answer_goes_out() -> None:
    app = Echo()

    async with (
        bridged(app) as url,
        ClientSession() as session,
        session.post(f"{url}?a=1", data=b"hello", headers={"X-One": "1"}) as response,
    ):
        body = await response.read()

    assert (response.status, body, response.headers["X-Of"]) == (201, b"hello!", "app")
    assert response.headers["Cache-Control"] == "no-store"
    assert app.events == [{"type": "http.request", "body": b"hello", "more_body": False}]
    assert (app.scope["method"], app.scope["path"]) == ("POST", "/mcp")
    assert (app.scope["query_string"], app.scope["storewise.caller"]) == (b"a=1", "k1")
    assert (b"x-one", b"1") in app.scope["headers"]


async def test_an_app_that_waits_is_told_of_the_disconnect_once_and_of_no_empty_bodies() -> None:
    app = Waiting()

    async with bridged(app) as url, ClientSession() as session:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await session.post(url, data=b"hello")
        async with asyncio.timeout(5):
            await app.ended.wait()

    assert [one["type"] for one in app.events] == ["http.request", "http.disconnect"]


async def test_an_answer_to_a_client_that_has_gone_is_dropped() -> None:
    app = Late()

    async with bridged(app) as url, ClientSession() as session:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await session.post(url, data=b"hello")
        app.go.set()
        async with asyncio.timeout(5):
            await app.ended.wait()


async def test_an_app_without_an_answer_is_a_bug() -> None:
    async def silent(scope: Any, receive: Any, send: Any) -> None:
        await receive()

    async with bridged(silent) as url, ClientSession() as session:
        response = await session.post(url, data=b"hello")

    assert response.status == 500

"""A bridge from aiohttp to an ASGI app: one request with its whole body, one response.

Not aiohttp-asgi: after the body it sends endless empty bodies, so an app that waits for the
disconnect spins forever (docs/decisions/0046).
"""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any

from aiohttp import web

Event = MutableMapping[str, Any]
App = Callable[
    [Event, Callable[[], Awaitable[Event]], Callable[[Event], Awaitable[None]]], Awaitable[None]
]
_LOOK_S = 1.0  # seconds until a waiting app learns of a disconnect
_HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}


async def answered(
    app: App, request: web.Request, body: bytes, about: dict[str, Any]
) -> web.StreamResponse:
    """Runs the app for a request with this body; `about` is added to its scope.

    Raises the app's errors.
    """
    exchange = _Exchange(request, body)
    try:
        await app(_scope(request) | about, exchange.receive, exchange.send)
    finally:
        exchange.over.set()
    if not exchange.response.prepared and request.transport is not None:
        raise RuntimeError("the app gave no response")
    return exchange.response


class _Exchange:
    """The receive and send channels of one request."""

    def __init__(self, request: web.Request, body: bytes) -> None:
        self.response = web.StreamResponse(headers=_HEADERS)
        self.over = asyncio.Event()
        self._request = request
        self._body: bytes | None = body

    async def receive(self) -> Event:
        """Returns the body once, then waits for the disconnect or the end."""
        if self._body is not None:
            body, self._body = self._body, None
            return {"type": "http.request", "body": body, "more_body": False}
        while not self.over.is_set() and self._request.transport is not None:
            try:
                await asyncio.wait_for(self.over.wait(), _LOOK_S)
            except TimeoutError:
                continue
        return {"type": "http.disconnect"}

    async def send(self, event: Event) -> None:
        """Sends the response's head or a part of its body; nothing after a disconnect."""
        with suppress(ConnectionError):
            await self._sent(event)

    async def _sent(self, event: Event) -> None:
        response = self.response
        if event["type"] == "http.response.start":
            response.set_status(event["status"])
            for name, value in event.get("headers", ()):
                response.headers[name.decode("latin-1")] = value.decode("latin-1")
            await response.prepare(self._request)
            return
        if event.get("body"):
            await response.write(event["body"])
        if not event.get("more_body"):
            await response.write_eof()


def _scope(request: web.Request) -> dict[str, Any]:
    version = request.version
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": f"{version.major}.{version.minor}",
        "method": request.method,
        "scheme": request.scheme,
        "path": request.path,
        "raw_path": request.raw_path.partition("?")[0].encode(),
        "query_string": request.query_string.encode(),
        "root_path": "",
        "headers": [(name.lower(), value) for name, value in request.raw_headers],
        "client": None,
        "server": None,
    }

"""The MCP server on aiohttp, by the SDK."""

import asyncio
import io
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, MutableMapping
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import IO, TYPE_CHECKING, Any

import anyio
from aiohttp import web
from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.shared.jsonrpc_dispatcher import progress_token_from_params
from mcp_types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    JSONRPCMessage,
    JSONRPCRequest,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError

from adapters.mcp import words
from adapters.mcp.resources import Resources
from adapters.mcp.server import CallerOf, Context, Ready, Served, build_mcp
from adapters.mcp.tools import Behind, Tools
from adapters.web.bounded import Bounded
from adapters.web.callers import Caller
from adapters.web.edge import whole_json
from adapters.web.event_stream import wants_events

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


_CALLER = "storewise.caller"
"""The key of the caller in a request's scope."""
_LONGEST = 1_000_000  # bytes of a request


class Mcp:
    """Answers requests by the SDK."""

    def __init__(self, bounded: Bounded, behind: Behind, version: str) -> None:
        server = _server(behind, bounded, version, _caller, _at_once)
        self._plain, self._streaming = (
            StreamableHTTPSessionManager(
                server, json_response=plain, stateless=True, max_request_body_size=_LONGEST
            )
            for plain in (True, False)
        )

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Runs the session managers during the block."""
        # The SDK needs one task for start and end; aiohttp may use two.
        begun, over = asyncio.Event(), asyncio.Event()

        async def run() -> None:
            async with self._plain.run(), self._streaming.run():
                begun.set()
                await over.wait()

        task = asyncio.create_task(run())
        await begun.wait()
        yield
        over.set()
        await task

    async def answered(self, request: web.Request, caller: Caller) -> web.StreamResponse:
        """Answers a caller's request. Raises the SDK's errors."""
        body = whole_json(await request.read())
        message = _message(body)
        if isinstance(message, web.Response):
            return message
        manager = self._streaming if _is_followed(request, message) else self._plain
        return await answered(manager.handle_request, request, body, {_CALLER: caller})


async def answer_one(behind: Behind, version: str, caller: Caller, ready: Ready) -> None:
    """Serves the parent process over stdio until it closes the streams."""
    await answer_on_stdio(_server(behind, Bounded(), version, lambda _: caller, ready))


def _server(
    behind: Behind, bounded: Bounded, version: str, caller_of: CallerOf, ready: Ready
) -> Server[Any]:
    tools, resources = Tools(behind, bounded), Resources(behind.index, behind.today)
    instructions = behind.named(words.INSTRUCTIONS)
    return build_mcp(Served(tools, resources, caller_of, ready), version, instructions)


async def _at_once() -> None:
    """Returns at once: the web server only listens once there is an index."""


def _message(body: bytes) -> JSONRPCMessage | web.Response:
    """A body's message, else an error; the SDK would list every field."""
    try:
        return jsonrpc_message_adapter.validate_json(body, by_name=False)
    except ValidationError as error:
        is_json = error.errors(include_url=False)[0]["type"] != "json_invalid"
        code = INVALID_REQUEST if is_json else PARSE_ERROR
        told = {"code": code, "message": "Send one JSON-RPC 2.0 message."}
        return web.json_response({"jsonrpc": "2.0", "id": None, "error": told}, status=400)


def _is_followed(request: web.Request, message: JSONRPCMessage) -> bool:
    """Whether a client follows the progress of its request."""
    if not isinstance(message, JSONRPCRequest) or not wants_events(request):
        return False
    return progress_token_from_params(message.params) is not None


def _caller(ctx: Context) -> Caller:
    """The caller of the request behind this call; scopes are not shared between requests."""
    request = ctx.request
    caller = request.scope[_CALLER] if request is not None else None
    if not isinstance(caller, Caller):
        raise TypeError("a call has no caller")
    return caller


# A bridge from aiohttp to an ASGI app: one request with its whole body, one response.
#
# Not aiohttp-asgi: after the body it sends endless empty bodies, so an app that waits for the
# disconnect spins forever (docs/decisions/0046).

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
                # wait_for would swallow a cancellation that comes with the end (Python 3.11).
                async with asyncio.timeout(_LOOK_S):
                    await self.over.wait()
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


# Serves one assistant over standard input and output.


async def answer_on_stdio(server: Server[Any]) -> None:
    """Serves the parent process over stdio until it closes the input."""
    with _standard_input() as lines:
        async with stdio_server(anyio.wrap_file(lines)) as (requests, replies):
            await server.run(requests, replies, server.create_initialization_options())


@contextmanager
def _standard_input() -> Generator[io.TextIOWrapper]:
    """Reads standard input; others find it empty meanwhile, as with the SDK's own reader."""
    kept, empty = os.dup(0), os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.close(empty)
    try:
        with os.fdopen(os.dup(kept), "rb") as inner:
            whole = io.BufferedReader(_WholeLines(inner))
            yield io.TextIOWrapper(whole, encoding="utf-8", errors="replace")
    finally:
        os.dup2(kept, 0)
        os.close(kept)


class _WholeLines(io.RawIOBase):
    """Lines of JSON without half surrogate pairs: the SDK never answers a line that has one."""

    def __init__(self, inner: IO[bytes]) -> None:
        super().__init__()
        self._inner = inner
        self._line = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        if not self._line and (line := self._inner.readline()):
            self._line = whole_json(line).rstrip(b"\n") + b"\n"
        place = memoryview(buffer)
        part, self._line = self._line[: len(place)], self._line[len(place) :]
        place[: len(part)] = part
        return len(part)

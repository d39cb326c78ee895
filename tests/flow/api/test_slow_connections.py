"""A connection that sends its request too slowly is closed; usual ones are served meanwhile."""

import asyncio
import socket
from collections.abc import AsyncIterator

import pytest
from aiohttp import ClientSession, web

from adapters.web.patience import Patience
from adapters.web.server import WebServer, listening

_HEADER_S = 0.2
_PATIENCE = Patience(header_s=_HEADER_S, body_s=0.2)
_MANY = 300
_WHOLE = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
_HALF = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-More: "
_BODY = b"POST /said HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf"


@pytest.fixture
async def port() -> AsyncIterator[int]:
    """A server that returns what it is sent."""

    async def said(request: web.Request) -> web.Response:
        return web.Response(body=await request.read())

    application = WebServer(routes=[web.post("/said", said)]).application
    taken = socket.create_server(("127.0.0.1", 0))
    async with listening(application, [taken], _PATIENCE):
        yield taken.getsockname()[1]


async def opened(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", port)


async def answered(reader: asyncio.StreamReader) -> bytes:
    """A response of this server: its header and its short body."""
    header = await reader.readuntil(b"\r\n\r\n")
    return header + await reader.readexactly(len(b'{"status": "ok"}'))


@pytest.mark.parametrize("sent", [b"", b"G", _HALF, _BODY], ids=["nothing", "G", "half", "body"])
async def test_a_request_that_does_not_arrive_is_closed(
    sent: bytes, port: int, caplog: pytest.LogCaptureFixture
) -> None:
    reader, writer = await opened(port)
    writer.write(sent)

    told = await reader.read()

    writer.close()
    assert [one for one in caplog.records if one.levelname == "ERROR"] == []
    assert told == b"" or told.startswith(b"HTTP/1.1 408 Request Timeout\r\n")
    assert bool(told) == bool(sent)


@pytest.mark.parametrize("begun", [_HALF, _BODY], ids=["header", "body"])
async def test_one_byte_after_the_other_is_no_reason_to_wait(begun: bytes, port: int) -> None:
    reader, writer = await opened(port)
    writer.write(begun)

    async def trickle() -> None:
        while True:
            writer.write(b"x")
            await asyncio.sleep(_HEADER_S / 20)

    trickling = asyncio.create_task(trickle())
    told = await reader.readline()
    trickling.cancel()
    writer.close()

    assert told == b"HTTP/1.1 408 Request Timeout\r\n"


async def test_a_second_request_that_does_not_arrive_is_closed(port: int) -> None:
    reader, writer = await opened(port)
    writer.write(_WHOLE)
    first = await answered(reader)
    writer.write(_HALF)

    rest = await reader.read()

    writer.close()
    assert first.startswith(b"HTTP/1.1 200")
    assert rest.startswith(b"HTTP/1.1 408")


async def test_a_connection_without_a_request_stays_for_the_next_one(port: int) -> None:
    reader, writer = await opened(port)
    writer.write(_WHOLE)
    await answered(reader)
    await asyncio.sleep(3 * _HEADER_S)
    writer.write(_WHOLE)

    second = await answered(reader)

    writer.close()
    assert second.startswith(b"HTTP/1.1 200")


async def test_hundreds_of_slow_ones_are_closed_and_keep_nobody_waiting(port: int) -> None:
    slow = []
    for _ in range(_MANY):
        reader, writer = await opened(port)
        writer.write(_HALF)  # at once: a busy machine takes longer than `_HEADER_S` to open all
        slow.append((reader, writer))

    async with ClientSession() as session:
        async with session.get(f"http://127.0.0.1:{port}/healthz") as usual:
            status = usual.status
        async with session.post(f"http://127.0.0.1:{port}/said", data="환불".encode()) as echoed:
            text = await echoed.text()
    told = await asyncio.gather(*(_last_words(reader) for reader, _ in slow))

    for _, writer in slow:
        writer.close()
    assert (status, text) == (200, "환불")
    # On a busy machine a reset may overtake the words: closed is closed.
    assert b"HTTP/1.1 408 Request Timeout\r\n" in told
    assert {*told} <= {b"HTTP/1.1 408 Request Timeout\r\n", b""}


async def _last_words(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.readline()
    except ConnectionError:
        return b""


async def test_a_client_that_goes_while_its_response_is_written_is_no_error(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def said(request: web.Request) -> web.StreamResponse:
        assert request.transport is not None
        request.transport.close()
        response = web.Response(text="said")
        await response.prepare(request)
        await response.write_eof()
        return response

    application = WebServer(routes=[web.get("/said", said)]).application
    taken = socket.create_server(("127.0.0.1", 0))
    async with listening(application, [taken], _PATIENCE):
        reader, writer = await opened(taken.getsockname()[1])
        writer.write(b"GET /said HTTP/1.1\r\nHost: localhost\r\n\r\n")
        read = await reader.read()
        writer.close()

    assert read == b""
    assert [one for one in caplog.records if one.levelname == "ERROR"] == []

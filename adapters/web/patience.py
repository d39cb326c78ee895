"""Closes connections whose requests are too slow to arrive, so that they use up no sockets."""

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from aiohttp import web
from aiohttp.typedefs import Handler

logger = logging.getLogger(__name__)

_TIMEOUT = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


_FULL = "socket.accept() out of system resource"
"""What asyncio says, a hundred times a second, if the process may open no more files."""
_TELL_EVERY_S = 60.0


class OutOfSockets:
    """Handles the errors of an event loop: says once a minute that no connection can be taken.

    asyncio itself tries again each second.
    """

    def __init__(self) -> None:
        self._told_at = -_TELL_EVERY_S

    def __call__(self, loop: asyncio.AbstractEventLoop, about: dict[str, Any]) -> None:
        """Logs an error that nobody waits for, any other one as asyncio does."""
        if about.get("message") != _FULL:
            loop.default_exception_handler(about)
        elif time.monotonic() - self._told_at >= _TELL_EVERY_S:
            self._told_at = time.monotonic()
            cure = "raise the limit of open files (`ulimit -n`)"
            logger.error("no connection can be taken for now", extra={"check": cure})


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds that a request may take to arrive, however busily it trickles."""

    header_s: float = 10.0
    body_s: float = 30.0
    """From its header on; a body has at most 1 MB."""


class Impatient(asyncio.Protocol):
    """Passes a connection on to the web server, and watches the time.

    aiohttp closes only connections that have had a response.
    """

    def __init__(self, inner: asyncio.Protocol, patience: Patience) -> None:
        self._inner = inner
        self._patience = patience
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._running = 0
        self._has_begun = False
        """Whether a part of a header has come."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Waits for the first header."""
        if isinstance(transport, asyncio.Transport):
            self._transport = transport
        self._wait(self._patience.header_s, self._close)
        self._inner.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Waits for the rest of a header from its first byte on."""
        if not self._running:
            self._has_begun = True
            if self._timer is None:
                self._wait(self._patience.header_s, self._close)
        self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        """Passes it on."""
        return self._inner.eof_received()

    def pause_writing(self) -> None:
        """Passes it on."""
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        """Passes it on."""
        self._inner.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops the clock."""
        self._stop()
        self._inner.connection_lost(exc)

    def begin(self, request: web.BaseRequest) -> None:
        """The header is whole: waits for the body."""
        self._stop()
        self._running += 1
        self._has_begun = False
        if not request.content.is_eof():
            self._wait(self._patience.body_s, partial(self._close_without_body, request))

    def end(self) -> None:
        """The request has its response."""
        self._stop()
        self._running -= 1

    def _close_without_body(self, request: web.BaseRequest) -> None:
        if not request.content.is_eof():
            self._has_begun = True
            self._close()

    def _close(self) -> None:
        self._timer = None
        if self._transport is None or self._transport.is_closing():
            return
        if self._has_begun:
            self._transport.write(_TIMEOUT)
        self._transport.close()

    def _wait(self, seconds: float, then: Callable[[], None]) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, then)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


@web.middleware
async def watched(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Tells the connection when a request's header is whole, and when it has its response."""
    protocol = request.transport.get_protocol() if request.transport else None
    if not isinstance(protocol, Impatient):
        return await handler(request)
    protocol.begin(request)
    try:
        return await handler(request)
    finally:
        protocol.end()

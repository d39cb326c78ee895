"""Lets a stand-in fail at a share of the posts, as the real one does on a bad day."""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from enum import StrEnum

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

_NEVER_S = 40.0  # longer than the bot waits for an answer

Concerns = Callable[[web.Request], Awaitable[bool]]
"""Whether a request is a post that may fail."""


class Fault(StrEnum):
    """What goes wrong with one post."""

    REFUSED = "500 before it was stored"
    STORED = "500 after it was stored"
    TOO_MANY = "429, again in a second"
    CLOSED = "connection closed after it was stored"
    NEVER = "no answer after it was stored"


class Faults:
    """Picks the posts that fail, and the ways, by a seed."""

    def __init__(self, share: float, moments: random.Random, kinds: Sequence[Fault]) -> None:
        self._share = share
        self._moments = moments
        self._kinds = kinds
        self.counts: Counter[Fault] = Counter()
        """How often each fault has happened."""

    def around(self, concerns: Concerns) -> Middleware:
        """Returns the middleware that lets some of these requests fail."""

        @web.middleware
        async def failing(request: web.Request, handler: Handler) -> web.StreamResponse:
            if not await concerns(request) or self._moments.random() >= self._share:
                return await handler(request)
            fault = self._moments.choice(self._kinds)
            self.counts[fault] += 1
            return await _failed(fault, request, handler)

        return failing


async def _failed(fault: Fault, request: web.Request, handler: Handler) -> web.StreamResponse:
    if fault is Fault.TOO_MANY:
        error = {"ok": False, "error": "ratelimited"}
        return web.json_response(error, status=429, headers={"Retry-After": "1"})
    if fault is not Fault.REFUSED:
        await handler(request)
    if fault is Fault.NEVER:
        await asyncio.sleep(_NEVER_S)
    if fault in (Fault.NEVER, Fault.CLOSED) and request.transport is not None:
        request.transport.abort()
    return web.Response(status=500, text="<html>Internal Server Error</html>")

"""The MCP server as a part of the web server: Streamable HTTP at /mcp, without sessions.

The SDK is loaded by the first request: it takes a tenth of the server's start.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from aiohttp import web

from adapters.mcp.tools import Behind
from adapters.web.bounded import Bounded
from adapters.web.callers import Callers
from adapters.web.problems import Problem, Trouble, problem_of

if TYPE_CHECKING:
    from adapters.mcp.app import Mcp

PATH = "/mcp"


class McpPart:
    """Answers assistants over HTTP, identified by their keys."""

    name = "mcp"

    def __init__(self, callers: Callers, bounded: Bounded, behind: Behind, version: str) -> None:
        self._callers = callers
        self._given = bounded, behind, version
        self._making = asyncio.Lock()
        self._made: Mcp | None = None
        self._running = AsyncExitStack()

    @property
    def routes(self) -> Sequence[web.RouteDef]:
        """The routes of the MCP endpoint."""
        return [web.route("*", PATH, self._answer)]

    async def running(self, application: web.Application) -> AsyncIterator[None]:
        """Ends what a request began, when the server ends."""
        async with self._running:
            yield

    async def trouble(self) -> None:
        """Always None: each response reports its own problems."""
        return

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        try:
            return await self._answered(request)
        except (asyncio.CancelledError, ConnectionError):  # the client has disconnected
            raise
        except Exception as error:  # noqa: BLE001 - the adapter's edge
            return problem_of(error, self.name).response()

    async def _answered(self, request: web.Request) -> web.StreamResponse:
        if request.method != "POST":
            # Without sessions there is no stream to open or end.
            text = "Use POST: this server keeps no sessions."
            raise Problem(Trouble.WRONG_METHOD, text, headers={"Allow": "POST"})
        caller = await self._callers.admitted(request)
        mcp = await self._mcp()
        return await mcp.answered(request, caller)

    async def _mcp(self) -> "Mcp":
        async with self._making:
            if self._made is None:
                made = (await asyncio.to_thread(_loaded))(*self._given)
                await self._running.enter_async_context(made.running())
                self._made = made
        return self._made


def _loaded() -> "type[Mcp]":
    from adapters.mcp.app import Mcp

    return Mcp

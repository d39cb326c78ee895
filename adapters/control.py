"""Runs commands of the command line on a running server, over loopback: both ends."""

import asyncio
import json
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import aiohttp
from aiohttp import web

from adapters.web.edge import whole_values, wordless
from bot.model.errors import GoldenFileError
from bot.upkeep.desk import Call, CommandResult
from knowledge.model.errors import KnowledgeError
from knowledge.model.report import Progress, Show

logger = logging.getLogger(__name__)

Answer = Callable[[Call, Show], Awaitable[CommandResult]]
"""Carries out a call."""
Announce = Callable[[str, str], None]
"""Receives the address and the token once the server takes orders."""

_LARGEST = 64 * 1024 * 1024
_CONNECT_S = 2.0
_END_S = 2.0
"""Seconds that orders may go on after the server is stopped: enough for a question."""
_ERRORS: Mapping[str, type[Exception]] = {
    "knowledge": KnowledgeError,
    "golden": GoldenFileError,
}
"""Errors whose text is shown to the person at the command line."""
_BUG = "the running server met a mistake of its own; its log says more"
_STOPPED = "the running server was stopped meanwhile"
_AWAY = "the running server went away; its log says why"
Outcome = Mapping[str, Any]
"""The last line of an order."""


class Control:
    """Takes orders on its own loopback port, from callers with the token.

    The token is in the data directory: anyone who may read the index may use it.
    """

    name = "control"
    routes: Sequence[web.RouteDef] = ()

    def __init__(self, answer: Answer, announce: Announce) -> None:
        self._answer = answer
        self._announce = announce
        self._token = secrets.token_urlsafe(32)
        self._at_work: set[asyncio.Task[None]] = set()

    async def running(self, application: web.Application) -> AsyncIterator[None]:
        """Listens while the server runs."""
        own = web.Application(client_max_size=_LARGEST)
        own.router.add_post("/", self._take)
        runner = web.AppRunner(own, access_log=None, shutdown_timeout=_END_S)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        host, port = runner.addresses[0][:2]
        self._announce(f"http://{host}:{port}", self._token)
        yield
        await site.stop()
        await self._end(_END_S)
        await runner.cleanup()

    async def trouble(self) -> None:
        """Always None: nothing here needs a person."""
        return

    async def _take(self, request: web.Request) -> web.StreamResponse:
        # Bytes that are not text arrive as lone surrogates.
        shown = request.headers.get("Authorization", "").encode("utf-8", "surrogateescape")
        if not secrets.compare_digest(shown, _bearer(self._token).encode()):
            raise web.HTTPForbidden
        try:
            call = Call(**whole_values(await request.json()))
        except (ValueError, TypeError, LookupError, RecursionError) as error:
            raise web.HTTPBadRequest from error
        return await self._sent(request, call)

    async def _sent(self, request: web.Request, call: Call) -> web.StreamResponse:
        """Sends the progress of an order as it comes, then its outcome: a JSON object a line."""
        response = web.StreamResponse(headers={"Content-Type": "application/x-ndjson"})
        await response.prepare(request)
        lines: asyncio.Queue[Outcome | None] = asyncio.Queue()
        self._begin(call, lines)
        while (line := await lines.get()) is not None:
            await response.write(json.dumps(line).encode() + b"\n")
        return response

    async def _end(self, seconds: float) -> None:
        """Lets short orders finish and stops the others."""
        if self._at_work:
            _, late = await asyncio.wait(self._at_work, timeout=seconds)
            for task in late:
                task.cancel()

    def _begin(self, call: Call, lines: "asyncio.Queue[Outcome | None]") -> None:
        """Begins an order; it goes on if its caller disconnects."""
        loop = asyncio.get_running_loop()

        def show(progress: Progress) -> None:  # comes from a thread, too
            loop.call_soon_threadsafe(lines.put_nowait, {"progress": asdict(progress)})

        async def whole() -> None:
            try:
                lines.put_nowait(await self._outcome(call, show))
            except asyncio.CancelledError:
                lines.put_nowait({"error": "knowledge", "text": _STOPPED})
                raise
            finally:
                lines.put_nowait(None)

        task = loop.create_task(whole())
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)

    async def _outcome(self, call: Call, show: Show) -> Outcome:
        try:
            return {"said": asdict(await self._answer(call, show))}
        except KnowledgeError as error:
            return {"error": "knowledge", "text": str(error)}
        except GoldenFileError as error:
            return {"error": "golden", "text": str(error)}
        except Exception as error:
            about = {"command": call.command}
            logger.exception("a bug stopped an order", exc_info=wordless(error), extra=about)
            return {"error": "knowledge", "text": _BUG}


async def send(address: str, token: str, call: Call, show: Show) -> CommandResult | None:
    """Sends a call to a running server; None if there is no server at this address."""
    timeout = aiohttp.ClientTimeout(total=None, sock_connect=_CONNECT_S)
    headers = {"Authorization": _bearer(token)}
    async with aiohttp.ClientSession(timeout=timeout, headers=headers) as session:
        try:
            async with session.post(address, json=asdict(call)) as response:
                if not response.ok:
                    return None  # another process uses the port now
                return await _said(response.content, show)
        except aiohttp.ClientConnectorError:
            return None
        except aiohttp.ClientError as error:
            raise KnowledgeError(_AWAY) from error


async def _said(lines: aiohttp.StreamReader, show: Show) -> CommandResult:
    buffer = b""
    async for chunk, _ in lines.iter_chunks():
        *whole, buffer = (buffer + chunk).split(b"\n")
        for line in map(json.loads, whole):
            if "progress" in line:
                show(Progress(**line["progress"]))
            elif "said" in line:
                return CommandResult(**line["said"])
            else:
                raise _ERRORS[line["error"]](line["text"])
    raise KnowledgeError(_AWAY)


def _bearer(token: str) -> str:
    return f"Bearer {token}"

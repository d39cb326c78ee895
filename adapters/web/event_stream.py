"""Server-sent events: progress as it happens, then the result."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from aiohttp import web
from aiohttp_sse import EventSourceResponse

from adapters.web.problems import Problem

_MEDIA_TYPE = "text/event-stream"
_HEADERS = {
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",
    "X-Content-Type-Options": "nosniff",
}

Tell = Callable[[str, Mapping[str, Any]], bool]
"""Sends a named event, from any thread; False if the client has disconnected."""
Work = Callable[[Tell], Awaitable[None]]
"""Does something and sends its events."""
Failed = Callable[[Exception], Problem]
"""Turns an error into a problem."""


def wants_events(request: web.Request) -> bool:
    """Whether a program accepts events."""
    return _MEDIA_TYPE in request.headers.get("Accept", "")


async def streamed(
    request: web.Request, work: Work, failed: Failed, headers: Mapping[str, str]
) -> web.StreamResponse:
    """Sends the events of a work as they come, and `problem` if it fails.

    The work goes on to its end if the client disconnects, as without events.
    """
    loop = asyncio.get_running_loop()
    events: asyncio.Queue[tuple[str, str] | None] = asyncio.Queue()

    def tell(name: str, about: Mapping[str, Any]) -> bool:
        event = name, json.dumps(about, ensure_ascii=False, default=str)
        loop.call_soon_threadsafe(events.put_nowait, event)
        return request.transport is not None

    async def whole() -> None:
        try:
            await work(tell)
        except Exception as error:  # noqa: BLE001 - the adapter's edge
            tell("problem", failed(error).body)
        finally:
            loop.call_soon_threadsafe(events.put_nowait, None)

    task = asyncio.create_task(whole())
    _UNDER_WAY.add(task)
    task.add_done_callback(_UNDER_WAY.discard)
    response = EventSourceResponse(headers={**_HEADERS, **headers}, allow_all_methods=True)
    await response.prepare(request)
    async with response:
        while (event := await events.get()) is not None:
            name, about = event
            await response.send(about, event=name)
    return response


_UNDER_WAY: set[asyncio.Task[None]] = set()
"""Holds the tasks: asyncio may drop tasks without a reference."""

"""Server-sent events: progress as it happens, the whole result at the end."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web
from aiohttp_sse import EventSourceResponse
from pydantic import BaseModel

from adapters.http.cors import shared_with
from adapters.http.operations import Tell
from adapters.web.problems import Problem

_MEDIA_TYPE = "text/event-stream"
_HEADERS = {
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",
    "X-Content-Type-Options": "nosniff",
}

Event = tuple[str, str]
Begin = Callable[[Tell], Awaitable[BaseModel]]
"""Starts the work whose events are sent."""
Failed = Callable[[Exception], Problem]
"""Turns an error into a problem."""


def wants_events(request: web.Request) -> bool:
    """Whether a program accepts events."""
    return _MEDIA_TYPE in request.headers.get("Accept", "")


class Events:
    """The events of one request; added from any thread, sent in order."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: asyncio.Queue[Event | None] = asyncio.Queue()

    def tell(self, name: str, about: dict[str, Any]) -> None:
        """Queues an event."""
        event = name, json.dumps(about, ensure_ascii=False)
        self._loop.call_soon_threadsafe(self._waiting.put_nowait, event)

    def end(self) -> None:
        """Ends the stream of events."""
        self._loop.call_soon_threadsafe(self._waiting.put_nowait, None)

    async def sent(self, request: web.Request) -> web.StreamResponse:
        """Sends every event until the end, or until the client disconnects."""
        response = EventSourceResponse(
            headers={**_HEADERS, **shared_with(request)}, allow_all_methods=True
        )
        await response.prepare(request)
        async with response:
            while (event := await self._waiting.get()) is not None:
                name, about = event
                await response.send(about, event=name)
        return response


async def streamed(request: web.Request, begin: Begin, failed: Failed) -> web.StreamResponse:
    """Runs the work and sends its events, then `result` or `problem`.

    The work goes on to its end if the client disconnects, as without events.
    """
    events = Events()

    async def work() -> None:
        try:
            done = await begin(events.tell)
            events.tell("result", done.model_dump(mode="json"))
        except Exception as error:  # noqa: BLE001 - the adapter's edge
            events.tell("problem", failed(error).body)
        finally:
            events.end()

    task = asyncio.create_task(work())
    _UNDER_WAY.add(task)
    task.add_done_callback(_UNDER_WAY.discard)
    return await events.sent(request)


_UNDER_WAY: set[asyncio.Task[None]] = set()
"""Holds the tasks: asyncio may drop tasks without a reference."""

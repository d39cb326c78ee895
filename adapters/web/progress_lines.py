"""Sends a work's progress as it comes, and its outcome at the end: a JSON object a line."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict
from typing import Any

from aiohttp import web

from knowledge.model.report import Progress, Show

Line = Mapping[str, Any]
Work = Callable[[Show], Awaitable[Line]]
"""Does something and returns its last line; raises nothing."""


class ProgressLines:
    """The works under way; each goes on if its caller disconnects."""

    def __init__(self, stopped: Line) -> None:
        """`stopped` is the last line of a work that is cancelled."""
        self._stopped = stopped
        self._at_work: set[asyncio.Task[None]] = set()

    async def sent(
        self, request: web.Request, work: Work, headers: Mapping[str, str] | None = None
    ) -> web.StreamResponse:
        """Starts a work and sends its lines until its end."""
        made = {**(headers or {}), "Content-Type": "application/x-ndjson"}
        response = web.StreamResponse(headers=made)
        await response.prepare(request)
        lines: asyncio.Queue[Line | None] = asyncio.Queue()
        self._begin(work, lines)
        while (line := await lines.get()) is not None:
            await response.write(json.dumps(line).encode() + b"\n")
        return response

    async def end(self, seconds: float) -> None:
        """Lets short works finish and stops the others."""
        if self._at_work:
            _, late = await asyncio.wait(self._at_work, timeout=seconds)
            for task in late:
                task.cancel()

    def _begin(self, work: Work, lines: asyncio.Queue[Line | None]) -> None:
        loop = asyncio.get_running_loop()

        def show(progress: Progress) -> None:  # comes from a thread, too
            loop.call_soon_threadsafe(lines.put_nowait, {"progress": asdict(progress)})

        async def whole() -> None:
            try:
                lines.put_nowait(await work(show))
            except asyncio.CancelledError:
                lines.put_nowait(self._stopped)
                raise
            finally:
                lines.put_nowait(None)

        task = loop.create_task(whole())
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)

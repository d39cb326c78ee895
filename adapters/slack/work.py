"""Work that goes on after Slack's request was acknowledged."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from adapters.edge import wordless

logger = logging.getLogger(__name__)

Job = Callable[[], Awaitable[object]]


class Work:
    """Runs jobs, a few at once and a bounded number waiting; a shutdown lets them end."""

    def __init__(self, at_once: int = 8, at_most: int = 64) -> None:
        self._slots = asyncio.Semaphore(at_once)
        self._at_most = at_most
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, job: Job) -> bool:
        """Run a job as soon as a slot is free; False when too many wait already."""
        if len(self._tasks) >= self._at_most:
            return False
        task = asyncio.create_task(self._run(job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return True

    async def drain(self, timeout_s: float = 10.0) -> None:
        """Wait for every job; what is not done in time is stopped and counted in the log."""
        if not self._tasks:
            return
        _, late = await asyncio.wait(self._tasks, timeout=timeout_s)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
        if late:
            logger.error("replies lost at shutdown", extra={"count": len(late)})

    async def _run(self, job: Job) -> None:
        async with self._slots:
            try:
                await job()
            except Exception as error:  # the adapter's edge
                logger.exception("a bug stopped a job", exc_info=wordless(error))

"""Work that goes on after a request was acknowledged."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from functools import wraps
from weakref import WeakValueDictionary

from adapters.web.edge import wordless

logger = logging.getLogger(__name__)

Job = Callable[[], Awaitable[object]]
Listener = Callable[..., Awaitable[None]]


class Work:
    """Runs a few jobs at once, with a bounded queue; a shutdown lets them finish.

    Jobs with the same key, such as one thread's questions, run in order, one at a time.
    """

    def __init__(self, at_once: int = 8, at_most: int = 64) -> None:
        self._slots = asyncio.Semaphore(at_once)
        self._at_most = at_most
        self._turns: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()
        self._tasks: dict[asyncio.Task[None], Hashable | None] = {}
        self._listening: set[asyncio.Task[object]] = set()
        self._aside: set[asyncio.Task[None]] = set()

    def start(self, job: Job, key: Hashable | None = None) -> bool:
        """Queues a job; False if the queue is full."""
        if len(self._tasks) >= self._at_most:
            return False
        task = asyncio.create_task(self._run(job, self._turn(key)))
        self._tasks[task] = key
        task.add_done_callback(self._tasks.pop)
        return True

    def listen(self, job: Job) -> None:
        """Runs a listener's job at once, past the queue; a shutdown waits for it, too."""
        task: asyncio.Task[object] = asyncio.create_task(_logged(job))
        self._listening.add(task)
        task.add_done_callback(self._listening.discard)

    def aside(self, job: Job) -> None:
        """Runs a job that nobody waits for, past the queue; a shutdown drops it."""
        task = asyncio.create_task(_logged(job))
        self._aside.add(task)
        task.add_done_callback(self._aside.discard)

    def counted(self, listener: Listener) -> Listener:
        """Wraps a listener so that a shutdown waits for it; Bolt would not."""

        @wraps(listener)
        async def known(**given: object) -> None:
            if task := asyncio.current_task():
                self._listening.add(task)
                task.add_done_callback(self._listening.discard)
            await listener(**given)

        return known

    def stop(self, key: Hashable) -> int:
        """Stops every running or waiting job with a key; returns their number."""
        tasks = [task for task, its_key in self._tasks.items() if its_key == key]
        for task in tasks:
            task.cancel()
        if tasks:
            logger.info("stopped by a person", extra={"count": len(tasks)})
        return len(tasks)

    async def drain(self, timeout_s: float = 10.0) -> None:
        """Waits for all jobs; stops late ones and logs their number."""
        for dropped in self._aside:
            dropped.cancel()
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                while going_on := {*self._listening, *self._tasks}:
                    await asyncio.wait(going_on)  # a listener may have started a job
        late = {*self._listening, *self._tasks}
        for task in late:
            task.cancel()
        await asyncio.gather(*late, *self._aside, return_exceptions=True)
        if late:
            logger.error("replies lost at shutdown", extra={"count": len(late)})

    def _turn(self, key: Hashable | None) -> AbstractAsyncContextManager[None]:
        """The lock that runs a key's jobs one at a time; dropped after the last one."""
        if key is None:
            return nullcontext()
        return self._turns.setdefault(key, asyncio.Lock())

    async def _run(self, job: Job, turn: AbstractAsyncContextManager[None]) -> None:
        # The lock comes first: jobs waiting for each other must not use up slots.
        async with turn, self._slots:
            await _logged(job)


async def _logged(job: Job) -> None:
    try:
        await job()
    except Exception as error:  # the adapter's edge
        logger.exception("a bug stopped a job", exc_info=wordless(error))

"""Work that goes on after a request was acknowledged."""

import asyncio
import logging
import os
import time
from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress
from functools import wraps

from adapters.chat.under_way.queue import FairQueue, Job, Lose, Start, Turn, Waiting
from adapters.web.edge import wordless

logger = logging.getLogger(__name__)

Listener = Callable[..., Awaitable[None]]

STOP_S = 8.0
"""Seconds that running jobs get at a shutdown; the inbox has what is left."""
PLACES = 3
"""Most questions of one person that run or wait."""
LONGEST_WAIT_S = 60.0
"""Who would wait longer is turned away."""
_FIRST_PACE_S = 0.2
"""Seconds that a job takes a core, until some have been timed."""
_SHARE = 0.1
"""The share of the latest job in the average."""
_CORES = os.cpu_count() or 1


class Work:
    """Runs a few jobs at once; the others wait, people take turns.

    Jobs with the same key, such as one thread's questions, run in order, one at a time.
    """

    def __init__(
        self,
        at_once: int = 8,
        longest_wait_s: float = LONGEST_WAIT_S,
        places: int = PLACES,
        stop_s: float = STOP_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._stop_s = stop_s
        self._clock = clock
        self._at_once = at_once
        self._longest_wait_s = longest_wait_s
        self._places = places
        self._pace = _Pace(min(at_once, _CORES), clock)
        self._queue = FairQueue()
        self._tasks: dict[asyncio.Task[None], Waiting] = {}
        self._computed: set[asyncio.Task[None]] = set()
        """Those of them that only wait, such as for Slack."""
        self._listening: set[asyncio.Task[object]] = set()
        self._aside: set[asyncio.Task[None]] = set()
        self._ends_at: float | None = None
        """When running jobs are cancelled; None before a shutdown."""
        self._left = 0

    def start(
        self,
        job: Job,
        key: Hashable | None = None,
        person: Hashable | None = None,
        *,
        lose: Lose | None = None,
    ) -> Start:
        """Runs a job now or when its turn comes, or says why not.

        `lose` is called if the job loses its place later, to a person with fewer jobs. Without it,
        the job is always taken and keeps its place.
        """
        if self._ends_at is not None:
            return Start(Turn.CLOSING)
        waiting = Waiting(job, person if person is not None else object(), key, lose)
        wait_s = self._wait_s(waiting.person)
        if lose is not None:
            if self._places_of(waiting.person) >= self._places:
                return Start(Turn.FULL, wait_s)
            if wait_s > self._longest_wait_s and not self._made_room(waiting.person):
                return Start(Turn.BUSY, wait_s)
        self._queue.add(waiting)
        self._run_next()
        return Start(Turn.TAKEN, wait_s)

    def computed(self) -> None:
        """Tells that the running job only waits from now on: another one may run beside it.

        Its thread's next job still waits for its end.
        """
        task = asyncio.current_task()
        if task in self._tasks and task not in self._computed:
            self._computed.add(task)
            self._pace.ended(busy=len(self._queue) > 0)
            self._run_next()

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
        running = [task for task, job in self._tasks.items() if job.thread == key]
        count = len(running) + (self._queue.drop(key) if key is not None else 0)
        for task in running:
            task.cancel()
        if count:
            logger.info("stopped by a person", extra={"count": count})
        return count

    def stop_taking(self) -> None:
        """Begins a shutdown: what waits is left for the next start, what runs has some seconds."""
        if self._ends_at is None:
            self._ends_at = self._clock() + self._stop_s
        self._left += self._queue.clear()

    async def drain(self) -> None:
        """Lets running jobs end; those that take too long are left for the next start."""
        self.stop_taking()
        for dropped in self._aside:
            dropped.cancel()
        with suppress(TimeoutError):
            async with asyncio.timeout(self._remaining_s()):
                while going_on := {*self._listening, *self._tasks}:
                    await asyncio.wait(going_on)  # a listener may have started a job
        late = {*self._listening, *self._tasks}
        for task in late:
            task.cancel()
        await asyncio.gather(*late, *self._aside, return_exceptions=True)
        if count := self._left + len(late):
            logger.warning("questions left at shutdown", extra={"count": count})
        self._left = 0

    @property
    def running(self) -> int:
        """Returns the number of jobs that run."""
        return len(self._tasks)

    @property
    def waiting(self) -> int:
        """Returns the number of jobs that wait for their turn."""
        return len(self._queue)

    @property
    def _computing(self) -> int:
        return len(self._tasks) - len(self._computed)

    def _remaining_s(self) -> float:
        return max(0.0, (self._ends_at or 0.0) - self._clock())

    def _places_of(self, person: Hashable) -> int:
        running = sum(job.person == person for job in self._tasks.values())
        return running + self._queue.places_of(person)

    def _wait_s(self, person: Hashable) -> float:
        if self._computing < self._at_once:
            return 0.0
        return (self._queue.ahead_of(person) + 1) * self._pace.job_s

    def _made_room(self, person: Hashable) -> bool:
        """Whether somebody with several waiting jobs lost one for a person with fewer."""
        loser = self._queue.given_up_for(person)
        if loser is None:
            return False
        if (lose := loser.lose) is not None:
            start = Start(Turn.BUSY, self._wait_s(loser.person))
            self.listen(lambda: lose(start))
        return True

    def _run_next(self) -> None:
        while self._computing < self._at_once and (waiting := self._queue.take()):
            task = asyncio.create_task(_logged(waiting.job))
            self._tasks[task] = waiting
            task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        if task not in self._computed:
            self._pace.ended(busy=len(self._queue) > 0)
        self._computed.discard(task)
        self._queue.finished(self._tasks.pop(task))
        self._run_next()


class _Pace:
    """The time from the end of one job to the end of the next, while others wait."""

    def __init__(self, at_once: int, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._last: float | None = None
        """When a job ended while others waited."""
        self.job_s = _FIRST_PACE_S / at_once

    def ended(self, *, busy: bool) -> None:
        now = self._clock()
        if self._last is not None:
            self.job_s += _SHARE * (now - self._last - self.job_s)
        self._last = now if busy else None


async def _logged(job: Job) -> None:
    try:
        await job()
    except Exception as error:  # the adapter's edge
        logger.exception("a bug stopped a job", exc_info=wordless(error))

"""The order of waiting jobs: people take turns, and the jobs of a thread go one after another."""

from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from enum import StrEnum

LONG_WAIT_S = 20.0
"""Who waits longer is told at once how long."""

Job = Callable[[], Awaitable[object]]


class Turn(StrEnum):
    """What became of a job that was started."""

    TAKEN = "taken"
    BUSY = "busy"
    """Too long a wait."""
    FULL = "full"
    """This person has no place left."""
    CLOSING = "closing"
    """The server stops."""


@dataclass(frozen=True, slots=True)
class Start:
    """Whether a job runs, and when."""

    turn: Turn
    wait_s: float = 0.0
    """The seconds until it begins, as far as can be told."""

    def __bool__(self) -> bool:
        return self.turn is Turn.TAKEN

    @property
    def is_long(self) -> bool:
        """Whether the person is told about the wait."""
        return self.wait_s > LONG_WAIT_S


Lose = Callable[[Start], Awaitable[object]]
"""Tells a person that their job lost its place."""


@dataclass(frozen=True, slots=True, eq=False)
class Waiting:
    """A job that waits for its turn."""

    job: Job
    person: Hashable
    """Who waits for it."""
    thread: Hashable | None = None
    """Jobs of one thread run in the order in which they came; None if it has none."""
    lose: Lose | None = None
    """Without it, the job keeps its place."""


class FairQueue:
    """Waiting jobs. Who asks much waits for themselves, not the others for them."""

    def __init__(self) -> None:
        self._people: OrderedDict[Hashable, deque[Waiting]] = OrderedDict()
        """The waiting jobs of each person; whose turn is next comes first."""
        self._threads: dict[Hashable, deque[Waiting]] = {}
        self._running: set[Hashable] = set()
        """The threads of which a job runs."""

    def __len__(self) -> int:
        return sum(len(jobs) for jobs in self._people.values())

    def places_of(self, person: Hashable) -> int:
        """Returns how many jobs of a person wait."""
        return len(self._people.get(person, ()))

    def ahead_of(self, person: Hashable) -> int:
        """Returns how many waiting jobs would run before a new one of this person."""
        own = self.places_of(person)
        return own + sum(
            min(len(jobs), own + 1) for other, jobs in self._people.items() if other != person
        )

    def add(self, waiting: Waiting) -> None:
        """Adds a job at the end of its person's jobs and of its thread's."""
        self._people.setdefault(waiting.person, deque()).append(waiting)
        if waiting.thread is not None:
            self._threads.setdefault(waiting.thread, deque()).append(waiting)

    def take(self) -> Waiting | None:
        """Removes and returns the next job that can run; its thread waits until `finished`."""
        for person in list(self._people):
            for waiting in self._people[person]:
                if self._can_run(waiting):
                    self._remove(waiting)
                    if person in self._people:
                        self._people.move_to_end(person)
                    if waiting.thread is not None:
                        self._running.add(waiting.thread)
                    return waiting
        return None

    def finished(self, waiting: Waiting) -> None:
        """Lets the next job of a thread run."""
        if waiting.thread is not None:
            self._running.discard(waiting.thread)

    def given_up_for(self, person: Hashable) -> Waiting | None:
        """Removes and returns the last job of whoever has most, if that is fairer; else None.

        It is, if they still wait for more jobs than this person would with one more.
        """
        if not self._people:
            return None
        most = max(self._people, key=lambda one: len(self._people[one]))
        if len(self._people[most]) <= self.places_of(person) + 1:
            return None
        last = self._people[most][-1]
        if last.lose is None:
            return None
        self._remove(last)
        return last

    def drop(self, thread: Hashable) -> int:
        """Removes the waiting jobs of a thread; returns their number."""
        jobs = list(self._threads.get(thread, ()))
        for waiting in jobs:
            self._remove(waiting)
        return len(jobs)

    def clear(self) -> int:
        """Removes all waiting jobs; returns their number."""
        count = len(self)
        self._people.clear()
        self._threads.clear()
        return count

    def _can_run(self, waiting: Waiting) -> bool:
        if waiting.thread is None:
            return True
        return waiting.thread not in self._running and self._threads[waiting.thread][0] is waiting

    def _remove(self, waiting: Waiting) -> None:
        jobs = self._people[waiting.person]
        jobs.remove(waiting)
        if not jobs:
            del self._people[waiting.person]
        if waiting.thread is None:
            return
        of_thread = self._threads[waiting.thread]
        of_thread.remove(waiting)
        if not of_thread:
            del self._threads[waiting.thread]

"""Traces a request: measures its steps, and logs one line at its end."""

import logging
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from knowledge.model.spared import Spared, trace_of

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Trace:
    """The steps of a request with their milliseconds, in the order in which they first ended."""

    trace_id: str
    start: float = field(default_factory=time.perf_counter)
    outcome: dict[str, object] = field(default_factory=dict)
    """Ids, counts and verdicts for the log line; never a person's words."""
    amounts: dict[str, float] = field(default_factory=dict)
    """Amounts used, such as a model's tokens."""
    spans: list[tuple[str, float, float]] = field(default_factory=list)
    """Each step as it ran: its name, its begin and its end, like `start`."""

    @property
    def steps(self) -> dict[str, float]:
        """Returns the milliseconds of each step; a repeated step adds up."""
        taken: dict[str, float] = {}
        for name, begun, ended in self.spans:
            taken[name] = taken.get(name, 0.0) + (ended - begun) * 1000
        return taken

    @property
    def ms(self) -> float:
        """Returns the milliseconds since the request began."""
        return (time.perf_counter() - self.start) * 1000


class Observers:
    """Those who are told of each message once it has its reply, such as to count it."""

    def __init__(self) -> None:
        self._all: list[Callable[[Trace], None]] = []

    def add(self, observer: Callable[[Trace], None]) -> None:
        """Adds one; it must not wait for anything."""
        self._all.append(observer)

    @contextmanager
    def of(self, trace: Trace) -> Generator[None]:
        """Tells them of the trace when the block ends, also by an error or a stop."""
        try:
            yield
        except BaseException as error:
            if isinstance(error, Exception):
                trace.outcome["error"] = type(error).__name__
            else:  # asyncio's CancelledError: a person wants no reply
                trace.outcome["stopped"] = True
            raise
        finally:
            for one in self._all:
                with Spared("observer"):
                    one(trace)


_current: ContextVar[Trace | None] = ContextVar("trace", default=None)
_watcher: ContextVar[Callable[[str], object] | None] = ContextVar("watcher", default=None)


@contextmanager
def request(trace_id: str, **about: object) -> Generator[Trace]:
    """Traces one request and logs one line when it ends."""
    trace = Trace(trace_id, outcome=dict(about))
    token, outer = _current.set(trace), trace_of.set(trace_id)
    try:
        yield trace
    finally:
        trace_of.reset(outer)
        _current.reset(token)
        steps = {name: round(ms, 1) for name, ms in trace.steps.items()}
        logger.info(
            "request done",
            extra={
                "trace_id": trace_id,
                "ms": round(trace.ms, 1),
                "steps": steps,
                **trace.amounts,
                **trace.outcome,
            },
        )


def current() -> Trace:
    """Returns the trace of the current request; an empty one outside of a request."""
    return _current.get() or Trace("")


def note(**values: object) -> None:
    """Adds values to the current request's log line: names and kinds, never a person's words."""
    if trace := _current.get():
        trace.outcome.update(values)


def add(**amounts: float) -> None:
    """Adds amounts to the current request, such as tokens; repeated ones add up."""
    if trace := _current.get():
        for name, amount in amounts.items():
            trace.amounts[name] = trace.amounts.get(name, 0) + amount


@contextmanager
def apart() -> Generator[None]:
    """Keeps the steps and notes of a block out of the current request's trace."""
    token = _current.set(None)
    try:
        yield
    finally:
        _current.reset(token)


@contextmanager
def watched(begins: Callable[[str], object]) -> Generator[None]:
    """Calls `begins` with the name of each step that starts in the block; names may repeat."""
    token = _watcher.set(begins)
    try:
        yield
    finally:
        _watcher.reset(token)


@contextmanager
def step(name: str) -> Generator[None]:
    """Measures one step of the current request; a repeated step adds up."""
    start = time.perf_counter()
    if _current.get() and (begins := _watcher.get()):
        begins(name)
    try:
        yield
    finally:
        if trace := _current.get():
            trace.spans.append((name, start, time.perf_counter()))

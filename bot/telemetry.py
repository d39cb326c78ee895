"""Following one request: its steps, how long each took, and one log line at its end."""

import logging
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Trace:
    """The steps of one request, in the order in which they first ended, with their milliseconds."""

    trace_id: str
    start: float = field(default_factory=time.perf_counter)
    steps: dict[str, float] = field(default_factory=dict)
    outcome: dict[str, object] = field(default_factory=dict)
    """Ids, counts and verdicts for the log line; never a person's words."""
    amounts: dict[str, float] = field(default_factory=dict)
    """What was used up on the way, such as a model's tokens."""

    @property
    def ms(self) -> float:
        """Milliseconds since the request began."""
        return (time.perf_counter() - self.start) * 1000


_current: ContextVar[Trace | None] = ContextVar("trace", default=None)
_watcher: ContextVar[Callable[[str], None] | None] = ContextVar("watcher", default=None)


@contextmanager
def request(trace_id: str, **about: object) -> Generator[Trace]:
    """Follow one request; log one line when it ends."""
    trace = Trace(trace_id, outcome=dict(about))
    token = _current.set(trace)
    try:
        yield trace
    finally:
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
    """What is known so far of the request at hand; an empty trace outside of one."""
    return _current.get() or Trace("")


def note(**values: object) -> None:
    """Say something in the log line of the request at hand: a name, a kind; never words."""
    if trace := _current.get():
        trace.outcome.update(values)


def add(**amounts: float) -> None:
    """Count something of the request at hand, such as tokens; what comes twice adds up."""
    if trace := _current.get():
        for name, amount in amounts.items():
            trace.amounts[name] = trace.amounts.get(name, 0) + amount


@contextmanager
def apart() -> Generator[None]:
    """What goes on inside is no part of the request at hand: neither its steps nor its notes."""
    token = _current.set(None)
    try:
        yield
    finally:
        _current.reset(token)


@contextmanager
def watched(begins: Callable[[str], None]) -> Generator[None]:
    """Tell the name of each step of the requests inside as it begins; a step may come twice."""
    token = _watcher.set(begins)
    try:
        yield
    finally:
        _watcher.reset(token)


@contextmanager
def step(name: str) -> Generator[None]:
    """Measure one step of the request at hand; a step that runs twice adds up."""
    start = time.perf_counter()
    if _current.get() and (begins := _watcher.get()):
        begins(name)
    try:
        yield
    finally:
        if trace := _current.get():
            trace.steps[name] = trace.steps.get(name, 0.0) + (time.perf_counter() - start) * 1000

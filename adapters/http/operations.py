"""An operation: one row, from which its route and its OpenAPI entry are made."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pydantic import BaseModel

from adapters.web.callers import Caller
from adapters.web.event_stream import Tell
from adapters.web.problems import Trouble
from knowledge.model.documents import Audience


class Faults(StrEnum):
    """The shape of error responses."""

    PROBLEM = "problem"
    """RFC 9457."""
    DETAIL = "detail"
    """`{"detail": …}`, as in the systems that storewise replaces."""


@dataclass(frozen=True, slots=True)
class Operation:
    """An endpoint."""

    method: str
    path: str
    name: str
    summary: str
    call: Callable[[Caller, Any], Awaitable[BaseModel]]
    """Runs it; the second argument is the body or the value in the path."""
    response: type[BaseModel]
    body: type[BaseModel] | None = None
    stream: Callable[[Caller, Any, Tell], Awaitable[None]] | None = None
    """Runs it and sends events, at a path of its own; and for callers that accept events alone.

    The event `result` has the response.
    """
    may_revise: bool = False
    """Whether one `revision` of the response may follow the `result`."""
    role: Audience = Audience.STAFF
    """The role that a caller needs."""
    troubles: tuple[Trouble, ...] = ()
    """Problems besides those that every operation has."""
    faults: Faults = Faults.PROBLEM
    parameter: str = ""
    """The name of the value in the path; empty if there is none."""

    @property
    def streams_at(self) -> str:
        """The path of its events."""
        return f"{self.path}/stream"

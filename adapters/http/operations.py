"""What an endpoint is: one row, from which its route and its page of OpenAPI are made."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pydantic import BaseModel

from adapters.web.callers import Caller
from adapters.web.problems import Trouble
from knowledge.model.documents import Audience

Tell = Callable[[str, dict[str, Any]], None]
"""Sends an event, by its name, while an operation goes on."""


class Faults(StrEnum):
    """The shape in which faults are told."""

    PROBLEM = "problem"
    """RFC 9457."""
    DETAIL = "detail"
    """`{"detail": …}`, as callers of the systems know it that storewise takes the place of."""


@dataclass(frozen=True, slots=True)
class Operation:
    """An endpoint."""

    method: str
    path: str
    name: str
    summary: str
    call: Callable[[Caller, Any], Awaitable[BaseModel]]
    """Does it; what it is given besides its caller is the body, or the value in the path."""
    response: type[BaseModel]
    body: type[BaseModel] | None = None
    stream: Callable[[Caller, Any, Tell], Awaitable[BaseModel]] | None = None
    """Does the same and tells events meanwhile, for who accepts `text/event-stream`."""
    role: Audience = Audience.STAFF
    """The role that it needs."""
    troubles: tuple[Trouble, ...] = ()
    """What may go wrong besides what goes wrong everywhere."""
    faults: Faults = Faults.PROBLEM
    parameter: str = ""
    """The name of the value in the path, where there is one."""

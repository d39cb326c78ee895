"""Asks again without the part of a request that a server refuses, and remembers it.

A refused part is renamed, made plainer or left out. That is logged once, in the server's words.
"""

import logging
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import openai

from adapters.openai.server_words import ServerWords

logger = logging.getLogger(__name__)

Request = Mapping[str, Any]
"""The body of a request."""
Way = Callable[[Request], Request]
"""Another way to ask for the same."""
Made = TypeVar("Made")

_REFUSES = (400, 422)
_BREAKS = (500, 501)
"""Some servers answer so, too, if they cannot do what a part asks for."""


@dataclass(frozen=True, slots=True)
class Step:
    """A plainer way to ask, without a part that the server refuses."""

    part: str
    """Its key in the request."""
    meant: re.Pattern[str]
    """Matches the words of a server that refuses it."""
    way: Way
    may_break: bool = False
    """Whether servers are known to break (500) over it instead of refusing it."""


class Refusals:
    """The parts of a request that one server refuses."""

    def __init__(self, steps: Sequence[Step], words: ServerWords) -> None:
        """`steps` come in the order in which they are taken if the server names no part."""
        self._steps = steps
        self._words = words
        self._taken: tuple[Step, ...] = ()
        self._logged: set[Step] = set()

    async def asked(self, send: Callable[[Request], Awaitable[Made]], request: Request) -> Made:
        """Sends the request as the server takes it. Raises OpenAIError."""
        repeated = False
        mine: set[Step] = set()
        while True:
            taken = self._taken
            try:
                return await send(_made_plainer(request, taken))
            except openai.APIStatusError as error:
                if taken != self._taken:
                    continue  # another request has learned something meanwhile
                named, step = self._next(error, request)
                if step is None:
                    self._taken = tuple(one for one in taken if one not in mine)
                    raise
                if not (named or repeated) and error.status_code in _BREAKS:
                    repeated = True  # once may be chance
                    continue
                mine.add(step)
                self._take(step, error, request)

    def refuses(self, part: str) -> bool:
        """Whether the server refused a part."""
        return any(step.part == part for step in self._taken)

    def _next(self, error: openai.APIStatusError, request: Request) -> tuple[bool, Step | None]:
        """The step that may help, and whether the server named it. None if the error is another."""
        if error.code == "content_filter" or error.status_code not in (*_REFUSES, *_BREAKS):
            return False, None
        sent = _made_plainer(request, self._taken)
        left = [one for one in self._steps if one not in self._taken and one.part in sent]
        said = f"{error.param or ''} {self._words.plain(error)}"
        named = next((one for one in left if one.meant.search(said)), None)
        if named is not None:
            return True, named
        breaks = error.status_code in _BREAKS
        return False, next((one for one in left if one.may_break or not breaks), None)

    def _take(self, step: Step, error: openai.APIStatusError, request: Request) -> None:
        # Remembered at once: a deadline may end this request before it succeeds.
        self._taken = tuple(one for one in self._steps if one in (*self._taken, step))
        if step not in self._logged:
            self._logged.add(step)
            said = self._words.for_log(error, request)
            about = {"part": step.part, "status": error.status_code, "said": said}
            logger.warning("the model server refused a part of the request", extra=about)


def _made_plainer(request: Request, steps: Sequence[Step]) -> Request:
    for step in steps:
        request = step.way(request)
    return request


def without(key: str) -> Way:
    """Leaves out a key."""
    return lambda request: {name: value for name, value in request.items() if name != key}


def renamed(old: str, new: str) -> Way:
    """Gives a value another key."""
    return lambda request: {(new if key == old else key): one for key, one in request.items()}


def with_value(key: str, value: Any) -> Way:
    """Gives a key another value."""
    return lambda request: {**request, key: value}

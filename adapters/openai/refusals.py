"""Asks again without the part of a request that a server refuses, and remembers it.

A refused part is renamed, made plainer or left out. That is logged once, in the server's words.
"""

import logging
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import openai

from adapters.openai.trouble import SaidError, trouble_of
from bot.answering.choose.calls import may_call_again
from bot.model.errors import ModelTrouble
from bot.privacy import Redactor

# A server's own words about an error: short, without personal data, secrets, or what was sent.

_LONGEST = 200
"""Characters in the log."""
_LONGEST_READ = 2000
_RUN, _RUN_IN_OTHER_LETTERS = 12, 4
"""Characters in a row that the request holds, too: an echo. Korean words are short."""
_FIELDS = ("message", "detail", "error", "msg", "title")
_TAGS = re.compile(r"<[^<>]*>|\\u[0-9a-fA-F]{4}")
"""Markup of an error page, and letters of an echo that are spelt as codes."""
_SECRETS = re.compile(r"(?i)\b(?:sk|key|pk|tok|hf|gsk|nvapi|xai)[-_][\w*-]{3,}|\bbearer\s+\S+")


class ServerWords:
    """Reads the words of errors; knows the key, which must not be among them."""

    def __init__(self, redactor: Redactor, key: str) -> None:
        self._redactor = redactor
        self._key = key

    def plain(self, error: Exception) -> str:
        """The words as the server wrote them, for patterns; never shown. "" if it said nothing."""
        body = error.body if isinstance(error, openai.APIStatusError | SaidError) else None
        return " ".join("; ".join(_words(body)).split())[:_LONGEST_READ]

    def for_log(self, error: Exception, sent: Mapping[str, Any]) -> str:
        """The words about a request, as they may be shown."""
        said = self.plain(error)
        said = said.replace(self._key, "…") if self._key else said
        said = _SECRETS.sub("…", _TAGS.sub(" ", said))
        said = self._redactor.safe(_without_echo(said, "\n".join(_sent(sent))))
        return " ".join(said.split())[:_LONGEST]


def _words(body: Any) -> Iterator[str]:
    """The messages in a body; never its `input`, where some servers repeat the request."""
    if isinstance(body, str):
        yield body
    elif isinstance(body, list):
        for one in body[:3]:
            yield from _words(one)
    elif isinstance(body, Mapping):
        place = body.get("loc")
        if isinstance(place, list):
            yield ".".join(map(str, place))
        for field in _FIELDS:
            yield from _words(body.get(field))


def _sent(request: Mapping[str, Any]) -> Iterator[str]:
    """The texts of people and documents in a request."""
    for field in ("input", "messages"):
        value = request.get(field)
        for one in value if isinstance(value, list) else [value]:
            text = one.get("content") if isinstance(one, Mapping) else one
            if isinstance(text, str):
                yield text


def _without_echo(said: str, sent: str) -> str:
    """The words with `…` in place of each run that was sent."""
    folded, source = said.lower(), sent.lower()
    if len(folded) != len(said):  # a few letters change their length
        said = folded
    hidden = [False] * len(said)
    for start in range(len(said)):
        for length in (_RUN, _RUN_IN_OTHER_LETTERS):
            run = folded[start : start + length]
            if len(run) == length and run in source and (length == _RUN or not run.isascii()):
                hidden[start : start + length] = [True] * length
    shown = [
        letter if not gone else "" if at and hidden[at - 1] else "…"
        for at, (letter, gone) in enumerate(zip(said, hidden, strict=True))
    ]
    return "".join(shown)


logger = logging.getLogger(__name__)

Request = Mapping[str, Any]
"""The body of a request."""
Way = Callable[[Request], Request]
"""Another way to ask for the same."""
Made = TypeVar("Made")

_REFUSES = (400, 422)
_BREAKS = (500, 501)
"""Some servers answer so, too, if they cannot do what a part asks for."""
_NO_REFUSALS = {
    ModelTrouble.AUTH,
    ModelTrouble.CONTEXT,
    ModelTrouble.RATE,
    ModelTrouble.REFUSED,
}
"""Troubles of the whole request: no plainer one helps."""


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
    listed: Callable[[str, Any], Way | None] = lambda _said, _sent: None
    """A way to send the part with a value that the server's words list instead of the one sent."""


class Refusals:
    """The parts of a request that one server refuses."""

    def __init__(self, steps: Sequence[Step], words: ServerWords) -> None:
        """`steps` come in the order in which they are taken if the server names no part."""
        self._steps = steps
        self._words = words
        self._taken: dict[Step, Way] = {}
        self._unproven: set[Step] = set()
        """The steps that no answer has followed yet."""
        self._broke = False
        """Whether the last request broke; once may be chance."""
        self._logged: set[Way] = set()

    async def asked(self, send: Callable[[Request], Awaitable[Made]], request: Request) -> Made:
        """Sends the request as the server takes it. Raises OpenAIError.

        A question has few calls, so what is learned without an answer helps the next question.
        """
        while True:
            taken = self._taken
            try:
                made = await send(self._made_plainer(request))
            except openai.APIStatusError as error:
                # If another request has learned something meanwhile, this one asks so, too.
                learned = taken is not self._taken or self._learned(error, request)
                if not learned or not await may_call_again():
                    raise
            else:
                self._unproven, self._broke = set(), False
                return made

    def refuses(self, part: str) -> bool:
        """Whether the server refused a part."""
        return any(step.part == part for step in self._taken)

    def _learned(self, error: openai.APIStatusError, request: Request) -> bool:
        """Takes the step that may help. False if there is none, or the error is another one."""
        said = f"{error.param or ''} {self._words.plain(error)}"
        breaks = error.status_code in _BREAKS
        is_other = trouble_of(error, said) in _NO_REFUSALS
        if is_other or not (breaks or error.status_code in _REFUSES):
            return False
        sent = self._made_plainer(request)
        left = [one for one in self._steps if self._may_help(one) and one.part in sent]
        named = next((one for one in left if one.meant.search(said)), None)
        step = named or next((one for one in left if one.may_break or not breaks), None)
        if step and not named and breaks and not self._broke:
            self._broke = True
            return True
        if step is None:
            kept = {one: way for one, way in self._taken.items() if one not in self._unproven}
            self._taken, self._unproven = kept, set()
            return False
        self._take(step, error, said, request)
        return True

    def _may_help(self, step: Step) -> bool:
        return self._taken.get(step) is not step.way

    def _take(self, step: Step, error: openai.APIStatusError, said: str, request: Request) -> None:
        # Remembered at once: a deadline may end this request before it succeeds.
        sent = self._made_plainer(request)[step.part]
        way = (step not in self._taken and step.listed(said, sent)) or step.way
        taken = {**self._taken, step: way}
        self._taken = {one: taken[one] for one in self._steps if one in taken}
        self._unproven = {*self._unproven, step}
        if way not in self._logged:
            self._logged.add(way)
            shown = self._words.for_log(error, request)
            about = {"part": step.part, "status": error.status_code, "said": shown}
            logger.warning("the model server refused a part of the request", extra=about)

    def _made_plainer(self, request: Request) -> Request:
        for way in self._taken.values():
            request = way(request)
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

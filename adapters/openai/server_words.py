"""A server's own words about an error: short, without personal data, secrets, or what was sent."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import openai

from adapters.openai.trouble import SaidError
from bot.privacy import Redactor

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

"""What a language model is told whatever is asked, and whether a text repeats it."""

import hashlib
import re
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources

from knowledge.language.hidden import seen

_WORD = re.compile(r"[^\W_]+")
_IN_A_ROW = 8
"""Words of the instructions that nobody says by chance."""


@cache
def instructions() -> str:
    """What never changes from question to question."""
    return _file("system.md")


@cache
def again() -> str:
    """What follows a question whose first draft did not hold, with a place for the reasons."""
    return _file("again.md")


@cache
def version() -> str:
    """Another one when the instructions change."""
    return hashlib.sha256(instructions().encode()).hexdigest()[:12]


def repeats_instructions(text: str) -> bool:
    """Whether a text says a part of what the model is told, word for word."""
    words = _WORD.findall(seen(text).casefold())
    return any(row in _told() for row in _rows(words))


@cache
def _told() -> frozenset[tuple[str, ...]]:
    # The examples are sentences of documents, which another document may say, too.
    rules = instructions().partition("# Examples")[0]
    return frozenset(_rows(_WORD.findall(rules.casefold())))


def _rows(words: Sequence[str]) -> Iterable[tuple[str, ...]]:
    return (tuple(words[n : n + _IN_A_ROW]) for n in range(len(words) - _IN_A_ROW + 1))


def _file(name: str) -> str:
    return (resources.files("bot.answering.instructions") / name).read_text(encoding="utf-8")

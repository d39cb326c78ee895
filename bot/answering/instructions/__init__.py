"""Loads the fixed instructions for a language model, and finds texts that repeat them."""

import hashlib
import re
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources

from knowledge.language.hidden import seen

_WORD = re.compile(r"[^\W_]+")
_IN_A_ROW = 8
"""Words in a row that repeat the instructions; fewer may be chance."""


@cache
def instructions() -> str:
    """The system prompt, the same for every question."""
    return _file("system.md")


@cache
def for_wording() -> str:
    """The system prompt of a wording."""
    return _file("wording.md")


@cache
def for_judging() -> str:
    """The system prompt of the call that judges wordings."""
    return _file("judge.md")


@cache
def version() -> str:
    """A hash of the instructions, so that a change invalidates cached answers."""
    every = "".join((instructions(), for_wording(), for_judging()))
    return hashlib.sha256(every.encode()).hexdigest()[:12]


def repeats_instructions(text: str) -> bool:
    """Whether a text repeats at least `_IN_A_ROW` words of the instructions in a row."""
    words = _WORD.findall(seen(text).casefold())
    return any(row in _rows_of_rules() for row in _rows(words))


@cache
def _rows_of_rules() -> frozenset[tuple[str, ...]]:
    # Without the examples: a store's document may have the same sentences.
    texts = (instructions().partition("# Examples")[0], for_wording(), for_judging())
    return frozenset(row for one in texts for row in _rows(_WORD.findall(one.casefold())))


def _rows(words: Sequence[str]) -> Iterable[tuple[str, ...]]:
    return (tuple(words[n : n + _IN_A_ROW]) for n in range(len(words) - _IN_A_ROW + 1))


def _file(name: str) -> str:
    return (resources.files("bot.answering.instructions") / name).read_text(encoding="utf-8")

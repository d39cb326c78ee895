"""Caches the results of a function for words, which recur."""

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

_LONGEST = 24
"""Characters of the longest word to remember."""
_MOST = 20_000

_Result = TypeVar("_Result")


def remembered(compute: Callable[[str], _Result]) -> Callable[[str], _Result]:
    """The same function, with a cache for short words."""
    known = lru_cache(maxsize=_MOST)(compute)
    # In a script without spaces, a whole sentence is one word, and hardly recurs.
    return lambda word: known(word) if len(word) <= _LONGEST else compute(word)

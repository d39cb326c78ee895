"""Words that come again and again, each worked out once."""

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

_LONGEST = 24
"""Characters of a word that is remembered."""
_MOST = 20_000

_Told = TypeVar("_Told")


def remembered(tell: Callable[[str], _Told]) -> Callable[[str], _Told]:
    """The same for a word, from memory where it is known."""
    known = lru_cache(maxsize=_MOST)(tell)
    # Where a script has no spaces, a sentence is one word, and hardly comes again.
    return lambda word: known(word) if len(word) <= _LONGEST else tell(word)

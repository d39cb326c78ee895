"""Regular expressions that are compiled on first use."""

import re
from collections.abc import Iterator
from functools import cached_property

_CASELESS = re.compile(r"\[\^?가-힣(?:\\.|[^\]\\A-Za-z])*\]")
"""A character class with Hangul and without Latin letters, which needs no case folding."""


class LazyPattern:
    """A case-insensitive pattern, compiled on first use.

    Compiling all patterns of the product takes a quarter of a second; most commands need none.
    """

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(cheaper(self.pattern), re.IGNORECASE)

    def search(self, text: str, start: int = 0) -> re.Match[str] | None:
        """The first match at or after the start."""
        return self._compiled.search(text, start)

    def match(self, text: str, start: int = 0) -> re.Match[str] | None:
        """A match that begins at the start."""
        return self._compiled.match(text, start)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """A match of the whole text."""
        return self._compiled.fullmatch(text)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Every match, in order."""
        return self._compiled.finditer(text)

    def findall(self, text: str) -> list[str]:
        """The words of every match; only for patterns without groups."""
        return self._compiled.findall(text)

    def sub(self, by: str, text: str) -> str:
        """The text with every match replaced."""
        return self._compiled.sub(by, text)


def cheaper(pattern: str) -> str:
    """Switches off case folding for Hangul classes.

    Python looks for a capital of each of the 11,172 syllables of a class: 2 ms a class.
    """
    return _CASELESS.sub(lambda match: f"(?-i:{match.group()})", pattern)

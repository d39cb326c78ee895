"""Regular expressions that are compiled when they are first needed."""

import re
from collections.abc import Iterator
from functools import cached_property

_CASELESS = re.compile(r"\[\^?가-힣(?:\\.|[^\]\\A-Za-z])*\]")
"""A class with Hangul and without Latin letters: it has no capitals."""


class Late:
    """A pattern without regard to capitals; compiled the first time that it is used.

    All patterns of the product take a quarter of a second, and most commands ask nothing.
    """

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(cheaper(self.pattern), re.IGNORECASE)

    def search(self, text: str, start: int = 0) -> re.Match[str] | None:
        """The first match from the start on."""
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
    """The same pattern, where capitals do not matter: Hangul is not searched for any.

    Python looks for a capital of each of the 11,172 syllables of a class: 2 ms for every class.
    """
    return _CASELESS.sub(lambda match: f"(?-i:{match.group()})", pattern)

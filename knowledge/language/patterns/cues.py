"""Makes patterns of long lists of phrases."""

from collections.abc import Iterable
from itertools import islice

from knowledge.language.patterns.lazy import LazyPattern
from knowledge.language.terms import query_terms


def any_of(lines: str, **pieces: str) -> str:
    """A pattern that matches any of the lines; <NAME> is replaced by the piece of that name."""
    pattern = "|".join(line.strip() for line in lines.splitlines() if line.strip())
    for name, piece in pieces.items():
        pattern = pattern.replace(f"<{name}>", f"(?:{piece})")
    return f"(?:{pattern})"


def cue(lines: str, **pieces: str) -> LazyPattern:
    """The same as a case-insensitive regular expression."""
    return LazyPattern(any_of(lines, **pieces))


def has_words(words: Iterable[str], count: int) -> bool:
    """Whether at least `count` of the words are more than question words; stops there."""
    return len(list(islice(filter(query_terms, words), count))) == count

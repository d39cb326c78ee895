"""Long lists of forms, as patterns."""

from collections.abc import Iterable
from itertools import islice

from knowledge.language.patterns.late import Late
from knowledge.language.terms import query_terms


def any_of(lines: str, **pieces: str) -> str:
    """A pattern for any of the lines; <NAME> in them stands for the piece of that name."""
    pattern = "|".join(line.strip() for line in lines.splitlines() if line.strip())
    for name, piece in pieces.items():
        pattern = pattern.replace(f"<{name}>", f"(?:{piece})")
    return f"(?:{pattern})"


def cue(lines: str, **pieces: str) -> Late:
    """The same, to look for; capitals do not matter."""
    return Late(any_of(lines, **pieces))


def has_words(words: Iterable[str], count: int) -> bool:
    """Whether so many of the words have a meaning of their own; the others are not looked at."""
    return len(list(islice(filter(query_terms, words), count))) == count

"""Statements that say the same in two places, in two languages, or with another number."""

from knowledge.lexical import numbers, terms
from knowledge.statements import Statement

_SHARED = 0.7
"""Two statements that share this much of their words, and every number, say the same."""


def alike(one: Statement, other: Statement) -> bool:
    """Whether two statements of one language say the same."""
    if set(numbers(one.text)) != set(numbers(other.text)):
        return False
    return _share_words(one, other)


def about_the_same(one: Statement, other: Statement) -> bool:
    """Whether they are about the same, perhaps with another number: documents may disagree.

    In two languages only their numbers can tell.
    """
    held = set(numbers(one.text))
    return _share_words(one, other) or (bool(held) and held == set(numbers(other.text)))


def _share_words(one: Statement, other: Statement) -> bool:
    a, b = set(terms(one.text)), set(terms(other.text))
    return len(a & b) >= _SHARED * min(len(a), len(b))

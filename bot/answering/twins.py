"""Statements that say the same in two places, in two languages, or with another number."""

from collections.abc import Iterable, Sequence

from knowledge.lexical import numbers, terms
from knowledge.statements import Statement
from knowledge.values import Value, same, values

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


def same_values(one: Statement, other: Statement) -> bool:
    """Whether both give the same values, and any at all: 24 months and 24개월."""
    mine, theirs = values(one.text), values(other.text)
    return bool(mine) and _all_among(mine, theirs) and _all_among(theirs, mine)


def _all_among(some: Iterable[Value], others: Sequence[Value]) -> bool:
    return all(any(same(one, other) for other in others) for one in some)


def _share_words(one: Statement, other: Statement) -> bool:
    a, b = set(terms(one.text)), set(terms(other.text))
    return len(a & b) >= _SHARED * min(len(a), len(b))

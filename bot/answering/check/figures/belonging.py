"""Rejects a value that the quotes give to something else: 60 days for tickets, 30 for vouchers."""

import re
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from bot.answering.check.claim import Claim
from knowledge.language.terms import query_terms
from knowledge.language.values import Value, ValueKind, same, values

_CLAUSE = re.compile(r"[,;]\s|\s(?:and|but|while|whereas)\s|(?<=[고며])\s|\.\s|\n")


class _Given(NamedTuple):
    """A quoted clause that gives a value of the same kind and unit."""

    value: Value
    before: frozenset[str]
    """The terms before the value: its subject."""


def value_of_another(claim: Claim) -> bool:
    """Whether the sentence gives a value that its quotes give to another subject."""
    if not claim.in_one_language:
        return False
    clauses = [one for quote in claim.quotes for one in _CLAUSE.split(quote)]
    return any(_has_value_of_another(part, clauses) for part in _CLAUSE.split(claim.text))


def _has_value_of_another(part: str, clauses: Sequence[str]) -> bool:
    said, quoted = values(part), [values(one) for one in clauses]
    about = frozenset(query_terms(part))
    return any(_is_mixed(one, other, quoted) for one, other in permutations(said, 2)) or any(
        _is_of_another(value, about, list(_given(value, clauses))) for value in said
    )


def _is_mixed(one: Value, other: Value, quoted: Sequence[Sequence[Value]]) -> bool:
    """Whether a pair of values mixes two clauses of the quotes.

    "60 minutes for 4 hours" is mixed if the quotes say 30 for 4 hours and 60 for 8 hours.
    """
    beside = [each for each in quoted if _is_in(one, each)]
    if any(_is_in(other, each) for each in beside):
        return False
    return any(_alike(value, other) and not same(value, one) for each in beside for value in each)


def _is_in(value: Value, others: Sequence[Value]) -> bool:
    return any(same(value, one) for one in others)


def _alike(one: Value, other: Value) -> bool:
    return one.kind is other.kind and (one.unit == other.unit or one.kind is ValueKind.IDENTIFIER)


def _given(value: Value, clauses: Sequence[str]) -> Iterator[_Given]:
    for clause in clauses:
        alike = [one for one in values(clause) if _alike(one, value)]
        if alike:
            yield _Given(alike[0], frozenset(query_terms(clause[: alike[0].span[0]])))


def _is_of_another(value: Value, said: frozenset[str], given: Sequence[_Given]) -> bool:
    """Whether a clause with another value shares more of its words with the sentence.

    On a tie the later clause wins: a clause's words also hold for the clauses after it.
    """
    own = [_share(said, one) for one in given if same(value, one.value)]
    others = [
        (_share(said, one), place) for place, one in enumerate(given) if not same(value, one.value)
    ]
    if not own or not others:
        return False
    best, place = max(others)
    mine = max(at for at, one in enumerate(given) if same(value, one.value))
    return best > max(own) or (best == max(own) > 0 and place > mine)


def _share(said: frozenset[str], given: _Given) -> float:
    return len(said & given.before) / len(given.before) if given.before else 0.0

"""Whether a value is told of what its quotes tell it of: 60 days of tickets, 30 of vouchers."""

import re
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from bot.answering.check.claim import Claim
from knowledge.language.terms import query_terms
from knowledge.language.values import Kind, Value, same, values

_CLAUSE = re.compile(r"[,;]\s|\s(?:and|but|while|whereas)\s|(?<=[고며])\s|\.\s|\n")


class _Told(NamedTuple):
    """A clause that gives a value of the kind."""

    value: Value
    before: frozenset[str]
    """The words before its value: what it is told of."""


def value_of_another(claim: Claim) -> bool:
    """Whether a clause of the quotes with another value is more about the sentence."""
    if not claim.in_one_language:
        return False
    clauses = [one for quote in claim.quotes for one in _CLAUSE.split(quote)]
    return any(_is_told_of_another(part, clauses) for part in _CLAUSE.split(claim.text))


def _is_told_of_another(part: str, clauses: Sequence[str]) -> bool:
    said, told = values(part), [values(one) for one in clauses]
    about = frozenset(query_terms(part))
    return any(_is_mixed(one, other, told) for one, other in permutations(said, 2)) or any(
        _is_of_another(value, about, list(_told(value, clauses))) for value in said
    )


def _is_mixed(one: Value, other: Value, told: Sequence[Sequence[Value]]) -> bool:
    """Whether the first stands beside one like the other in the quotes, and never beside the other.

    60 minutes for 4 hours, where 4 hours have 30 and 8 hours have 60.
    """
    beside = [each for each in told if _is_in(one, each)]
    if any(_is_in(other, each) for each in beside):
        return False
    return any(_alike(value, other) and not same(value, one) for each in beside for value in each)


def _is_in(value: Value, told: Sequence[Value]) -> bool:
    return any(same(value, one) for one in told)


def _alike(one: Value, other: Value) -> bool:
    return one.kind is other.kind and (one.unit == other.unit or one.kind is Kind.IDENTIFIER)


def _told(value: Value, clauses: Sequence[str]) -> Iterator[_Told]:
    for clause in clauses:
        alike = [one for one in values(clause) if _alike(one, value)]
        if alike:
            yield _Told(alike[0], frozenset(query_terms(clause[: alike[0].span[0]])))


def _is_of_another(value: Value, said: frozenset[str], told: Sequence[_Told]) -> bool:
    """A clause's words hold for those behind it, too, and for none before it."""
    own = [_share(said, one) for one in told if same(value, one.value)]
    others = [
        (_share(said, one), place) for place, one in enumerate(told) if not same(value, one.value)
    ]
    if not own or not others:
        return False
    best, place = max(others)
    mine = max(at for at, one in enumerate(told) if same(value, one.value))
    return best > max(own) or (best == max(own) > 0 and place > mine)


def _share(said: frozenset[str], told: _Told) -> float:
    return len(said & told.before) / len(told.before) if told.before else 0.0

"""Whether a value is told of what its quotes tell it of: 60 days of tickets, 30 of vouchers."""

import re
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from bot.answering.check.claim import Claim
from knowledge.lexical import language_of, query_terms
from knowledge.values import Kind, Value, same, values

_CLAUSE = re.compile(r"[,;]\s|\s(?:and|but|while|whereas)\s|(?<=[고며])\s|\.\s|\n")


class _Told(NamedTuple):
    """A clause that gives a value of the kind."""

    value: Value
    before: frozenset[str]
    """The words before its value: what it is told of."""


def value_of_another(claim: Claim) -> bool:
    """Whether a clause of the quotes with another value is more about the sentence."""
    language = language_of(claim.text)
    if any(language_of(quote) != language for quote in claim.quotes):
        return False
    clauses = [one for quote in claim.quotes for one in _CLAUSE.split(quote)]
    parts = _CLAUSE.split(claim.text)
    return any(_are_mixed(values(part), [values(one) for one in clauses]) for part in parts) or any(
        _is_of_another(value, frozenset(query_terms(part)), list(_told(value, clauses)))
        for part in parts
        for value in values(part)
    )


def _are_mixed(said: Sequence[Value], told: Sequence[Sequence[Value]]) -> bool:
    """Whether two values stand together that stand in two clauses, each beside one like the other.

    60 minutes for 4 hours, where 4 hours have 30 and 8 hours have 60.
    """
    for one, other in permutations(said, 2):
        beside = [each for each in told if _is_in(one, each)]
        if beside and not any(_is_in(other, each) for each in beside):
            rest = [value for each in beside for value in each if not same(value, one)]
            if any(_alike(value, other) for value in rest):
                return True
    return False


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

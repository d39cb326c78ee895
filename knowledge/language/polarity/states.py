"""Compares the states of a question with those of a rule: used and unused, 개봉 and 미개봉.

There is no list of them. A word is a state where one text has it, and the other has it denied by a
prefix or by a "not" beside it.
"""

from collections.abc import Iterable, Set
from functools import lru_cache

from knowledge.language.clause import States
from knowledge.language.grammars import grammar_of


def other_pole(asked: str, rule: str) -> bool:
    """Whether a rule is only for the other pole of a state that the asker names."""
    mine, said = _of_question(asked), _of_rule(rule)
    against = (mine.affirmed & said.denied) | (mine.denied & said.affirmed)
    return bool(against - _unclear(mine) - _unclear(said))


def disputed(asked: str, rules: Iterable[str]) -> frozenset[str]:
    """The states that the asker names and that some rule has in its other pole."""
    mine, each = _of_question(asked), [_of_rule(one) for one in rules]
    against = ((mine.affirmed & one.denied) | (mine.denied & one.affirmed) for one in each)
    return frozenset().union(*against) - _unclear(mine)


def same_pole(asked: str, rule: str, of: Set[str]) -> bool:
    """Whether a rule is for the asker's pole of one of these states, or for either pole."""
    mine, said = _of_question(asked), _of_rule(rule)
    alike = (mine.affirmed & said.affirmed) | (mine.denied & said.denied)
    return not of.isdisjoint(alike | said.either)


def _unclear(states: States) -> frozenset[str]:
    return (states.affirmed & states.denied) | states.either


@lru_cache(maxsize=512)
def _of_question(text: str) -> States:
    return grammar_of(text).of_question(text)


# Cached: the statements of a store come again with every question.
@lru_cache(maxsize=10_000)
def _of_rule(text: str) -> States:
    return grammar_of(text).of_rule(text)

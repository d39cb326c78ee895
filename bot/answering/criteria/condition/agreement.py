"""Rules for goods in another state than the asker's: opened or not, with the receipt or without,
faulty or not.

Both kinds of rule are near the question, and too rare in what the ranker has learnt from.
"""

import math
from collections.abc import Sequence, Set
from itertools import chain
from typing import NamedTuple

from bot.answering.criteria.condition.condition import State
from bot.answering.criteria.condition.known import OPEN, STATES
from bot.answering.criteria.criterion import Adjust, Asked
from bot.model import Question

_AGAINST, _SPECIAL, _UNUSUAL = 6.0, 3.0, 2.0
"""How far a rule for the other state stands back, in log odds, one for some goods alone, and one
for a state of which nothing is said."""
_MOST_LIFTED = 7.5
"""A rule for the asker's state is brought no further up than that, however well the other fits."""


class Rule(NamedTuple):
    """A statement, the document that it is of, and how well it fits the question, in log odds."""

    text: str
    document: str
    score: float


def contradicts(asked: str, text: str) -> bool:
    """Whether a rule is for unopened goods and the asker's are opened, or the other way round."""
    said = OPEN.asked(asked)
    return said is not None and OPEN.ruled(text) is (not said)


def names_a_state(text: str) -> bool:
    """Whether a message says that something is opened, faulty, or has a receipt, or that not."""
    return any(state.asked(text) is not None for state in STATES)


def agrees(asked: str, text: str) -> bool:
    """Whether a rule turns on a state that the question names, and is for that one."""
    return any(
        (said := state.asked(asked)) is not None and state.ruled(text) is said for state in STATES
    )


def besides(asked: str) -> list[str]:
    """What to look for besides the question: rules for the states that it names."""
    return [sought for state in STATES if (sought := state.besides(asked))]


def condition(asked: Asked) -> Adjust:
    """A rule for goods in another state than the asker's stands back."""
    case = _case_of(asked.question)
    meant = chain.from_iterable(chain.from_iterable(asked.found.alternatives.values()))
    named = frozenset((*asked.found.rarity, *meant))
    of_each = [(one.statement.text, one.hit.passage.header.key) for one in asked.seen]

    def adjust(scores: Sequence[float]) -> list[float]:
        rules = [Rule(*one, score) for one, score in zip(of_each, scores, strict=True)]
        return turned(case, rules, named)

    return adjust


def _case_of(question: Question) -> str:
    """What says which case it is: a message that names another than the question before wins."""
    said = question.said
    return said if said and names_a_state(said) else question.text


def turned(asked: str, rules: Sequence[Rule], named: Set[str] = frozenset()) -> list[float]:
    """What to add to the score of each statement, by the states that the question names.

    Named are the terms of the question and what they may stand for.
    """
    each = [_by_state(state, asked, rules) for state in STATES]
    each += [_by_goods(state, asked, rules, named) for state in STATES]
    # What is for another state in one way gains nothing by being for the asker's in another.
    return [sum(some) if min(some) >= 0 else min(some) for some in zip(*each, strict=True)]


def _by_state(state: State, asked: str, rules: Sequence[Rule]) -> list[float]:
    said = state.asked(asked)
    if said is None:
        return [-_UNUSUAL * state.is_unusual(one.text) for one in rules]
    ruled = [state.ruled(one.text) for one in rules]
    others = state.by_itself or (not said) in ruled
    if not others or (state.beside_one and said not in ruled):
        return [0.0] * len(rules)
    lifts = _lifts(rules, ruled, said, state.at_most)
    gains = {said: state.gain, not said: -_AGAINST, None: 0.0}
    return [
        gains[way] + (lifts[one.document] if way is said else 0.0)
        for one, way in zip(rules, ruled, strict=True)
    ]


def _by_goods(state: State, asked: str, rules: Sequence[Rule], named: Set[str]) -> list[float]:
    """Beside a rule for the asker's state: less for some goods alone that it does not name."""
    said = state.asked(asked)
    is_sought = state.sought is not None and said is state.sought[0]
    if not is_sought or all(state.ruled(one.text) is not said for one in rules):
        return [0.0] * len(rules)
    return [-_SPECIAL * state.is_special(one.text, named) for one in rules]


def _lifts(
    rules: Sequence[Rule], ruled: Sequence[bool | None], said: bool, at_most: float
) -> dict[str, float]:
    """By document: what brings its best rule for the asker's state near its best for the other."""
    best: dict[tuple[str, bool | None], float] = {}
    for one, way in zip(rules, ruled, strict=True):
        key = one.document, way
        best[key] = max(one.score, best.get(key, -math.inf))
    return {
        document: min(
            _MOST_LIFTED,
            max(0.0, best.get((document, not said), -math.inf) - at_most - fit),
        )
        for (document, way), fit in best.items()
        if way is said
    }

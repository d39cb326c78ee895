"""Criterion: the state of the asker's goods: opened or not, used or not, receipt or none.

Rules for either state are close to the question, and too rare in the ranker's training data.
The words of each state: known.py.
"""

import math
from collections.abc import Sequence, Set
from itertools import chain
from typing import NamedTuple

from bot.answering.criteria.condition.condition import State
from bot.answering.criteria.condition.known import OPEN, STATES
from bot.answering.criteria.condition.other_case import is_other_case
from bot.answering.criteria.criterion import Adjust, Asked, whatever_the_scores
from bot.model import Question

_AGAINST, _SPECIAL, _UNUSUAL = 6.0, 3.0, 2.0
"""Log odds that a rule for the other state loses, one for certain goods only, and one for a state
that the asker does not mention."""
_MOST_LIFTED = 7.5
"""Log odds that a rule for the asker's state is lifted at most, however well the other fits."""


class Rule(NamedTuple):
    """A statement and its document."""

    text: str
    document: str


def contradicts(asked: str, text: str) -> bool:
    """Whether a rule is only for unopened goods and the asker's are opened, or the like."""
    said = OPEN.asked(asked)
    return said is not None and OPEN.ruled(text) is (not said)


def names_a_state(text: str) -> bool:
    """Whether a message says if something is opened or faulty, or if there is a receipt."""
    return any(state.asked(text) is not None for state in STATES)


def agrees(asked: str, text: str) -> bool:
    """Whether a rule is for a state that the question names."""
    return any(
        (said := state.asked(asked)) is not None and state.ruled(text) is said for state in STATES
    )


def besides(asked: str) -> list[str]:
    """Extra searches for a question: rules for the states that it names."""
    return [sought for state in STATES if (sought := state.besides(asked))]


def condition(asked: Asked) -> Adjust:
    """Moves back rules for goods in another state than the asker's."""
    case = _case_of(asked.question)
    meant = chain.from_iterable(chain.from_iterable(asked.found.alternatives.values()))
    named = frozenset((*asked.found.rarity, *meant))
    rules = [Rule(one.statement.text, one.hit.passage.header.key) for one in asked.seen]
    return turned(case, rules, named)


def _case_of(question: Question) -> str:
    """The words with the asker's state: a follow-up that names one beats the question before."""
    said = question.said
    return said if said and names_a_state(said) else question.text


def turned(asked: str, rules: Sequence[Rule], named: Set[str] = frozenset()) -> Adjust:
    """The change of each statement's score, by the states that the question names.

    `named` are the terms of the question and their alternatives.
    """
    by_state = [_by_state(state, asked, rules) for state in STATES]
    fixed = [_by_goods(state, asked, rules, named) for state in STATES]
    fixed += [[-_AGAINST * is_other_case(asked, one.text) for one in rules]]

    def adjust(scores: Sequence[float]) -> list[float]:
        each = [*(turns(scores) for turns in by_state), *fixed]
        # A rule that is against the asker in one state gains nothing for fitting in another.
        return [sum(some) if min(some) >= 0 else min(some) for some in zip(*each, strict=True)]

    return adjust


def _by_state(state: State, asked: str, rules: Sequence[Rule]) -> Adjust:
    said = state.asked(asked)
    if said is None:
        return whatever_the_scores([-_UNUSUAL * state.is_unusual(one.text) for one in rules])
    ruled = [state.ruled(one.text) for one in rules]
    others = state.by_itself or (not said) in ruled
    if not others or (state.beside_one and said not in ruled):
        return whatever_the_scores([0.0] * len(rules))
    gains = {said: state.gain, not said: -_AGAINST, None: 0.0}

    def adjust(scores: Sequence[float]) -> list[float]:
        lifts = _lifts(rules, scores, ruled, said, state.at_most)
        return [
            gains[way] + (lifts[one.document] if way is said else 0.0)
            for one, way in zip(rules, ruled, strict=True)
        ]

    return adjust


def _by_goods(state: State, asked: str, rules: Sequence[Rule], named: Set[str]) -> list[float]:
    """Moves back rules for certain goods that nobody named, beside a rule for the asker's state."""
    said = state.asked(asked)
    is_sought = state.sought is not None and said is state.sought[0]
    if not is_sought or all(state.ruled(one.text) is not said for one in rules):
        return [0.0] * len(rules)
    return [-_SPECIAL * state.is_special(one.text, named) for one in rules]


def _lifts(
    rules: Sequence[Rule],
    scores: Sequence[float],
    ruled: Sequence[bool | None],
    said: bool,
    at_most: float,
) -> dict[str, float]:
    """By document: the lift of its best rule for the asker's state towards that for the other."""
    best: dict[tuple[str, bool | None], float] = {}
    for one, score, way in zip(rules, scores, ruled, strict=True):
        key = one.document, way
        best[key] = max(score, best.get(key, -math.inf))
    return {
        document: min(
            _MOST_LIFTED,
            max(0.0, best.get((document, not said), -math.inf) - at_most - fit),
        )
        for (document, way), fit in best.items()
        if way is said
    }

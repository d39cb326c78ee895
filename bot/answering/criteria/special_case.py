"""Criterion: a rule for a special case that nobody mentions moves behind a general one near it.

"When goods paid with a gift card are refunded …" is close to "do gift cards expire?", and so is
"A gift card is valid for 5 years".
"""

from collections.abc import Sequence, Set
from itertools import chain

from bot.answering.criteria.condition.agreement import agrees
from bot.answering.criteria.criterion import Adjust, Asked
from bot.answering.criteria.names_only import wants_all_of
from bot.answering.criteria.subject import ANYTHING
from bot.model import Question
from knowledge.language.conditional import Case, own_case
from knowledge.language.terms import covers, language_of, numbers, query_terms, terms
from knowledge.model.documents import Found

_NEAR = 1.0
"""Log odds that a general rule may be behind one for a special case."""
_BEHIND = 0.1
_ANY_TERM = frozenset(query_terms(" ".join(ANYTHING)))


def special_case(asked: Asked) -> Adjust:
    """Moves rules for a case that the question does not mention behind a general one."""
    special = [
        unmentioned_case(asked.question, one, asked.found) is not None for one in asked.texts
    ]

    def adjust(scores: Sequence[float]) -> list[float]:
        general = max(
            (one for one, is_so in zip(scores, special, strict=True) if not is_so), default=0.0
        )
        return [
            general - _BEHIND - one if is_so and general <= one <= general + _NEAR else 0.0
            for one, is_so in zip(scores, special, strict=True)
        ]

    return adjust


def unmentioned_case(question: Question, text: str, found: Found) -> Case | None:
    """The special case of a rule, if the question neither says nor implies it.

    "The refund policy" is asked for with all its cases.
    """
    case = own_case(text)
    if case is None or wants_all_of(question):
        return None
    # Words of two languages cannot be compared.
    if language_of(text) != question.language or agrees(question.text, text):
        return None
    asked = {*terms(question.to_look_up), *found.rarity}
    meant = {*chain.from_iterable(chain.from_iterable(found.alternatives.values()))}
    # "That card" names no case: the rule is about cards anyway.
    telling = {*query_terms(case.text)} - _ANY_TERM
    telling -= set() if case.of_some else {*terms(case.rest)}
    is_of_age = case.of_some and numbers(case.text) and numbers(question.text)
    return None if not telling or is_of_age or _meet(telling, asked | meant) else case


def _meet(some: Set[str], others: Set[str]) -> bool:
    return any(covers(frozenset(others), one) for one in some) or any(
        covers(frozenset(some), one) for one in others
    )

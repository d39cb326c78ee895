"""Rejects a rule for a special case, if the question neither says nor implies the case.

"A customer with no proof of purchase gets no cash refund" is close to "she paid by card, but wants
cash", and is no answer to it.
"""

import re
from collections.abc import Set
from dataclasses import replace
from itertools import chain

from bot.answering.criteria.condition.agreement import agrees
from bot.answering.criteria.subject import ANYTHING, share_held
from bot.model import Checked, Issue, Question, Sentence
from bot.model.reason import Reason
from knowledge.language.conditional import own_case
from knowledge.language.terms import covers, numbers, query_terms, terms, terms_meant
from knowledge.model.documents import Found

_ABOUT_THE_REST = 0.25
"""Share of the question's words in what a rule says, from which it asks for the rule itself: "what
is code P-17?" and "if the receipt has been used, code P-17 appears". In the sample, 0.27 and more
where the rule answers."""
_GOES_ON = re.compile(r"(?:in|if) (?:this|that|such)\b|이 경우|이때", re.IGNORECASE)
"""How a sentence begins that goes on with the case before it."""
_ANY_TERM = frozenset(query_terms(" ".join(ANYTHING)))


def fits_own_case(question: Question, checked: Checked, found: Found) -> Checked:
    """Drops rules for a group that nobody mentions, with what follows on them.

    If every sentence is for a case that nobody mentions, the verdict is INSUFFICIENT.
    """
    if not any(_is_said(question, one, found) for one in checked.kept):
        nearest = checked.as_nearest(Issue(Reason.OTHER_STATE, 0), worth_quoting=True)
        return nearest if checked.kept else checked
    kept: list[Sentence] = []
    is_dropped = False
    for one in checked.kept:
        case = own_case(one.text)
        of_some = case is not None and case.of_some and not _is_said(question, one, found)
        is_dropped = of_some or (is_dropped and _GOES_ON.match(one.text) is not None)
        kept += [] if is_dropped else [one]
    return replace(checked, kept=tuple(kept))


def _is_said(question: Question, sentence: Sentence, found: Found) -> bool:
    """Whether a sentence is for no special case, or for one that the question names."""
    case = own_case(sentence.text)
    in_own_words = sentence.citations[0].passage.header.language == question.language
    if case is None or not in_own_words or agrees(question.text, sentence.text):
        return True
    asked = {*terms(question.to_look_up), *found.rarity}
    meant = {*chain.from_iterable(chain.from_iterable(found.alternatives.values()))}
    # "That card" names no case: the rule is about cards anyway.
    telling = (
        {*query_terms(case.text)} - _ANY_TERM - (set() if case.of_some else {*terms(case.rest)})
    )
    if not telling or _share(telling, asked | meant):
        return True
    if case.of_some:
        return bool(numbers(case.text)) and bool(numbers(question.text))
    rest = frozenset(terms_meant(case.rest))
    return share_held(rest, found.rarity, found) >= _ABOUT_THE_REST


def _share(some: Set[str], others: Set[str]) -> bool:
    return any(covers(frozenset(others), one) for one in some) or any(
        covers(frozenset(some), one) for one in others
    )

"""Rejects a rule for a special case, if the question neither says nor implies the case.

"A customer with no proof of purchase gets no cash refund" is close to "she paid by card, but wants
cash", and is no answer to it.
"""

import re
from dataclasses import replace

from bot.answering.criteria.special_case import unmentioned_case
from bot.answering.criteria.subject import share_held
from bot.model import Checked, Issue, Question, Sentence
from bot.model.reason import Reason
from knowledge.language.terms import terms_meant
from knowledge.model.documents import Found

_ABOUT_THE_REST = 0.25
"""Share of the question's words in what a rule says, from which it asks for the rule itself: "what
is code P-17?" and "if the receipt has been used, code P-17 appears". In the sample, 0.27 and more
where the rule answers."""
_GOES_ON = re.compile(r"(?:in|if) (?:this|that|such)\b|이 경우|이때", re.IGNORECASE)
"""How a sentence begins that goes on with the case before it."""


def fits_own_case(question: Question, checked: Checked, found: Found) -> Checked:
    """Drops rules for a group that nobody mentions, with what follows on them.

    If every sentence is for a case that nobody mentions, the verdict is INSUFFICIENT.
    """
    if not any(may_answer(question, one.text, found) for one in checked.kept):
        return _as_nearest(checked)
    kept: list[Sentence] = []
    is_dropped = False
    for one in checked.kept:
        case = unmentioned_case(question, one.text, found)
        of_some = case is not None and case.of_some
        is_dropped = of_some or (is_dropped and _GOES_ON.match(one.text) is not None)
        kept += [] if is_dropped else [one]
    return replace(checked, kept=tuple(kept)) if kept else _as_nearest(checked)


def may_answer(question: Question, text: str, found: Found) -> bool:
    """Whether a rule is for no special case, for the asker's, or is asked for itself."""
    case = unmentioned_case(question, text, found)
    if case is None or case.of_some:
        return case is None
    rest = frozenset(terms_meant(case.rest))
    return share_held(rest, found.rarity, found) >= _ABOUT_THE_REST


def _as_nearest(checked: Checked) -> Checked:
    return checked.as_nearest(Issue(Reason.OTHER_STATE, 0), worth_quoting=True)

"""Rejects a rule for the other state: unused goods, if the asker's are used."""

from dataclasses import replace

from bot.answering.criteria.condition.agreement import contradicts
from bot.model import Checked, Issue, Question
from bot.model.reason import Reason


def fits_state(question: Question, checked: Checked) -> Checked:
    """Drops sentences for the other state; turns the verdict to INSUFFICIENT if none is left."""
    kept = tuple(one for one in checked.kept if not contradicts(question.text, one.text))
    if len(kept) == len(checked.kept):
        return checked
    if kept:
        return replace(checked, kept=kept)
    return checked.as_nearest(Issue(Reason.OTHER_STATE, 0))

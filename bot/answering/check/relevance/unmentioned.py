"""Rejects an answer whose passage never mentions the subject of the question.

A price list for trousers and sleeves does not say what it costs to shorten a skirt, however well
the other words fit. Verbs and very general nouns do not count as a subject.
"""

from bot.answering.criteria.subject import missing
from bot.model import Checked, Evidence, Issue, Question, Verdict
from bot.model.reason import Reason
from knowledge.model.documents import Passage

NEAR = 0.6
"""Likeness of a statement from which the missing noun probably has a synonym there."""
WEIGHTY = 0.2
"""Share of the question's rarity that a missing noun has at least; less hardly matters."""


def mentions_subject(question: Question, checked: Checked, evidence: Evidence) -> Checked:
    """Turns the verdict to INSUFFICIENT if the best sentence misses the question's subject."""
    if checked.verdict is not Verdict.PASS or not checked.kept:
        return checked
    passage = checked.kept[0].citations[0].passage
    missing = unmentioned(question, passage, evidence)
    if missing is None:
        return checked
    return checked.as_nearest(Issue(Reason.NOT_ABOUT_IT, 0), missing=missing)


def unmentioned(question: Question, passage: Passage, evidence: Evidence) -> str | None:
    """The rarest noun missing from the passage, if it is rare enough to matter."""
    if any(one.likeness >= NEAR for one in evidence.candidates):
        return None
    weights = evidence.found.rarity
    total = sum(weights.values()) or 1.0
    lacking = [
        (sum(weights[term] for term in one.terms), one.text)
        for one in missing(question, passage, evidence.found)
    ]
    # On a tie the last noun wins: in "rubber boots" that is "boots".
    weight, text = max(reversed(lacking), key=lambda one: one[0], default=(0.0, ""))
    return text if weight >= WEIGHTY * total else None

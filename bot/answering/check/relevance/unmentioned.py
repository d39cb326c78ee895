"""Why nothing is answered: the passage that is nearest does not mention what was asked about.

How much it costs to shorten a skirt is not answered by a table of trousers and sleeves, however
well the other words fit. Verbs, and what any rule may be about, say nothing here.
"""

from bot.answering.criteria.subject import missing
from bot.model import Checked, Evidence, Issue, Question, Verdict
from bot.model.reason import Reason
from knowledge.model.documents import Passage

NEAR = 0.6
"""So near in meaning to the best statement, another word for the same is likely."""
WEIGHTY = 0.2
"""Share of the question's words, by how rare they are, that what is missing has at least."""


def mentioned(question: Question, checked: Checked, evidence: Evidence) -> Checked:
    """The same, or insufficient where the best sentence is not about what was asked about."""
    if checked.verdict is not Verdict.PASS or not checked.kept:
        return checked
    passage = checked.kept[0].citations[0].passage
    missing = unmentioned(question, passage, evidence)
    if missing is None:
        return checked
    return checked.as_nearest(Issue(Reason.NOT_ABOUT_IT, 0), missing=missing)


def unmentioned(question: Question, passage: Passage, evidence: Evidence) -> str | None:
    """The weightiest thing of the question that the passage does not mention, if it has weight."""
    if any(one.likeness >= NEAR for one in evidence.candidates):
        return None
    weights = evidence.found.rarity
    total = sum(weights.values()) or 1.0
    lacking = [
        (sum(weights[term] for term in one.terms), one.text)
        for one in missing(question, passage, evidence.found)
    ]
    # Of equals the last: rubber boots are boots.
    weight, text = max(reversed(lacking), key=lambda one: one[0], default=(0.0, ""))
    return text if weight >= WEIGHTY * total else None

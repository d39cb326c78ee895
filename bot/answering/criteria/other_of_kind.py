"""Criterion: things of one kind. A rule for silver members is none for gold members."""

from bot.answering.criteria.criterion import Adjust, Asked, whatever_the_scores
from knowledge.language.meanings.kinds import shipped

_OTHER = 6.0
"""Log odds that a statement about another thing of the kind loses."""


def other_of_kind(asked: Asked) -> Adjust:
    """Moves back statements about other things of the kinds that the question names."""
    kinds, question = shipped(), asked.question
    # A follow-up's own words beat those of the question before: "and cameras?"
    wanted = {**kinds.named(question.text), **kinds.named(question.said or "")}
    return whatever_the_scores(
        [
            -_OTHER * kinds.are_others(wanted, one.statement.text, one.hit.passage.above)
            for one in asked.seen
        ]
    )

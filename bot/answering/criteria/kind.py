"""Another thing of the kind that is asked about: silver, and not gold."""

from bot.answering.criteria.criterion import Adjust, Asked, whatever_the_scores
from knowledge.language.meanings.kinds import shipped

_OTHER = 6.0
"""How far a statement about another thing of the kind stands back."""


def other_of_kind(asked: Asked) -> Adjust:
    """What is about other things of the kinds that the question names stands back."""
    kinds, question = shipped(), asked.question
    # Of a message that leans on the question before, its own words count: "and cameras?"
    wanted = {**kinds.named(question.text), **kinds.named(question.said or "")}
    return whatever_the_scores(
        [
            -_OTHER * kinds.are_others(wanted, one.statement.text, one.hit.passage.above)
            for one in asked.seen
        ]
    )

"""Criterion: statements of the section that the reply before cited, and of its document."""

from bot.answering.criteria.criterion import Adjust, Asked, whatever_the_scores

_SECTION, _DOCUMENT = 1.0, 0.5
"""Log odds that they gain: a follow-up mostly asks on where the answer before stands."""


def just_cited(asked: Asked) -> Adjust:
    """Moves them forward, if the message may be a follow-up."""
    places = asked.question.just_cited
    sections = {(one.header.doc_id, one.section) for one in places}
    documents = {one.header.doc_id for one in places}
    passages = (one.hit.passage for one in asked.seen)
    return whatever_the_scores(
        [
            _SECTION
            if (one.header.doc_id, one.section) in sections
            else _DOCUMENT * (one.header.doc_id in documents)
            for one in passages
        ]
    )

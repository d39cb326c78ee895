"""Criteria: where a statement stands: a store's own document, the section cited just before."""

from bot.answering.criteria.criterion import Adjust, Asked, whatever_the_scores

_OWN = 1.0
"""Log odds that they gain: who asks in a store means its own rule, if it has one on this."""
_EVERYWHERE = 2
"""From this breadth on, a rule is no store's own (`Header.breadth`)."""


def own_rule(asked: Asked) -> Adjust:
    """Moves a store's own rules forward, where it is known which store it is."""
    filters = asked.question.filters
    place = filters.place
    if place is None:
        return whatever_the_scores([0.0] * len(asked.seen))
    breadths = (one.hit.passage.header.breadth(place, filters.store_type) for one in asked.seen)
    return whatever_the_scores([_OWN * (breadth < _EVERYWHERE) for breadth in breadths])


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

"""Criterion: rules that a store, its region or its brand has of its own."""

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

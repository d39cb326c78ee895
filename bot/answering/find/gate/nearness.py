"""Rates how near the found passages are to a question that no statement surely answers."""

import math

from knowledge.model.documents import Found

SIGNS = ("meaning", "words", "judged")
_WEIGHTS, _BIAS = (5.39, 4.16, 1.06), -2.62
"""Fitted by `python -m benchmarks.nearness`."""
_ANSWERED_FROM = 2.1
"""Nearness below which no statement is sure, however well it fits: "냉전은 언제 끝났나요" (when did
the cold war end) and a rule for power cuts in the cold store."""
_OF_THE_STORE = 0.5
"""Nearness in meaning and in words, added up, from which a question may be about the store. Of
questions to the sample that it has no rule for, 64 of 65 are above it, and 35 of 60 about the world
and private life."""
_LEAST = 1e-4
"""Likelihoods are kept this far from 0 and 1, whose log odds are infinite."""


def nearness(found: Found, likelihood: float) -> float:
    """Log odds; above 0 the passages are about what is asked, else merely the nearest there are.

    The gate's `likelihood` tells whether one statement answers. It is low, too, for rules on the
    matter that do not settle it; so here the scores of the search count as well.
    """
    signs = signs_of(found, likelihood)
    return _BIAS + sum(weight * sign for weight, sign in zip(_WEIGHTS, signs, strict=True))


def may_answer(found: Found, likelihood: float) -> bool:
    """Whether a statement of these passages may be a sure answer.

    Without an embedder, where words alone count, the gate decides by itself.
    """
    by_meaning = any(hit.meaning for hit in found.hits)
    return not by_meaning or nearness(found, likelihood) >= _ANSWERED_FROM


def may_be_of_the_store(found: Found) -> bool:
    """Whether a question without an answer may still be about the store.

    The gate calls one off topic that no statement answers at all, "is parking paid for?" too.
    """
    meaning, words, _ = signs_of(found, 0.0)
    return meaning + words >= _OF_THE_STORE


def signs_of(found: Found, likelihood: float) -> tuple[float, float, float]:
    """The best passage's nearness in meaning, that in words, and the gate's log odds."""
    likely = min(max(likelihood, _LEAST), 1 - _LEAST)
    words = max((hit.lexical for hit in found.hits), default=0.0)
    # Without an embedder no meaning is known: the words count for both.
    meaning = max((hit.meaning for hit in found.hits), default=0.0) or words
    return meaning, words, math.log(likely / (1 - likely))

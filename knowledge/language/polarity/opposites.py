"""Recognises sentences that say the opposite of each other, clause by clause.

Compares only the same predicate about the same words. Counting every "not" of a sentence is
useless: it finds unfaithful answers with a precision of .08.
"""

from functools import lru_cache

from knowledge.language.polarity import english, korean
from knowledge.language.polarity.clause import ABLE, Clause
from knowledge.language.sentences import sentences
from knowledge.language.terms import language_of

_SHARED = 0.6
"""Share of words that two clauses about the same have in common."""


def opposed(one: str, other: str) -> bool:
    """Whether one sentence allows what the other forbids, in the same words."""
    return any(
        mine.words == theirs.words
        and mine.opposites == theirs.opposites
        and mine.denies(theirs)
        and len(mine.words) > 1
        for mine in clauses_of(one)
        for theirs in clauses_of(other)
    )


def says_what_may_be(text: str) -> bool:
    """Whether a sentence says that something is possible, allowed or forbidden."""
    return any(ABLE in clause.signs for clause in clauses_of(text))


# Cached: a sentence is compared with every statement near it.
@lru_cache(maxsize=512)
def clauses_of(text: str) -> tuple[Clause, ...]:
    """The clauses of a text, each with what it allows, forbids, affirms and denies."""
    return tuple(
        clause
        for sentence in sentences(text)
        for clause in (korean if language_of(sentence) == "ko" else english).clauses(sentence)
    )


def denied(clause: Clause, quoted: list[Clause]) -> bool:
    """Whether a clause says the opposite of the most similar quoted clause."""
    rivals = [one for one in quoted if one.language == clause.language]
    shares = [clause.shared(one) for one in rivals]
    best = max([_SHARED, *shares])
    nearest = [one for one, share in zip(rivals, shares, strict=True) if share >= best]
    if nearest and all(clause.denies(one) for one in nearest):
        return True
    return any(clause.holds(one) and clause.denies(one) for one in rivals)


def denied_in_other_language(clause: Clause, quoted: Clause) -> bool:
    """Whether a clause allows what one in the other language forbids, or the other way round."""
    # Their words cannot be compared, but one clause quotes the other.
    signs = clause.signs.get(ABLE), quoted.signs.get(ABLE)
    hedged = clause.hedges or quoted.hedges
    return clause.language != quoted.language and not hedged and set(signs) == {True, False}

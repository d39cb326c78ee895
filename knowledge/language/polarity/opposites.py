"""Recognises sentences that say the opposite of each other, clause by clause.

Compares only the same predicate about the same words. Counting every "not" of a sentence is
useless: it finds unfaithful answers with a precision of .08.
"""

from functools import lru_cache

from knowledge.language.polarity import english, korean
from knowledge.language.polarity.clause import ABLE, Clause
from knowledge.language.sentences import sentences
from knowledge.language.terms import language_of


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

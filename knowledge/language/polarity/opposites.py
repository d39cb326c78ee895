"""Recognises sentences that say the opposite of each other, clause by clause.

Compares only the same predicate about the same words. Counting every "not" of a sentence is
useless: it finds unfaithful answers with a precision of .08.
"""

from functools import lru_cache

from knowledge.language.grammar import ABLE, NEED, Clause
from knowledge.language.grammars import grammar_of
from knowledge.language.sentences import sentences


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


def contrary(one: str, other: str) -> bool:
    """The same of sentences on one subject: a few words may be others."""
    return any(
        mine.opposites == theirs.opposites
        and mine.denies(theirs)
        and len(mine.words & theirs.words) > max(1, len(mine.words ^ theirs.words) // 2)
        for mine in clauses_of(one)
        for theirs in clauses_of(other)
    )


def deny_each_other(one: str, other: str) -> bool:
    """Whether one of two sentences in two languages allows or requires, and the other denies it.

    Only of sentences with one clause each and no restriction.
    """
    mine, theirs = clauses_of(one), clauses_of(other)
    if len(mine) != 1 or len(theirs) != 1 or mine[0].hedges or theirs[0].hedges:
        return False
    if bool(mine[0].opposites) != bool(theirs[0].opposites):
        return False
    signs = mine[0].signs, theirs[0].signs
    return any(
        key in signs[0] and signs[0][key] is not signs[1].get(key, signs[0][key])
        for key in (ABLE, NEED)
    )


def opposites_in(text: str) -> frozenset[str]:
    """The words that a sentence has only in negated form: "opened" if it says "unopened"."""
    return frozenset(word for clause in clauses_of(text) for word in clause.opposites)


def says_only(word: str) -> bool:
    """Whether a word only affirms, denies, allows or requires: required, 가능합니다."""
    return grammar_of(word).says_only(word)


def says_what_may_be(text: str) -> bool:
    """Whether a sentence says that something is possible, allowed or forbidden."""
    return any(ABLE in clause.signs for clause in clauses_of(text))


# Cached: a sentence is compared with every statement near it.
@lru_cache(maxsize=512)
def clauses_of(text: str) -> tuple[Clause, ...]:
    """The clauses of a text, each with what it allows, forbids, affirms and denies."""
    return tuple(
        clause for sentence in sentences(text) for clause in grammar_of(sentence).clauses(sentence)
    )

"""Whether a sentence allows what its quotes forbid, or the other way round.

Only the same predicate about the same words is compared, clause by clause. How often a whole
sentence says "not" tells nothing: as a sign of unfaithful answers it has a precision of .08.
"""

from functools import lru_cache

from bot.answering.check import english, korean
from bot.answering.check.claim import Claim
from bot.answering.check.clause import ABLE, Clause
from knowledge.lexical import language_of
from knowledge.sentences import sentences

_SHARED = 0.6
"""Share of a clause's words that a clause about the same has, too."""


def polarity_differs(claim: Claim) -> bool:
    """Whether a clause of the sentence says the opposite of the quoted clause that is like it."""
    quoted = [clause for quote in claim.quotes for clause in _clauses(quote)]
    said = _clauses(claim.assertion)
    if any(_denied(clause, quoted) for clause in said):
        return True
    return len(said) == len(quoted) == 1 and _denied_in_other_language(said[0], quoted[0])


def opposed(one: str, other: str) -> bool:
    """Whether one sentence allows, word for word, what the other forbids: neither adds a case."""
    return any(
        mine.words == theirs.words
        and mine.opposites == theirs.opposites
        and mine.denies(theirs)
        and len(mine.words) > 1
        for mine in _clauses(one)
        for theirs in _clauses(other)
    )


def says_what_may_be(text: str) -> bool:
    """Whether a sentence tells what is possible, allowed or forbidden."""
    return any(ABLE in clause.signs for clause in _clauses(text))


# A sentence is held against every statement of what is near it.
@lru_cache(maxsize=512)
def _clauses(text: str) -> tuple[Clause, ...]:
    return tuple(
        clause
        for sentence in sentences(text)
        for clause in (korean if language_of(sentence) == "ko" else english).clauses(sentence)
    )


def _denied(clause: Clause, quoted: list[Clause]) -> bool:
    rivals = [one for one in quoted if one.language == clause.language]
    shares = [clause.shared(one) for one in rivals]
    best = max([_SHARED, *shares])
    nearest = [one for one, share in zip(rivals, shares, strict=True) if share >= best]
    if nearest and all(clause.denies(one) for one in nearest):
        return True
    return any(clause.holds(one) and clause.denies(one) for one in rivals)


def _denied_in_other_language(clause: Clause, quoted: Clause) -> bool:
    # Their words cannot be compared; but each is one clause, and one is quoted for the other.
    signs = clause.signs.get(ABLE), quoted.signs.get(ABLE)
    hedged = clause.hedges or quoted.hedges
    return clause.language != quoted.language and not hedged and set(signs) == {True, False}

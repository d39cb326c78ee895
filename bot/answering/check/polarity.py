"""Rejects a sentence that allows what its quotes forbid, or forbids what they allow."""

from bot.answering.check.claim import Claim
from knowledge.language.polarity.opposites import clauses_of, denied, denied_in_other_language


def polarity_differs(claim: Claim) -> bool:
    """Whether a clause of the sentence says the opposite of a similar quoted clause."""
    quoted = [clause for quote in claim.quotes for clause in clauses_of(quote)]
    said = clauses_of(claim.assertion)
    if any(denied(clause, quoted) for clause in said):
        return True
    return len(said) == len(quoted) == 1 and denied_in_other_language(said[0], quoted[0])

"""Whether a sentence allows what its quotes forbid, or the other way round."""

from bot.answering.check.claim import Claim
from knowledge.language.polarity.opposites import clauses_of, denied, denied_in_other_language


def polarity_differs(claim: Claim) -> bool:
    """Whether a clause of the sentence says the opposite of the quoted clause that is like it."""
    quoted = [clause for quote in claim.quotes for clause in clauses_of(quote)]
    said = clauses_of(claim.assertion)
    if any(denied(clause, quoted) for clause in said):
        return True
    return len(said) == len(quoted) == 1 and denied_in_other_language(said[0], quoted[0])

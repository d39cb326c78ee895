"""Rejects a swapped noun: umbrellas can be returned within 14 days, where the quote has headphones.

One new word among many passes the limit for new words, so the subject has a rule of its own.
"""

import re

from bot.answering.check.claim import Claim
from bot.answering.check.figures.stated import without_units
from bot.answering.criteria.subject import ANYTHING
from knowledge.language.terms import language_of, query_terms, terms

_ENGLISH = re.compile(
    r"(?:\b(?P<noun>[A-Za-z]{3,})\s+(?:can|cannot|can't|could|may|must|should|will|would|is|are|was"
    r"|were|isn't|aren't|has|have|needs?|costs?)\b)|^(?P<first>[A-Z][a-z]{2,}s)\b"
)
"""The word before a verb, and a plural that begins the sentence."""
_KOREAN = re.compile(
    r"(?<![가-힣])(?P<noun>[가-힣]{2,8}?)(?:은|는|(?<![없같많])이|가|을|를|으?로)(?=[\s,.]|$)"
)
"""A noun with a topic, subject, object or instrument particle."""


def subject_not_quoted(claim: Claim) -> bool:
    """Whether a sentence has a subject that neither its quotes, headings nor the question have."""
    if not claim.in_one_language:
        return False
    nouns = _KOREAN if language_of(claim.text) == "ko" else _ENGLISH
    found = nouns.finditer(without_units(claim))
    return any(_is_new(noun, claim) for match in found for noun in match.groups() if noun)


def _is_new(noun: str, claim: Claim) -> bool:
    if noun.lower() in ANYTHING:
        return False
    wanted = query_terms(noun)
    return bool(wanted) and not any(claim.has(term) for term in (*wanted, *terms(noun)))

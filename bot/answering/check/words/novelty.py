"""Limits the share of new words in a sentence, and of words that only the question has."""

from collections.abc import Mapping
from typing import NamedTuple

from bot.answering.check.claim import Claim
from knowledge.language.terms import covers, language_of, query_terms, terms
from knowledge.model.documents import Language

_SENTENCE: Mapping[Language, float] = {"en": 0.30, "ko": 0.45}
"""Largest share of new terms.

Korean terms are pairs of syllables: one other word or ending makes several new pairs, so the limit
is higher. Below .30 are 97.7 % of truthful wordings and 3.4 % of sentences from other answers;
below .45 all and 6.8 % (benchmarks/check.py).
"""

_CARRIED: Mapping[Language, float] = {"en": 0.34, "ko": 0.2}
"""Smallest share of terms that the quotes or their headings must have.

Repeating the question is no answer.
"""

_JUDGED_ELSEWHERE = frozenset(
    terms(
        """cannot must not non unless only able possible impossible allowed permitted prohibited
        forbidden refundable returnable exchangeable within least most maximum minimum than more
        less fewer later between
        monday tuesday wednesday thursday friday saturday sunday
        mondays tuesdays wednesdays thursdays fridays saturdays sundays
        최대 최소 이내 이하 이상 미만 초과 까지 부터 사이 가능 불가 불가능 필요
        없습니다 않습니다 아닙니다 됩니다 합니다 입니다
        월요일 화요일 수요일 목요일 금요일 토요일 일요일"""
    )
)
"""Words that bound, allow or forbid, and weekdays: the rules for values, names and polarity
judge these."""


class _Words(NamedTuple):
    new: int
    all: int

    @property
    def share(self) -> float:
        return self.new / self.all if self.all else 0.0


def too_new(claim: Claim) -> bool:
    """Whether a sentence has too many words that neither its quotes nor the question have."""
    return share(claim) > _SENTENCE[claim.language]


def only_asked(claim: Claim) -> bool:
    """Whether a sentence repeats the question rather than its quotes.

    False for quotes in another language, as their words cannot be compared.
    """
    if language_of(" ".join(claim.quotes)) != language_of(claim.text) == claim.language:
        return False
    wanted = query_terms(claim.text)
    quoted = [term for term in wanted if covers(claim.quoted, term)]
    return bool(wanted) and len(quoted) < _CARRIED[claim.language] * len(wanted)


def share(claim: Claim) -> float:
    """The share of a sentence's terms that neither its quotes nor the question have."""
    return _words(claim).share


def _words(claim: Claim) -> _Words:
    wanted = query_terms(claim.text)
    new = {term for term in wanted if not _is_known(term, claim)} - _JUDGED_ELSEWHERE
    if new:
        # The values have passed their own rule, whatever their wording: 14 days for 14일.
        new.difference_update(*(terms(value.text) for value in claim.values))
    return _Words(len(new), len(wanted))


def _is_known(term: str, claim: Claim) -> bool:
    return covers(claim.available, term) or claim.has(term)

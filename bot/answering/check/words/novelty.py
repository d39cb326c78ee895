"""Words of a sentence that stand in nothing that it was made from."""

from collections.abc import Mapping
from typing import NamedTuple

from bot.answering.check.claim import Claim
from knowledge.language.terms import covers, language_of, query_terms, terms
from knowledge.model.documents import Language

_SENTENCE: Mapping[Language, float] = {"en": 0.30, "ko": 0.45}
"""The most of a sentence's words that may be new, where they cannot be told one by one.

Korean words are compared by pairs of syllables: one other word or ending makes several new pairs,
and the share says less. Of truthful wordings .977 are below .30 and all below .45, of sentences of
other answers .034 and .068; a lower limit for a whole answer would only lose some of the former
(benchmarks/check.py).
"""

_CARRIED: Mapping[Language, float] = {"en": 0.34, "ko": 0.2}
"""The least of a sentence's words that its quotes or the headings above them hold.

The question's own words make no answer.
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
"""Words that bound, allow or forbid, and days: for the rules of values, names and polarity."""


class _Words(NamedTuple):
    new: int
    all: int

    @property
    def share(self) -> float:
        return self.new / self.all if self.all else 0.0


def too_new(claim: Claim) -> bool:
    """Whether too many of a sentence's words stand neither in its quotes nor in the question."""
    return share(claim) > _SENTENCE[claim.language]


def only_asked(claim: Claim) -> bool:
    """Whether a sentence says what was asked rather than what its quotes say.

    Of quotes in another language it cannot be told.
    """
    if language_of(" ".join(claim.quotes)) != language_of(claim.text) == claim.language:
        return False
    wanted = query_terms(claim.text)
    told = [term for term in wanted if covers(claim.quoted, term)]
    return bool(wanted) and len(told) < _CARRIED[claim.language] * len(wanted)


def share(claim: Claim) -> float:
    """The share of a sentence's words that stand neither in its quotes nor in the question."""
    return _words(claim).share


def _words(claim: Claim) -> _Words:
    wanted = query_terms(claim.text)
    new = {term for term in wanted if not _is_known(term, claim)} - _JUDGED_ELSEWHERE
    if new:
        # A value that is here has been found in the quotes, in whatever words: 14 days for 14일.
        new.difference_update(*(terms(value.text) for value in claim.values))
    return _Words(len(new), len(wanted))


def _is_known(term: str, claim: Claim) -> bool:
    return covers(claim.available, term) or claim.has(term)

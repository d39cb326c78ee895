"""Whether what a sentence speaks of is what its quotes, their headings or the question speak of.

A swapped noun is one new word among many, which the limit for new words lets pass: umbrellas can be
returned within 14 days, where the quote has headphones.
"""

import re

from bot.answering.check.claim import Claim
from bot.answering.check.stated import without_units
from knowledge.language.terms import language_of, query_terms, terms

_ENGLISH = re.compile(
    r"(?:\b(?P<noun>[A-Za-z]{3,})\s+(?:can|cannot|can't|could|may|must|should|will|would|is|are|was"
    r"|were|isn't|aren't|has|have|needs?|costs?)\b)|^(?P<first>[A-Z][a-z]{2,}s)\b"
)
"""The word before a verb, and a plural that begins the sentence."""
_KOREAN = re.compile(
    r"(?<![가-힣])(?P<noun>[가-힣]{2,8}?)(?:은|는|(?<![없같많])이|가|을|를|으?로)(?=[\s,.]|$)"
)
"""A noun with the particle of a topic, a subject, an object or a means."""
ANYTHING = frozenset(
    """customer customers shopper shoppers buyer buyers people person employee employees staff
    member members team manager shop shops store stores you item items product products goods
    article articles purchase purchases policy rule rules document answer return returns refund
    refunds exchange exchanges price cost fee period limit deadline
    always unless besides sometimes perhaps afterwards
    고객 고객님 손님 직원 점원 매장 가게 상품 제품 물건 물품 경우 사람 본인 담당자 관리자 규정 정책
    안내 문서 내용 답변 기간 기한 날짜 시간 금액 비용 가격 요금 방법 절차 조건 기준 대상 항목 환불
    교환 반품 구매 결제 이것 그것 모두 전체 일부 나머지 다음 이후 이전 하는 것
    그대 서 따 별 별도 추가 무료 실제 스스 기본""".split()
)
"""What every rule of a store may be said to be about, and words that only look like nouns."""


def subject_not_quoted(claim: Claim) -> bool:
    """Whether a sentence speaks of something that nothing which it was made from speaks of."""
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

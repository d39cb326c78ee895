"""Korean questions of few words: two that are tied by -고, and one with a single word of its own.

"휴게시간 몇 분이고 급여일 언제예요?" asks twice, "몇 시에 열고 닫아요?" once.
"""

import re

from knowledge.language.cues import cue
from knowledge.language.korean import stem_of
from knowledge.language.terms import query_terms

_ASKING = "얼마|며칠|몇|언제|어디|누구|누가|어떻게|무엇|무슨|뭐|뭘|어느|어떤"
_TIED = re.compile(
    rf"^(?P<subject>(?:(?!{_ASKING})\S+\s+){{1,4}})"
    rf"(?P<asked>(?P<word>{_ASKING})\s?\S*?(?:\s(?!{_ASKING})\S+?)?)(?P<tie>이?고)[,\s]\s*"
    rf"(?P<other>(?=\S).*(?:{_ASKING}).*)$"
)
_NOUNS = cue(r"(?:창|재|금|광|신|보|사|최|경|공|권|해|참|원|냐|다|라|자)고$")
"""What ends in 고 and ties nothing: "재고", "신고", "되냐고"."""
_ASKING_WORD = re.compile(_ASKING)
_ASKED_WITHIN = re.compile(r"(?<!까)지(?:를|는)?\s")
"""What is asked within a question: "얼마 냈는지 어떻게 알아요?"."""
_OF_SOMETHING = cue(
    r"""
    ^(?:기한|기간|방법|비용|금액|가격|값|수수료|요금|시간|절차|서류|조건|한도|담당자?|대상|이유|위치|장소|날짜)$
    ^(?:양식|횟수|처리|신청|접수|교환|환불|반품|반납|취소|등록|제출|수리|배송|예약|연장|결제|지급|적립|사용)$
    ^(?:연락|통보|보고|신고|[가-힣]{1,2}당|보증금|보상|승인|보관|준비물|연락처|전화번호|전화|번호|이름|마감일?|유효기간|영수증|포장|택|상자)$
    ^(?:직원|가족|회원|고객|손님|알바|본인|학생|골드|실버|카드|현금|온라인|매장|카페|편의점|나머지)$
    ^(?:오늘|내일|모레|어제|주말|평일|휴일|공휴일|[월화수목금토일]요일|이번|다음|지난|내년|작년|올해)$
    """
)
"""Nouns that are about what was spoken of before: its deadline, its return; or of another case."""


def tied(sentence: str) -> tuple[str, str] | None:
    """The two questions that -고 ties in a sentence; the second with the subject it leans on."""
    match = _TIED.match(sentence)
    if match is None:
        return None
    first = f"{match['subject']}{match['asked']}"
    other = match["other"].strip()
    if _NOUNS.search(f"{first}{match['tie']}") or _ASKED_WITHIN.search(other):
        return None
    again = _ASKING_WORD.match(other)
    if again is None:
        return (_ended(first, match["tie"]), other) if has_own_subject(other) else None
    if again.group() == match["word"]:
        return None  # "카페는 몇 시에 열고 몇 시에 닫아요?" is told in one sentence
    return _ended(first, match["tie"]), f"{match['subject'].strip()} {other}"


def has_own_subject(question: str) -> bool:
    """Whether a question begins with a noun of its own, and asks something of it."""
    word, _, rest = question.strip().partition(" ")
    noun = stem_of(word)
    if len(noun) < len("연차") or not _ASKING_WORD.search(rest) or _ASKING_WORD.match(word):
        return False
    return not _OF_SOMETHING.search(noun) and bool(query_terms(noun))


def _ended(asked: str, tie: str) -> str:
    """The first of them as a question: 몇 분, and 어디에 두고 as it is."""
    return f"{asked}?" if tie == "이고" else f"{asked}{tie}?"

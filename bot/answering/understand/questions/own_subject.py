"""Recognises short questions that stand alone: "who is the president?", "대통령은 누구인가요?".

"What is the deadline?" does not: it needs the subject of the question before.
"""

import re

from knowledge.language.ko.stems import stem_of
from knowledge.language.patterns.cues import cue
from knowledge.language.terms import query_terms

_ASKING_KO = "얼마|며칠|몇|언제|어디|누구|누가|어떻게|무엇|무슨|뭐|뭘|어느|어떤"
_ASKING_WORD = re.compile(_ASKING_KO)
_OF_SOMETHING_KO = cue(
    r"""
    ^(?:기한|기간|방법|비용|금액|가격|값|수수료|요금|시간|나이|절차|서류|조건|한도|담당자?|대상|이유|위치|장소|날짜)$
    ^(?:양식|횟수|처리|신청|접수|교환|환불|반품|반납|취소|등록|제출|수리|배송|예약|연장|결제|지급|적립|사용)$
    ^(?:연락|통보|보고|신고|[가-힣]{1,2}당|보증금|보상|승인|보관|준비물|연락처|전화번호|전화|번호|이름|마감일?|유효기간|영수증|포장|택|상자)$
    ^(?:직원|가족|회원|고객|손님|알바|본인|학생|골드|실버|카드|현금|온라인|매장|카페|편의점|나머지)$
    ^(?:오늘|내일|모레|어제|주말|평일|휴일|공휴일|[월화수목금토일]요일|이번|다음|지난|내년|작년|올해)$
    """
)
"""Nouns that need the question before: its deadline, its return; or another case of it."""
_WHO_IS = re.compile(
    r"^\W*(?:(?:and|also|then|so|but|please|plus)\W+)*(?:who|what|where|when)"
    r"(?:\s(?:is|are|was|were)|['’]s)"
    r"\s(?:the|an?|our)\s(?P<noun>[a-z'’-]{3,30})\W*$",
    re.IGNORECASE,
)
_OF_SOMETHING = cue(
    r"""
    ^(?:deadline|limit|fee|cost|price|charge|amount|total|rate|value|discount|deposit|refund|fine)s?$
    ^(?:period|window|time|date|day|duration|length|hour|age|size|weight|colou?r|number|code|name)s?$
    ^(?:process|procedure|step|way|method|rule|policy|policies|condition|requirement|term|law)s?$
    ^(?:reason|cause|purpose|point|difference|result|outcome|consequence|penalty|penalties|risk)s?$
    ^(?:exception|exemption|excess|option|alternative|choice|case|example|catch|maximum|minimum|max|min)s?$
    ^(?:contact|address|phone|email|form|document|receipt|proof|evidence|answer|solution|problem)s?$
    ^(?:location|place|position|source|origin|author|meaning|definition|title|topic|subject|issue)s?$
    ^(?:next|first|last|best|rest|most|least|right|same|one|latest|nearest|responsible|target)$
    ^(?:recipient|applicant|assistant|person|people|staff|team|department|contents?|return|status)s?$
    (?:er|or|ee|tion|ment|ance|ence|ity|ing|ness|ure|al)s?$
    """
)
"""Nouns that belong to something else: its limit, its approver, its delivery."""


def has_own_subject(question: str) -> bool:
    """Whether a short question names its own subject."""
    english = _WHO_IS.match(question)
    if english:
        noun = english["noun"]
        return not _OF_SOMETHING.search(noun) and bool(query_terms(noun))
    word, _, rest = question.strip().partition(" ")
    noun = stem_of(word)
    if len(noun) < len("연차") or not _ASKING_WORD.search(rest) or _ASKING_WORD.match(word):
        return False
    return not _OF_SOMETHING_KO.search(noun) and bool(query_terms(noun))

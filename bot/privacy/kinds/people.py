"""Names of people next to a label or title, such as "name is" or "고객님". Opt-in."""

import re
from collections.abc import Iterator
from functools import cache

from bot.privacy.entities import EntityType, Span
from bot.privacy.reading import NormalisedText

_FAMILIES = (
    "김이박최정강조윤장임한오서신권황안송전홍유고문양손배백허남심노하곽성차주우구나진지엄채원천방공현함"
    "변염추도소석선설마길연위표명기반왕금옥육인맹제모탁국어은편용예경봉사부"
)
_LABELLED = (
    r"(?:성명|성함|이름|고객명|예금주|수취인|수령인|받는 ?(?:분|사람)|보내는 ?(?:분|사람)|주문자명?"
    r"|신청인|구매자|회원명)\s{0,2}[:=]\s{0,2}(?P<name>[가-힣]{2,5})(?=[\s,./)]|$)"
)
_INTRODUCED = (
    r"(?:이름|성함)(?:은|이) {1,2}(?P<name>[가-힣]{2,4}?)"
    r"(?=입니다|이에요|예요|이고|이며|이라고|라고)"
)
_CUSTOMER = (
    rf"(?<![가-힣])(?P<name>[{_FAMILIES}][가-힣]{{2}}|(?:남궁|황보|제갈|선우|사공|독고)[가-힣]{{1,2}})"
    r" ?(?=(?:고객님|회원님|손님)(?:[은는이가의께을를과와,. ]|$))"
)
_ENGLISH = (
    r"\b(?:(?i:my name is|name is|named|customer name:?|name:|signed,?|this is)"
    r"|Mr\.?|Mrs\.?|Ms\.?|Dr\.?|Miss) {1,2}"
    r"(?P<name>[A-Z][a-z'’\-]{1,20}(?: [A-Z]\.)?(?: [A-Z][a-zA-Z'’\-]{1,24}){0,2})"
)
_NO_NAMES = frozenset(
    "고객 손님 회원 선생 사장 점장 매니저 담당자 직원 기사 주문자 이용 구매 방문 신규 기존"
    " 일반 우수 전체 모든 해당 이상 이하 이번 오늘 하나 우리 여러 성인 소비자 사용자 임직원"
    " 이용자 구매자 판매자 가족 장기 단체 개인 법인 외국인 확인 변경 입력".split()
)
_ENDINGS = frozenset("는은을도면서로의에한든")
"""A word before "고객님" with such an ending is no name: "구매하는 고객님"."""


def find_people(reading: NormalisedText) -> Iterator[Span]:
    """Finds names next to a label or title."""
    for rule, pattern in _LABELS.items():
        for match in _compiled(pattern).finditer(reading.text):
            if match["name"] not in _NO_NAMES:
                yield _hit(match, rule)
    for match in _compiled(_CUSTOMER).finditer(reading.text):
        if match["name"][:2] not in _NO_NAMES and match["name"][-1] not in _ENDINGS:
            yield _hit(match, "name-customer")


# Compiled on first use: few stores turn names on.
@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _hit(match: re.Match[str], rule: str) -> Span:
    return Span(*match.span("name"), EntityType.NAME, rule)


_LABELS = {
    "name-labelled": _LABELLED,
    "name-introduced": _INTRODUCED,
    "name-english": _ENGLISH,
}

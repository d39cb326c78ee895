"""Korean words that turn the meaning of a sentence, and words that any sentence may use."""

from knowledge.language.grammar import Compared, Mark
from knowledge.language.patterns.lazy import LazyPattern

MARKS = {
    Mark.DENIAL: LazyPattern(
        r"않|없|못|아닌|아닐|아님|아닙|아니(?!요)|불가|금지|말(?:고|아|라)|마세요|마십시오|마라|제외"
        r"|(?<![가-힣])안 ?(?:되|돼|됩|됨|된|하|해|합|받|쓰|써)|거절|거부|외에|이외"
        r"|비(?:회원|매품)|미(?:개봉|사용|착용|결제|적용|포함)|무관|상관"
    ),
    Mark.ONLY: LazyPattern(
        r"(?<=[가-힣])(?<!까지)(?<!하지)(?<!되지)(?<!있지)(?<!없지)(?<!이지)만(?![가-힣])|뿐|한해|한하|한정|전용"
    ),
    Mark.EVEN: LazyPattern(
        r"더라도|상관없|관계없|무관|든지|[가-힣]든 [^,.]*든[ ,]"
        r"|[아어해여려라]도 (?!됩|돼|되|된|좋|괜찮)"
    ),
    Mark.ALL: LazyPattern(
        r"모든|모두|항상|언제나|언제든|누구나|누구든|아무|무조건|어느|전부|전체|늘 "
    ),
    Mark.BEFORE: LazyPattern(
        r"(?<![가-힣])전(?:에|까지|부터|$)|이전|[기일시분간월주]\s?전(?![가-힣])"
        r"|(?<=[가-힣]) 전(?=\s)"
    ),
    Mark.AFTER: LazyPattern(
        r"(?:뒤|후|다음)(?:에는?|부터)|(?<![가-힣])(?:뒤|후)(?![가-힣])|고 나서|이후"
    ),
    Mark.MUST: LazyPattern(r"야만? ?(?:합|해|하|한|됩|돼)|필수|반드시|필요합|필요하|필요한|의무"),
    Mark.SHOULD: LazyPattern(r"권장|권합|좋습니다|바람직|가급적|되도록"),
    Mark.MAY: LazyPattern(r"도 ?(?:됩|돼|되|된)|수(?:도|는)? 있|가능|허용"),
    Mark.CONDITION: LazyPattern(
        r"[가-힣]면(?![가-힣])|[가-힣] ?때(?!문|까지)|경우|[가-힣] 시(?:에는?)?(?![가-힣])"
    ),
    Mark.OR: LazyPattern(r"거나|또는|혹은|(?<=[가-힣])이?나(?= [가-힣])|중 하나"),
}
NO_MARKS = LazyPattern(
    r"뿐 ?(?:만 )?아니라|[가-힣]면(?= ?(?:안 ?)?(?:됩|돼|된))|수(?:가|는|도)? ?(?=없)"
    r"|지만(?=[,\s])|따르면|(?<=[가-힣])만(?= ?(?:원|명|개|점)\b)"
)
"""Phrases that look like a mark and are none: most of them bound a value."""
_RULES = r"(?:규정|규칙|조문|조항|내용|약관|기준|문구|본문|사항|가격|요금|금액)?"
COMPARED = {
    Compared.OLD: LazyPattern(
        rf"(?:현행|종전|(?:개정|변경|수정)(?:이?전)안?){_RULES}|(?P<plain>구|기존){_RULES}"
    ),
    Compared.NEW: LazyPattern(rf"(?:(?:개정|변경|수정)(?:이?후|안)?|신){_RULES}"),
    Compared.SAME: LazyPattern(r"현행과(?:같음|동일(?:함)?)|좌동|상동|변경없음"),
    Compared.NONE: LazyPattern(r"신설|삭제"),
}
"""Each without blanks and brackets: 현 행, <신 설>, (현행과 같음)."""
SAMPLE = LazyPattern(
    r"(?:[가-힣]{2,4}\s?)?(?:예시|예문|견본)(?:문|안)?|(?:작성|답변|응대|기재)\s?예"
)
STEPS = LazyPattern(
    r"(?P<side>[^,;.]*?)(?P<mark>(?<![가-힣])(?:전|후|뒤|다음)(?:에|까지)?(?![가-힣]))"
)
SAYING = frozenset(
    """있 있더라 없 않 못 이 입 되 돼 됩 됐 하 해 합 했 할 한 인 된 될 아닙 아니 아니라
    안에 동안 때 때만 것 네 예 이때 그때 그래 바로 볼 쓰 두 주 내 번 모든
    반드시 필요 가능 불가 불가능 이내 이하 이상 미만 초과 사이 최대 최소 까지만 가격 요금 값
    고객 손님 상품 제품 물건 산 안내 규정 문서 따르
    월요일 화요일 수요일 목요일 금요일 토요일 일요일""".split()
)
"""Stems, as `knowledge.language.ko.stems` leaves them."""

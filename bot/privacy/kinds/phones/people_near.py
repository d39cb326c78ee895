"""People in a contact line or next to it: their names, titles and labels.

In doubt a word is a name.
"""

import re

from bot.privacy.entities import Span
from bot.privacy.kinds.phones.numbering import is_personal, is_real
from bot.privacy.reading import NormalisedText
from bot.privacy.shapes import digits_of

# Words of a contact line: units of an organisation, and labels of a phone number.

_PARTICLE = (
    "(?:에서는|으로는|에서|에게|까지|부터|이나|이며|으로|은|는|이|가|을|를|의|에|로|와|과|나|도)?"
)
_UNITS = (
    "센터|상담실|상담소|본사|본점|본부|지사|지점|매장|대리점|영업소|사무소|사무실|사무국|민원실"
    "|안내실|관리실|홍보실|기획실|창구|데스크|안내소|담당 ?부서|부서|위원회|공단|공사|협회|대학교"
    "|병원|은행|보건소|경찰서|소방서|관할서|대표(?: ?(?:전화|번호))"
)
_NO_UNIT = "(?![가-힣]{0,6}(?:결과|효과|성과|신청|요청|시점|장점|단점|관점))"
_KOREAN_ORG = (
    rf"(?:(?:[가-힣A-Za-z\d]{{2,10}})?(?:{_UNITS})"
    rf"|(?<![가-힣]){_NO_UNIT}[가-힣]{{2,8}}(?:팀|과|점|청)){_PARTICLE}(?![가-힣])"
)
_KOREAN_LABEL = (
    r"(?<![가-힣])(?:[가-힣]{0,6}(?:문의|상담|전화|연락|접수|안내|예약|신고)"
    "(?:처|번호|전화|시|하기|해|하세요|합니다|하십시오|하면|하시면|하고)?"
    rf"|대표|팩스){_PARTICLE}(?![가-힣])|[☎☏📞]"
)
ENGLISH_ORG = (
    r"(?i:\b(?:departments?|dept|desks?|help ?desk|cent(?:er|re)s?|stores?|shops?|offices?"
    r"|branch(?:es)?|reception|headquarters|hq|hot ?lines?|help ?lines?|support|services?"
    r"|customer care|switchboard|bureau|agency|division|teams?|warehouse|hospital|clinic|pharmacy"
    r"|bank|administration|authority|ministry|university|college|school|library|payroll|hr"
    r"|toll[- ]free)\b)"
)
"""A pattern for words that an organisation's English name has."""
_ENGLISH_LABEL = (
    r"(?i:\b(?:contacts?(?: us)?|call|tel|telephone|phones?|dial|reach(?: us)?|fax|enquiries"
    r"|inquiries|questions)\b)"
)
ORG = re.compile(f"{_KOREAN_ORG}|{ENGLISH_ORG}")
"""A department, desk, centre, store or office."""
CUE = re.compile(f"{_KOREAN_ORG}|{_KOREAN_LABEL}|{ENGLISH_ORG}|{_ENGLISH_LABEL}")
"""A unit of an organisation, or a label of a phone number."""


_LINES_ABOVE, _LINES_BELOW = 8, 3  # a signature has so many
_LINE = 200
"""Characters of a neighbouring line that are read."""
_TABLE = 2000
"""Characters above a row in which the head of its table is looked for."""
_SHORT = 5

_ROLES = (
    "과장|팀장|점장|매니저|대리|부장|차장|주임|실장|원장|소장|국장|주무관|사무관|교수|선생|사장|기사|반장"
    "|지점장|조장|본부장|센터장|이사|대표이사|사원"
)
_PERSONAL = re.compile(
    r"(?i)\b(?:my|his|her|their|home|cell|mobile|personal|private|emergency contacts?|named?|called"
    r"|texted|rang|from|caller|whose|mr|mrs|ms|dr|miss|born|resident|tenant|manager|supervisor"
    r"|owner|director|extension of)\b"
    r"|휴대|핸드폰|모바일|자택|(?<![가-힣])집(?:전화)?(?![가-힣])|본인|개인(?!정보)|보호자|가족"
    r"|예금주|신청[인자]|수취인|수령인|주문자|구매자|환자|피해자|신고자|제보자|(?:긴급|비상) ?연락"
    r"|성명|성함|이름|[가-힣] ?씨(?![가-힣])"
    rf"|(?<![가-힣])[가-힣]{{0,4}}(?:{_ROLES})님?(?:은|는|이|가|을|를|의|에게|께)?(?![가-힣])"
)
_OF_A_PERSON = re.compile(
    r"(?i)\b(?:customer|guest|member|patient|employee|colleague|visitor|applicant|student)"
    r"(?:['’]?s['’]?)?(?: (?!service|care|support|relations|help|information)\w{1,20})?"
    r" (?:phone|telephone|tel|number|contact(?! cent)|line)"
    r"|(?:고객|손님|회원|직원|학생)(?:님)?(?:의)? ?(?:전화|연락|번호|전번)"
)
_SOMEBODY = re.compile(r"(?i)\b(?:customer|guest|member|employee)s?\b|고객|손님|회원|직원|학생")
_HOURS = re.compile(r"(?i)\bfrom (?=\d|mon|tue|sat|sun)")
_SENTENCE_ENDS = re.compile(r"[.;!?](?: |$)")

_FAMILIES = (
    "김이박최정강조윤장임한오서신권황안송전홍유고문양손배백허남심노하곽성차주우구나진지엄채원천방"
    "공현함변염추도소석선설마길연위표명기반왕금옥육인맹제모탁국어은편용예경봉사부민류여라갈피감"
)
_WORDS = re.compile(r"(?<![가-힣])[가-힣]{2,7}(?![가-힣])")
_NAME = re.compile(rf"[{_FAMILIES}][가-힣]{{1,2}}|(?:남궁|황보|제갈|선우|사공|독고)[가-힣]{{1,2}}")
_AFTER_NAME = re.compile("(?:은|는|이|가|을|를|의|에게|께|씨|님|과|와|로|으로)$")
_NOUNS = frozenset(
    """
가스 가입 강원 결제 경기 경우 고객 고장 공식 공용 공휴 관련 관리 광주 교육 교통 교환 구매 국번
국어 금요 기술 기타 기획 긴급 까지 나눔 난방 내선 노인 담당 대구 대전 대표 대한 대해 도난 도움
됩니 또는 매장 모든 목요 무료 문의 문자 문제 민원 및 반품 방문 배송 번호 변경 보수 보호 본사
부산 부서 부터 분실 사고 사무 사업 사항 상담 상품 서비 서울 세종 소비 수도 수리 수요 시간 시설
신고 신규 신청 안내 안전 야간 어린 여기 여성 연락 연중 영어 예약 오세 오전 오후 온라 외국 우리
우편 운영 울산 원하 월요 위치 유료 유실 유지 은행 응급
이용 이전 이후 인사 인천 인터 일요 있습 장애 재무 저희 전국 전기 전담 전용 전자 전화
점검 점심 접수 정보 정책 제외 제품 주간 주말 주문 주세 주소 주시 주십 주중 주차 지역 지원 지점
직통 채용 청소 총무 취소 카드 토요 통화 팩스 평일 필요 하시 하자 한국 해당 해지 현장 혹은 홍보
화요 화재 확인 환불 휴무 휴일
""".split()
)
"""How nouns begin that could be names: 문의는, 전화로."""
_FORMS = frozenset(
    "이나 이다 이라 이하 이고 이며 인데 이상 이내 이상은 이내에 고객님 고객님은 고객님이 고객님의"
    " 고객님께 서비스 이메일 금요일 공휴일 어린이 사무실".split()
)
_ANY_REST = frozenset(("", *"의에도만시처용별외내중후전등팀과점요해", "에서", "까지", "부터"))
_AFTER_CLOSED = frozenset(("은", "이", "을", "과", "으로", "이나"))
_AFTER_OPEN = frozenset(("는", "가", "를", "와", "로", "나"))
_FIRST_SYLLABLE, _FINALS = 0xAC00, 28
_LONGEST_NAME = 4
_CAPITALISED = re.compile(
    r"[A-ZÀ-Þ][A-Za-zÀ-ÿ'’-]{0,30}(?: (?:(?:of|and|the|for|&) )?[A-ZÀ-Þ][A-Za-zÀ-ÿ'’-]{0,30}){0,9}"
)
_TO_ORG = re.compile(rf" ?{ENGLISH_ORG}")
_PLACE = re.compile(r"\bin [A-Z][a-z]{1,20}")
_WORD = re.compile(r"[A-Za-zÀ-ÿ][A-Za-zÀ-ÿ'’]{0,40}")
_PLAIN = frozenset(
    """
24 a address after all also am an and any ask assistance at available before between billing
business but by call calls can chat claim claims complaints contact contacts customer customers
daily day days delivery department dial direct directly during e-mail each either email
emergencies emergency enquiries est et every ext extension facilities fax feedback first for
found free fri friday further general have help hotline hour hours how human if immediately in
info information inquiries is issues it kst line lines live local lost mail main mon monday more
need no non-emergency number numbers of office on online open operations or order orders our out
outside phone please pm product pst pt question questions reach refund refunds report resources
returns sales sat saturday send service shop sms store stores sun sunday support technical tel
telephone text than the this thu thursday to today toll tty tue tuesday urgent us use via visit
warranty we web website wed wednesday weekdays when with working write x you your
""".split()
)
"""Words of a contact line that are nobody's name."""
_LABELLED = re.compile(
    r"(?i)(?:^|[\W_])(?:(?:full|first|last) name|name|owner|employee|applicant|manager|mr|mrs|ms|dr"
    r"|이름|성명|성함|고객명|예금주|수취인|수령인|담당자|직원|대표자|신청인|보호자)"
    r"(?:\*{0,2}\s{0,2}[:=|.]|\s{0,2}$)|\b(?:mobile|cell)\b|휴대|핸드폰"
    r"|01[016789][-. ]?\d{3,4}[-. ]?\d{4}"
)
_ALONE = re.compile(
    r"[\W_\d]{0,12}"
    r"([A-ZÀ-Ž][^\W\d_]{1,20}(?: [A-Z]\.?)?(?: [A-ZÀ-Ž][^\W\d_]{1,20}){1,2}|[가-힣]{2,4})"
    r"[\W_]{0,12}"
)
_NAMES_HEAD = re.compile(
    r"(?i)(?<![a-z] )\bname\b|employee|staff|owner|이름|성명|성함|담당자|직원|고객명|점장|매니저"
)


def names_a_person(before: str, after: str) -> bool:
    """Whether the words before or after a number point at a person."""
    after = _SENTENCE_ENDS.split(after)[0]
    if _PERSONAL.search(before) or _PERSONAL.search(_HOURS.sub("", after)):
        return True
    if _OF_A_PERSON.search(before) or (_SOMEBODY.search(after) and not ORG.search(after)):
        return True
    return any(_has_korean_name(one) or _has_english_name(one) for one in (before, after))


def are_plain(text: str) -> bool:
    """Whether no word is unknown, so that none is a name in small letters: "desk: john"."""
    text = _PLACE.sub("", text)
    return all(map(_is_plain, _WORD.findall(text))) and all(map(_is_known, _WORDS.findall(text)))


def is_beside_a_person(text: str, start: int, end: int) -> bool:
    """Whether a line above or below names a person, or the head of the table has names."""
    # Bounded, so that the work grows in step with the text.
    first = text.rfind("\n", max(0, start - _TABLE), start) + 1 or max(0, start - _TABLE)
    last = text.find("\n", end, end + _TABLE)
    if "|" in text[max(first, start - _LINE) : start]:
        return _has_names(text[max(0, first - _TABLE) : first])
    above = text[max(0, first - _LINES_ABOVE * _LINE) : first].splitlines()
    below = text[last : last + _LINES_BELOW * _LINE].splitlines() if last >= 0 else []
    near = [line for line in _under_heading(above) if line.strip()][-_LINES_ABOVE:]
    near += [line for line in below if line.strip()][:_LINES_BELOW]
    return any(_LABELLED.search(line) or _is_name(line) for line in near)


def _under_heading(lines: list[str]) -> list[str]:
    """The lines from the last heading on."""
    heads = [place for place, line in enumerate(lines) if line.startswith("#")]
    return lines[heads[-1] :] if heads else lines


def _has_names(above: str) -> bool:
    head = ""
    for line in reversed(above.splitlines()):
        if "|" not in line:
            break
        head = line
    return _NAMES_HEAD.search(head) is not None


def _is_name(line: str) -> bool:
    alone = _ALONE.fullmatch(line)
    return alone is not None and (_has_korean_name(alone[1]) or _has_english_name(alone[1]))


# A name of two syllables is only looked for at the ends of the line: "이솔 ☎", "(이솔)".
def _has_korean_name(text: str) -> bool:
    words = _WORDS.findall(text)
    for place, word in enumerate(words):
        if _is_known(word):
            continue
        fewest = 2 if place == 0 or place >= len(words) - 2 else 3
        names = (word, _AFTER_NAME.sub("", word))
        if any(len(one) >= fewest and _NAME.fullmatch(one) for one in names):
            return True
    return False


def _has_english_name(text: str) -> bool:
    for run in _CAPITALISED.finditer(_PLACE.sub("in", text)):
        words = [one for one in _WORD.findall(run.group()) if not _is_plain(one)]
        if not words or all(one.isupper() and len(one) <= _SHORT for one in words):
            continue
        if not (ORG.search(run.group()) or _TO_ORG.match(run.string, run.end())):
            return True
    return False


# "이용은" is use, "신고은" a name: its particle would be "는".
def _is_known(word: str) -> bool:
    if word in _FORMS:
        return True
    noun, rest = word[:2], word[2:]
    if noun in _NOUNS:
        closed = (ord(noun[-1]) - _FIRST_SYLLABLE) % _FINALS != 0
        known = _ANY_REST | (_AFTER_CLOSED if closed else _AFTER_OPEN)
        return rest in known or len(word) > _LONGEST_NAME
    return CUE.fullmatch(word) is not None


def _is_plain(word: str) -> bool:
    return word.lower() in _PLAIN or CUE.fullmatch(word) is not None


# Contact lines of documents: a number there belongs to an organisation, unless a person is near.
#
# In doubt it belongs to a person.

_BEFORE, _AFTER = 100, 30
"""Characters of the number's own line that are read."""
_CUE_BEFORE, _CUE_AFTER = 60, 20
_AT_HOME = ("us", "kr-", "wire")
"""Rules of forms of Korea and North America."""


def is_published(hit: Span, value: str, reading: NormalisedText, region: str) -> bool:
    """Whether a number stands in a contact line of an organisation, with no person near it."""
    if hit.rule.endswith("bare"):
        return False  # an organisation writes its number in groups
    regions = (region, *reading.regions)
    if is_personal(value, regions) or not (_is_of_home(hit, value) or is_real(value, regions)):
        return False
    text = reading.text
    earliest = max(0, hit.start - _BEFORE)
    first = text.rfind("\n", earliest, hit.start) + 1 or earliest
    last = text.find("\n", hit.end, hit.end + _AFTER)
    before = text[first : hit.start]
    after = text[hit.end : last if last >= 0 else hit.end + _AFTER]
    return (
        _is_contact_line(before, after)
        and not names_a_person(before, after)
        and not is_beside_a_person(text, hit.start, hit.end)
    )


# Other numbers have to be valid: of an invalid one it is unknown whether it is a mobile number.
def _is_of_home(hit: Span, value: str) -> bool:
    return hit.rule.startswith(_AT_HOME) or digits_of(value).startswith(("1", "82"))


def _is_contact_line(before: str, after: str) -> bool:
    near = before[-_CUE_BEFORE:]
    cues = list(CUE.finditer(near))
    if cues:
        return are_plain(near[cues[-1].end() :])
    return CUE.search(_SENTENCE_ENDS.split(after[:_CUE_AFTER])[0]) is not None and are_plain(near)

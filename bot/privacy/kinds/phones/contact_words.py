"""Words of a contact line: units of an organisation, and labels of a phone number."""

import re

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

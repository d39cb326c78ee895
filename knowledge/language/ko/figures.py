"""How figures are written in Korean: numbers, units, bounds."""

import re
from collections.abc import Mapping
from decimal import Decimal

from knowledge.language.patterns.digits import DIGITS, digits

UNITS = """second 초; minute 분; hour 시간; day 일 일간; week 주일 주간 주; month 개월 달; year 년;
    business 영업일 근무일; KRW 원; USD 달러 불; cent 센트; EUR 유로; JPY 엔; GBP 파운드;
    pence 펜스; CNY 위안; percent 퍼센트 프로 퍼센트포인트 %포인트; item 개; person 명 인 사람;
    time 회 번 차례; sheet 장 매; copy 부; can 캔; bottle 병; cup 잔; box 상자 박스;
    pack 팩 묶음 봉지; set 세트; pair 켤레 쌍; garment 벌; case 건; film 편; night 박;
    place 곳 군데 개소; age 세 살; point 포인트 점; page 쪽 페이지; kind 가지 종; product 품목;
    floor 층; fold 배; machine 대; animal 마리; step 단계; serving 인분; letter 글자 자리;
    kg 킬로그램 킬로 키로; g 그램; mg 밀리그램; t 톤; km 킬로미터; m 미터; cm 센티미터 센티;
    mm 밀리미터; m2 제곱미터; l 리터; ml 밀리리터; °C 도; W 와트; V 볼트; kcal 칼로리; inch 인치"""
BEFORE: Mapping[str, str] = {
    "<=": "최대, 최대한, 최고, 최장, 많아야",
    ">=": "최소, 최소한, 최저, 적어도",
    "~": "약, 대략",
}
BEHIND: Mapping[str, str] = {
    "<=": "이내, 이하, 안에, 안으로, 내에, 내로, 내 , 까지",
    "<": "미만, 보다 적, 보다 짧, 보다 작, 보다 낮, 보다 어리",
    ">=": "이상",
    ">": "초과, 보다 많, 보다 길, 보다 크, 보다 오래, 보다 높, 보다 비싸",
    "~": "정도, 가량, 쯤, 안팎, 내외",
}
BEFORE_MOMENT: Mapping[str, str] = {}
BEHIND_MOMENT: Mapping[str, str] = {">=": "이후, 부터", "<=": "이전", "<": "전에, 전 "}

_DIGIT = r"[\d일이삼사오육륙칠팔구]"
_THOUSANDS = (
    rf"(?:{_DIGIT}?천(?:\s?{_DIGIT}?백)?(?:\s?{_DIGIT}?십)?|{_DIGIT}?백(?:\s?{_DIGIT}?십)?|{_DIGIT}?십)"
    rf"(?:{_DIGIT}(?!\d))?"
)
_UP_TO_9999 = rf"(?:{_THOUSANDS}|\d,\d{{3}}|\d{{1,4}})"
_GAP = r"(?:|\s(?=[만억]\s?[원명]))"
_REST = rf"(?:(?:\s?\d[천백십]){{1,3}})?(?:\s?{_UP_TO_9999}(?=\s?원))?"
"""The part below 10,000: 5천; before 원 also 7,890 and 오천."""
_TEN_THOUSANDS = rf"(?:\s?{_UP_TO_9999}\s?만)?{_REST}"
_FIRST = rf"{DIGITS}(?:[천백십](?:\s?\d?[백십]){{0,2}}(?:\d(?=[만억조]))?)?"
_GOES_ON = rf"(?=\s?(?:원|달러|{_UP_TO_9999}\s?[만억원]|\d천))"
"""Words behind a 조 that is a number: 2조 3,000억; but 2조 is an article or a group."""
KOREAN_SCALED = (
    rf"(?:{_FIRST}조{_GOES_ON}(?:\s?{_UP_TO_9999}\s?억)?{_TEN_THOUSANDS}"
    rf"|{_FIRST}{_GAP}억{_TEN_THOUSANDS}|{_FIRST}{_GAP}만{_REST}|{DIGITS}[천백십]{_REST})"
)
SINO = (
    "[일이삼사오육륙칠팔구십백천만억]{1,12}"
    r"(?:(?:\s[일이삼사오육륙칠팔구십백천만억]{1,8}){1,3}(?=\s?원))?"
)
_TENS = "열|스물|스무|서른|마흔|쉰|예순|일흔|여든|아흔"
_ONES = "한두|두세|서너|너댓|대여섯|하나|한|두|세|네|석|넉|다섯|여섯|일곱|여덟|아홉"
NATIVE = rf"(?:(?:{_TENS})\s?(?:{_ONES})?|{_ONES})"
HOURS = "열한|열두|열|한|두|세|네|다섯|여섯|일곱|여덟|아홉"

_SCALES = {"십": 10, "백": 100, "천": 1000}
_GROUPS = {"만": 10**4, "억": 10**8, "조": 10**12}
_SINO = dict(zip("일이삼사오육칠팔구", range(1, 10), strict=True)) | {"륙": 6}
_NATIVE_TENS = dict(zip(_TENS.split("|"), (10, 20, 20, 30, 40, 50, 60, 70, 80, 90), strict=True))
_NATIVE_ONES = dict(
    zip("한 두 세 네 다섯 여섯 일곱 여덟 아홉".split(), range(1, 10), strict=True)
) | {"하나": 1, "석": 3, "넉": 4}
_NATIVE_RANGES = {"한두": (1, 2), "두세": (2, 3), "서너": (3, 4), "너댓": (4, 5), "대여섯": (5, 6)}


_PART = re.compile(r"[\d.,]*\d|[가-힣]")


def figure(text: str) -> tuple[Decimal, Decimal]:
    """3만 5천 as a number, and the scale of its last part, which the 5 of "5~10만 원" shares."""
    scales = [char for char in text if char in _GROUPS or char in _SCALES]
    return (korean(text), korean(scales[-1])) if scales else (digits(text), Decimal(1))


def korean(text: str) -> Decimal:
    """3만 5천, 2만5000, 이십일 as a number."""
    total = group = Decimal(0)
    number: Decimal | None = None
    for part in _PART.findall(text):
        if part in _GROUPS:
            total += (group + (number or 0) or 1) * _GROUPS[part]
            group, number = Decimal(0), None
        elif part in _SCALES:
            group += (1 if number is None else number) * _SCALES[part]
            number = None
        else:
            number = Decimal(_SINO[part]) if part in _SINO else digits(part)
    return total + group + (number or 0)


def native(text: str) -> tuple[Decimal, Decimal | None]:
    """스물한 as a number; 두세 as the two ends of a range."""
    word = "".join(text.split())
    if word in _NATIVE_RANGES:
        low, high = _NATIVE_RANGES[word]
        return Decimal(low), Decimal(high)
    tens = next((ten for ten in _NATIVE_TENS if word.startswith(ten)), "")
    return Decimal(_NATIVE_TENS.get(tens, 0) + _NATIVE_ONES.get(word[len(tens) :], 0)), None

"""Reads numbers in figures and words: 3만 5천, 이십일, 스물한, twenty-one, 1.2 million."""

import re
from decimal import Decimal

DIGITS = r"(?:\d{1,3}(?:,\d{3}){1,5}(?!\d)|\d{1,15}(?!\d))(?:\.\d{1,6}(?!\d))?"
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

_SMALL = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen".split()
    )
}
_ENGLISH_TENS = dict(
    zip(
        "twenty thirty forty fifty sixty seventy eighty ninety".split(),
        range(20, 100, 10),
        strict=True,
    )
)
_ENGLISH_SCALES = {
    "dozen": 12, "hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9
}  # fmt: skip
_WORD = "|".join([*sorted(_SMALL, key=len, reverse=True), *_ENGLISH_TENS, *_ENGLISH_SCALES])
ENGLISH = rf"(?:{_WORD})(?:(?:-|\s(?:and\s)?)(?:{_WORD})){{0,6}}\b"
ENGLISH_SCALE = r"(?:thousand|million|billion)"

_PART = re.compile(r"[\d.,]*\d|[가-힣]")


def digits(text: str) -> Decimal:
    """1,000.50 as a number."""
    return Decimal(text.replace(",", ""))


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


def english(text: str) -> Decimal:
    """Twenty-one, two hundred and fifty, a dozen as a number."""
    total = group = 0
    for word in re.findall(r"[a-z]+", text.lower()):
        if word in _ENGLISH_SCALES:
            scale = _ENGLISH_SCALES[word]
            group = (group or 1) * scale
            if scale > _ENGLISH_SCALES["hundred"]:
                total, group = total + group, 0
        else:
            group += _SMALL.get(word, 0) + _ENGLISH_TENS.get(word, 0)
    return Decimal(total + group)

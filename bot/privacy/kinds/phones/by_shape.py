"""Phone numbers by their form: Korean and North American, also unassigned ones."""

import re
from collections.abc import Iterator

from bot.privacy.entities import EntityType, Span
from bot.privacy.kinds.phones.numbering import (
    is_abroad,
    is_american,
    is_korean,
    may_be_abroad,
    spans_in,
)
from bot.privacy.reading import NormalisedText
from bot.privacy.shapes import Shape, digits_of, ean_holds

# Whole words only: "쿠폰" (coupon), "아이폰" (iPhone), "hotel" and "recall" are no cues.
PHONE_CUE = re.compile(
    r"(?i)(?<![a-z])(?:(?:tele|cell|work|home)?phone|tel|call|mobile|cell|fax|contact|sms|text"
    r"|whatsapp|hotline|ring)(?:s|ed|ing)?(?: ?numbers?)?(?![a-z])|(?<![a-z])h\.?p\.? ?[.:)]"
    r"|전화|연락|휴대|핸드폰|(?<![가-힣])폰|팩스|문자|카톡|☎|📞"
    r"|(?<![가-힣])(?<!주문 )(?<!상품 )(?<!송장 )(?<!쿠폰 )(?<!사업자 )번호"
)
"""Words before a number that mark it as a phone number."""
_CODE_LABEL = re.compile(
    r"(?i)(?:order|coupon|tracking|waybill|invoice|item|sku|upc|isbn|barcode|바코드|쿠폰|상품권"
    r"|(?:주문|송장|운송장|상품|쿠폰|사업자) ?번호|상품코드)(?: ?(?:number|no|id))?[ .:#]{0,3}$"
)
_AREA = r"2|3[1-3]|4[1-4]|5[1-5]|6[1-4]|70"
_KOREA = r"\(?\+?82\)?[ .\-]{0,2}\(?0?\)?|\(?0"
_ALONE = r"(?<![\dA-Za-z_.\-])"
_NO_MORE = r"(?![\dA-Za-z_]|[.\-]\d)"

_MOBILE = re.compile(
    rf"(?<!\d)(?:{_KOREA})1[016789]\)?[ .\-/]{{0,3}}\d{{3,4}}[ .\-/]{{0,3}}\d{{4}}(?!\d|-\d)"
)
# Disguised or in bold: 010|1234|5678, 010-**1234**-5678.
_MOBILE_ODD = re.compile(
    r"(?<![\dA-Za-z_])01[016789][ .,:|~*_/\-]{1,5}\d{3,4}[ .,:|~*_/\-]{1,5}\d{4}"
    r"(?![\dA-Za-z]|[._/\-]\d)"
)
_MOBILE_SPELLED = re.compile(
    r"(?<!\d)(?<!\d[ .,\-])0[ .,\-]1[ .,\-][016789](?:[ .,\-]\d){7,8}(?![ .,\-]?\d)"
)
_WORD = re.compile(r"[A-Za-z0-9_]")
_MOBILE_DIGITS = re.compile(r"(?:0|820{0,2})(?:10\d{8}|1[16789]\d{7,8})")
# No hexadecimal neighbours: parts of a UUID look like Seoul numbers.
_LANDLINE = re.compile(
    rf"(?<![0-9A-Fa-f])(?<!\d[.\-])(?<![A-Fa-f]-)(?:{_KOREA})(?:{_AREA}|50[2-9]?|60|80)"
    r"(?:\) ?[ .\-]{0,2}|[ .\-]{1,3})\d{3,4}[ .\-]{1,3}\d{4}(?!\d)(?!-[0-9A-Fa-f])"
)
_LANDLINE_BARE = re.compile(rf"{_ALONE}0(?:{_AREA})\d{{7,8}}(?![\dA-Za-z_])")
REPRESENTATIVE = "kr-representative"
"""The rule of representative numbers, such as 1588-1234."""
_REPRESENTATIVE = re.compile(r"(?<![\d.\-])(?:15|16|18)\d{2}-\d{4}(?![\d.\-]\d|\d)")
_AMERICAN = re.compile(
    r"(?:(?<![\dA-Za-z_])(?<!\d[.\-])(?:(?:\+|00)?1[ .\-]{0,2})?"
    r"(?:\(\d{3}\) ?[ .\-]?|\d{3}[ .\-]{1,2})|\(\d{3}\) ?[ .\-]?)\d{3}[ .\-]{1,2}\d{4}"
    r"(?: ?(?:x|ext\.?|#) ?\d{1,6})?(?![A-Za-z\d]|[.\-]\d)"
)
_AMERICAN_BARE = re.compile(
    r"(?<![\dA-Za-z_.\-$])(?:\+?1)?[2-9]\d{2}[2-9]\d{6}"
    rf"(?P<extension> ?(?:x|ext\.?) ?\d{{2,6}})?{_NO_MORE}"
)
_LOCAL = re.compile(rf"{_ALONE}(?<!\d\))(?<!\d\) )\d{{3}}[.\-]\d{{4}}{_NO_MORE}")
_LOCAL_REACH = 14


def find_phones(reading: NormalisedText) -> Iterator[Span]:
    """Finds Korean and North American phone numbers."""
    for shape in _SHAPES:
        yield from shape.find(reading)


def _is_mobile(reading: NormalisedText, match: re.Match[str]) -> bool:
    number = match.group()
    if not _MOBILE_DIGITS.fullmatch(digits_of(number)):
        return False
    if not number.isdigit():
        return True
    return not _glued(reading.text, match) and (number[0] == "0" or _is_likely(reading, match))


# Not in documents: their columns of numbers look the same.
def _is_written_by_people(reading: NormalisedText, _match: re.Match[str]) -> bool:
    return reading.strict


# Eleven digits inside a code are no phone. A Korean particle may follow them directly.
def _glued(text: str, match: re.Match[str]) -> bool:
    before = text[max(0, match.start() - 1) : match.start()]
    return bool(_WORD.match(before) or _WORD.match(text, match.end()))


def _is_korean_bare(reading: NormalisedText, match: re.Match[str]) -> bool:
    return _is_likely(reading, match) and is_korean(match.group())


# In Korean text ten bare digits are order or student numbers.
def _is_american_bare(reading: NormalisedText, match: re.Match[str]) -> bool:
    if _after_cue(reading, match):
        return True
    if reading.korean or not _is_likely(reading, match):
        return False
    return bool(match["extension"]) or is_american(match.group())


# Bare digits may be any code: documents need a cue word, and a code's label rules a phone out.
def _is_likely(reading: NormalisedText, match: re.Match[str]) -> bool:
    if _after_cue(reading, match):
        return True
    return reading.strict and not reading.cue(_CODE_LABEL, match.start())


def _after_cue(reading: NormalisedText, match: re.Match[str]) -> bool:
    return reading.cue(PHONE_CUE, match.start())


def _right_after_cue(reading: NormalisedText, match: re.Match[str]) -> bool:
    return reading.cue(PHONE_CUE, match.start(), _LOCAL_REACH)


_SHAPES = (
    Shape(EntityType.PHONE, "kr-mobile", _MOBILE, _is_mobile),
    Shape(EntityType.PHONE, "kr-mobile-odd", _MOBILE_ODD, _is_written_by_people),
    Shape(EntityType.PHONE, "kr-mobile-spelled", _MOBILE_SPELLED, _is_written_by_people),
    Shape(EntityType.PHONE, "kr-landline", _LANDLINE),
    Shape(EntityType.PHONE, REPRESENTATIVE, _REPRESENTATIVE),
    Shape(EntityType.PHONE, "kr-bare", _LANDLINE_BARE, _is_korean_bare),
    Shape(EntityType.PHONE, "us", _AMERICAN),
    Shape(EntityType.PHONE, "us-bare", _AMERICAN_BARE, _is_american_bare),
    Shape(EntityType.PHONE, "us-local", _LOCAL, _right_after_cue),
)


# Ranges that look like phone numbers: amounts, sizes, temperatures, years.

_RANGE = re.compile(r"\+? ?(?P<low>[1-9]\d{0,6}) ?- ?(?P<high>[1-9]\d{0,6})")
_LAST_YEAR = 2100
_REACH = 28
_BEHIND = 16

_HANGUL_UNITS = (
    "(?:[만천억] ?)?원|달러|유로|엔|명|개|인분|세|살|년|년대|년도|점|포인트|칼로리|킬로칼로리|그램"
    "|킬로그램|킬로|미터|센티미터|센티|밀리미터|킬로미터|리터|밀리리터|퍼센트|장|쪽|페이지|자|글자|건|매"
    "|병|잔|권|회|평|제곱미터|개월|시간|분|초|일|시"
)
# With a particle only right behind the number: "1588-5678 일요일" is no number of days.
_ENDS = (
    "(?:은|는|이|가|을|를|의|에|만|과|와|로|으로|까지|부터|사이|정도|이상|이하|미만|초과|대|간|내외|짜리|당"
    "|씩|입니다|이다|이며|이고)?(?![가-힣])"
)
_LATIN_UNITS = (
    "k?cal|kJ|[mck]?m|[mck]?m[23]|sq ?(?:ft|m)|ft|feet|inch(?:es)?|yards?|miles?|k?g|mg|tons?|lbs?"
    "|oz|m[lL]|[lL]|lit(?:er|re)s?|k?W|V|mAh|[kMG]?Hz|[KMGT]B|rpm|lux|lm|lumens|K|percent|won|KRW|USD"
    "|EUR|dollars|euros|points|pts|people|persons|employees|guests|items|pieces|pcs|units|words"
    "|characters|pages|copies|steps|(?:kilo)?calories|met(?:er|re)s|grams|kilograms|BCE?|CE|AD|years"
)
_UNIT = re.compile(
    rf"[*_]{{0,2}}(?:(?:{_HANGUL_UNITS}){_ENDS}| (?:{_HANGUL_UNITS})(?![가-힣])"
    rf"| ?(?:{_LATIN_UNITS})(?![A-Za-z0-9'’.]\w|[A-Za-z0-9])| ?(?:[%°℃℉㎜㎝㎞㎡㎏₩$€£¥]|㎖))"
)
_TIME = re.compile(r" ?(?:hours|hrs|h|days|minutes|min|seconds|weeks|months)\b(?!['’])")
_MONEY = re.compile(r"(?:[₩￦$€£¥]|\b(?:KRW|USD|EUR)) ?$")
_YEARS_BEFORE = re.compile(
    r"(?i)(?:\b(?:from|between|in|during|years?|circa|c\.|ca\.|reigned|lived|born|period|era|ad)"
    r"|년도|연도|기간|시대|재위|생몰|시기|왕조|서기|세기)[ :,(]{1,3}$"
)
_YEARS_BEHIND = re.compile(
    r"[ )]{0,2}(?:년|years?\b|BCE?\b|CE\b|AD\b|dynasty|period|era\b|시대|재위)"
)
_CONTACT = re.compile(
    rf"{PHONE_CUE.pattern}|센터|상담|문의|대표|고객|(?i:cent(?:er|re)|service|support|desk|dial)"
)


def is_range(hit: Span, reading: NormalisedText) -> bool:
    """Whether a find of a phone or an account is a range of amounts or years."""
    if hit.type not in {EntityType.PHONE, EntityType.ACCOUNT}:
        return False
    found = _RANGE.fullmatch(reading.text, hit.start, hit.end)
    if found is None or int(found["low"]) >= int(found["high"]):
        return False
    behind = reading.text[hit.end : hit.end + _BEHIND]
    if _UNIT.match(behind) or reading.cue(_MONEY, hit.start, 5):
        return True
    # Nobody's own number: a representative number belongs to an organisation.
    return hit.rule == REPRESENTATIVE and _is_open_range(found, behind, reading)


def _is_open_range(found: re.Match[str], behind: str, reading: NormalisedText) -> bool:
    """Whether it is a range by its context: hours, years, or a prefix that nobody has."""
    if _TIME.match(behind):
        return True
    if reading.cue(_CONTACT, found.start(), _REACH) or _CONTACT.match(behind.lstrip(" (")):
        return False
    if not is_korean(found.group()):
        return True
    if int(found["high"]) > _LAST_YEAR:
        return False
    bracketed = reading.text.startswith("(", found.start() - 1) and behind.startswith(")")
    near = reading.cue(_YEARS_BEFORE, found.start(), 16) or _YEARS_BEHIND.match(behind)
    return bracketed or bool(near)


# International phone numbers with +, 00 or 011, checked by libphonenumber.


_PLUS = re.compile(r"(?<![\dA-Za-z_])\+ ?\(?[1-9][\d ().\-/]{5,24}\d")
# "09:15:00.433861059" is a time, not a number with 00.
_DIALLED = re.compile(r"(?<![\dA-Za-z_.\-])(?<!\d:)(?:00|011)[ .\-]?[1-9][\d ().\-/]{6,22}\d")
_SEPARATORS = " ./-()"
_FEWEST_DIGITS = 7
_MOST_CUTS = 6


def find_phones_abroad(reading: NormalisedText) -> Iterator[Span]:
    """Finds international phone numbers."""
    for match in _PLUS.finditer(reading.text):
        yield from _hit(match, "plus")
    for match in _DIALLED.finditer(reading.text):
        if not match.group().isdigit() or _is_bare_number(reading, match):
            yield from _hit(match, "dialled")


# A UPC written as an EAN also begins with 00: "0012345678905".
def _is_bare_number(reading: NormalisedText, match: re.Match[str]) -> bool:
    if reading.cue(PHONE_CUE, match.start()):
        return True
    return reading.strict and not ean_holds(match.group())


def _hit(match: re.Match[str], rule: str) -> Iterator[Span]:
    number = _longest_number(match.group())
    if number:
        yield Span(match.start(), match.start() + len(number), EntityType.PHONE, rule)


# The text after a number often looks like more of it ("+82 2-123-4567 (3"): cut group by group.
def _longest_number(candidate: str) -> str | None:
    for _ in range(_MOST_CUTS):
        if len(digits_of(candidate)) < _FEWEST_DIGITS:
            return None
        if _exists(candidate):
            return candidate
        cut = max(candidate.rfind(separator) for separator in _SEPARATORS)
        candidate = candidate[: max(cut, 0)].rstrip(" ./-(")
    return None


def _exists(number: str) -> bool:
    digits = digits_of(number)
    if number.startswith("+"):
        return may_be_abroad(digits)
    return is_abroad(digits.removeprefix("00").removeprefix("011"))


# Phone numbers in the national formats of further countries, found by libphonenumber.


def find_phones_by_country(reading: NormalisedText) -> Iterator[Span]:
    """Finds phone numbers of the countries in the store's settings."""
    if not reading.regions:
        return
    # Line by line: the library silently stops after `_MOST_TRIES` candidates in one text.
    place = 0
    for line in reading.text.splitlines(keepends=True):
        for region in reading.regions:
            for start, end in spans_in(line, region):
                yield Span(place + start, place + end, EntityType.PHONE, f"phone-{region.lower()}")
        place += len(line)

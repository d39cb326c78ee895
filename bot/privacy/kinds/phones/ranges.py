"""Ranges that look like phone numbers: amounts, sizes, temperatures, years."""

import re

from bot.privacy.entities import EntityType, Span
from bot.privacy.kinds.phones.by_shape import PHONE_CUE, REPRESENTATIVE
from bot.privacy.kinds.phones.numbering import is_korean
from bot.privacy.reading import NormalisedText

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

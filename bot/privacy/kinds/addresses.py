"""Postal addresses by their form: Korean road and lot addresses, American streets. Opt-in."""

import re
from collections.abc import Iterator
from functools import cache

from bot.privacy.entities import EntityType, Span
from bot.privacy.reading import NormalisedText
from bot.privacy.shapes import Shape

_PROVINCES = (
    "서울|부산|대구|인천|광주|대전|울산|세종|경기|강원|충북|충남|충청북|충청남|전북|전남|전라북|전라남"
    "|경북|경남|경상북|경상남|제주"
)
_TOWNS = (
    rf"(?:(?:{_PROVINCES})(?:특별시|광역시|특별자치시|특별자치도|도|시)? {{1,2}}"
    r"(?:[가-힣]{1,6}[시군구] {1,2}){0,2}|(?:[가-힣]{1,6}[시군구] {1,2}){1,2})"
    r"(?:[가-힣]{1,6}[읍면] {1,2})?"
)
_PLACE = (
    r"(?:[가-힣0-9]{1,12}(?:대로|로|길)(?: ?\d{1,4}번?[가나다라]?길)? ?"
    r"\d{1,5}(?:-\d{1,4})?(?:번지)?"
    r"|[가-힣0-9]{1,8}(?:동|리|가) ?(?:산 ?)?\d{1,5}(?:-\d{1,4})?(?:번지)?)"
)
_HOUSE = (
    r"(?:,? {0,2}(?:\([^()\n]{1,30}\)"
    r"|[가-힣A-Za-z0-9]{1,14}(?:아파트|빌딩|오피스텔|타워|빌라|맨션|센터)"
    r"|[A-Za-z]?\d{1,4}동|(?:지하 ?)?\d{1,3}층|[A-Za-z]?\d{1,5}호)){0,5}"
)
_KOREAN = _TOWNS + _PLACE + _HOUSE
_STREETS = (
    "Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Drive|Dr|Lane|Ln|Way|Court|Ct|Place|Pl|Parkway"
    "|Pkwy|Highway|Hwy|Terrace|Ter|Circle|Cir|Square|Sq"
)
_AMERICAN = (
    r"(?<![A-Za-z0-9_])\d{1,6}(?:-\d{1,4})? (?:[NSEW]\.? )?"
    rf"(?:[A-Z0-9][A-Za-z0-9'.\-]{{0,20}} ){{1,4}}(?:{_STREETS})\b\.?"
    r"(?:,? ?(?:Apt|Apartment|Suite|Ste|Unit|#)\.? ?[A-Za-z0-9-]{1,8})?"
    r"(?:,? {1,2}[A-Z][A-Za-z.]{1,20}(?: [A-Z][A-Za-z.]{1,20}){0,2})?"
    r"(?:,? {1,2}[A-Z]{2})?(?: {1,2}\d{5}(?:-\d{4})?)?"
)
_DIGIT = re.compile(r"\d")


def find_addresses(reading: NormalisedText) -> Iterator[Span]:
    """Finds postal addresses."""
    if not _DIGIT.search(reading.text):
        return
    for shape in _shapes():
        yield from shape.find(reading)


# Compiled on first use: few stores turn addresses on.
@cache
def _shapes() -> tuple[Shape, ...]:
    return (
        Shape(EntityType.ADDRESS, "address-korean", re.compile(_KOREAN)),
        Shape(EntityType.ADDRESS, "address-american", re.compile(_AMERICAN)),
    )

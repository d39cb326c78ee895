"""Numbers of passports and driver's licences."""

import re
from collections.abc import Iterator

from bot.privacy.entities import EntityType, Span
from bot.privacy.reading import NormalisedText
from bot.privacy.shapes import Shape, digits_of

_PASSPORT = re.compile(
    r"(?<![A-Za-z0-9_])(?:[MSRODGPmsrodgp]\d{8}|[MSRODmsrod]\d{3}[A-Za-z]\d{4}"
    r"|[A-Z]{1,2}\d{6,8}|\d{9})(?![A-Za-z0-9_])"
)
_PASSPORT_CUE = re.compile(r"(?i)여권|passport")
_EDGE = r"(?<![\dA-Za-z_])(?<!\d-)"
# The first two digits are the region that issued it: 11 Seoul to 28 Jeju.
_LICENSE = re.compile(
    _EDGE + r"(?:1[1-9]|2[0-8])[ .\-]\d{2}[ .\-]\d{6}[ .\-]\d{2}(?![\dA-Za-z_]|-\d)"
)
_REGIONS = "서울|부산|경기|강원|충북|충남|전북|전남|경북|경남|제주|대구|인천|광주|대전|울산"
_DATE = r"(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?!\d)"
_LABELLED = re.compile(
    rf"(?:(?<![가-힣])(?:{_REGIONS}) ?)?{_EDGE}(?<![A-Za-z]-)(?!{_DATE})"
    r"(?:\d{2}(?:-\d{2,6}){2,5}(?:-\d)?|\d{12}|[A-Z]{1,2}\d{5,14}|[A-Z]\d{3}-\d{4}-\d{4}|\d{7,10})"
    r"(?![\dA-Za-z_]|-[A-Za-z\d])"
)
_LICENSE_CUE = re.compile(
    r"(?i)운전면허|면허번호|면허증|driver'?s? ?(?:license|licence)|(?:my|his|her) licen[sc]e"
    r"|licen[sc]e ?(?:no|#|number)|\bdl ?(?:no|#|number)"
)
_REACH = 40
_FEWEST_DIGITS = 7


def find_papers(reading: NormalisedText) -> Iterator[Span]:
    """Finds numbers of passports and licences."""
    for shape in _SHAPES:
        yield from shape.find(reading)


def _after_passport(reading: NormalisedText, match: re.Match[str]) -> bool:
    return reading.cue(_PASSPORT_CUE, match.start(), _REACH)


# Fewer digits are mostly a date or a list item.
def _after_license(reading: NormalisedText, match: re.Match[str]) -> bool:
    if len(digits_of(match.group())) < _FEWEST_DIGITS:
        return False
    return reading.cue(_LICENSE_CUE, match.start(), _REACH)


_SHAPES = (
    Shape(EntityType.PASSPORT, "passport", _PASSPORT, _after_passport),
    Shape(EntityType.LICENSE, "license", _LICENSE),
    Shape(EntityType.LICENSE, "license-labelled", _LABELLED, _after_license),
)

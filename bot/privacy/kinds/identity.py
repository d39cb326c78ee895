"""Numbers given by the state: SSN, RRN, passports, licences, Korean business registrations."""

import re
from collections.abc import Iterator

from bot.privacy.entities import EntityType, Span
from bot.privacy.reading import NormalisedText
from bot.privacy.shapes import Shape, brn_holds, digits_of, ean_holds, rrn_holds

_SSN = re.compile(r"(?<![\dA-Za-z_])(?<!\d-)\d{3}-\d{2}-\d{4}(?![\dA-Za-z_]|-\d)")
_SSN_SPACED = re.compile(
    r"(?<![\dA-Za-z_.\-])(?!000|666)\d{3}([ .])\d{2}\1\d{4}(?![\dA-Za-z_]|[.\-]\d)"
)
_SSN_BARE = re.compile(r"(?<![\dA-Za-z_.\-])\d{9}(?![\dA-Za-z_]|[.\-]\d)")
_SSN_CUE = re.compile(r"(?i)\bssn\b|social security|\bitin\b|tax ?(?:payer)? ?id|사회보장")

_BIRTH = r"\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])"
_MASK = r"[*xX#_\u25cf\u25cb\u25a0]"
_RRN = re.compile(rf"(?<!\d){_BIRTH} ?[.\- ] ?[1-8]\d{{6}}(?!\d)")
_RRN_MASKED = re.compile(rf"(?<!\d){_BIRTH} ?[.\- ] ?[1-8]\d{{0,4}}{_MASK}{{3,7}}(?!\d)")
_RRN_CUT = re.compile(rf"(?<!\d){_BIRTH} ?- ?[1-8]{_MASK}{{0,7}}(?!\d)")
_RRN_BARE = re.compile(rf"(?<![\dA-Za-z_.\-]){_BIRTH}[1-8]\d{{6}}(?![\dA-Za-z_]|[.\-]\d)")
_RRN_CUE = re.compile(r"(?i)주민|외국인|등록번호|\brrn\b|\bfrn\b|resident|registration")
_COMPANY_CUE = re.compile("법인(?:등록)? ?번호|법인 ?등록")
CODE_CUE = re.compile(
    r"(?i)barcode|\bean\b|\bgtin\b|\bupc\b|\bisbn\b|\bsku\b|\bimei\b|바코드|상품코드|상품번호|품번"
    r"|제품코드|주문번호|송장|운송장|order|tracking|item|model"
)
"""Words before a number that mark it as a code of the shop, such as an order number."""


def find_identity(reading: NormalisedText) -> Iterator[Span]:
    """Finds SSNs and RRNs."""
    for shape in _SHAPES:
        yield from shape.find(reading)


def _after_ssn_cue(reading: NormalisedText, match: re.Match[str]) -> bool:
    return reading.cue(_SSN_CUE, match.start(), 32)


def _not_a_company(reading: NormalisedText, match: re.Match[str]) -> bool:
    return not reading.cue(_COMPANY_CUE, match.start(), 14)


def _after_rrn_cue(reading: NormalisedText, match: re.Match[str]) -> bool:
    return reading.cue(_RRN_CUE, match.start())


def _is_bare_rrn(reading: NormalisedText, match: re.Match[str]) -> bool:
    if _after_rrn_cue(reading, match):
        return True
    digits = match.group()
    if reading.cue(CODE_CUE, match.start()) or _is_barcode(digits):
        return False
    return reading.strict or rrn_holds(digits)


def _is_barcode(digits: str) -> bool:
    # Korean barcodes start with 880, which looks like a birth in 1988.
    return ean_holds(digits) and (digits.startswith("880") or not rrn_holds(digits))


# The check digit of an RRN is not required: since October 2020 it is a random digit.
_SHAPES = (
    Shape(EntityType.SSN, "ssn", _SSN),
    Shape(EntityType.SSN, "ssn-spaced", _SSN_SPACED),
    Shape(EntityType.SSN, "ssn-bare", _SSN_BARE, _after_ssn_cue),
    Shape(EntityType.RRN, "rrn", _RRN, _not_a_company),
    Shape(EntityType.RRN, "rrn-masked", _RRN_MASKED),
    Shape(EntityType.RRN, "rrn-cut", _RRN_CUT, _after_rrn_cue),
    Shape(EntityType.RRN, "rrn-bare", _RRN_BARE, _is_bare_rrn),
)


# Numbers of passports and driver's licences.


_PASSPORT = re.compile(
    r"(?<![A-Za-z0-9_])(?:[MSRODGPmsrodgp]\d{8}|[MSRODmsrod]\d{3}[A-Za-z]\d{4}"
    r"|[A-Z]{1,2}\d{6,8}|\d{9})(?![A-Za-z0-9_])"
)
_PASSPORT_CUE = re.compile(r"(?i)여권|passport")
_PAPER_EDGE = r"(?<![\dA-Za-z_])(?<!\d-)"
# The first two digits are the region that issued it: 11 Seoul to 28 Jeju.
_LICENSE = re.compile(
    _PAPER_EDGE + r"(?:1[1-9]|2[0-8])[ .\-]\d{2}[ .\-]\d{6}[ .\-]\d{2}(?![\dA-Za-z_]|-\d)"
)
_REGIONS = "서울|부산|경기|강원|충북|충남|전북|전남|경북|경남|제주|대구|인천|광주|대전|울산"
_DATE = r"(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?!\d)"
_LABELLED = re.compile(
    rf"(?:(?<![가-힣])(?:{_REGIONS}) ?)?{_PAPER_EDGE}(?<![A-Za-z]-)(?!{_DATE})"
    r"(?:\d{2}(?:-\d{2,6}){2,5}(?:-\d)?|\d{12}|[A-Z]{1,2}\d{5,14}|[A-Z]\d{3}-\d{4}-\d{4}|\d{7,10})"
    r"(?![\dA-Za-z_]|-[A-Za-z\d])"
)
_LICENSE_CUE = re.compile(
    r"(?i)운전면허|면허번호|면허증|driver'?s? ?(?:license|licence)|(?:my|his|her) licen[sc]e"
    r"|licen[sc]e ?(?:no|#|number)|\bdl ?(?:no|#|number)"
)
_PAPER_REACH = 40
_FEWEST_DIGITS = 7


def find_papers(reading: NormalisedText) -> Iterator[Span]:
    """Finds numbers of passports and licences."""
    for shape in _PAPER_SHAPES:
        yield from shape.find(reading)


def _after_passport(reading: NormalisedText, match: re.Match[str]) -> bool:
    return reading.cue(_PASSPORT_CUE, match.start(), _PAPER_REACH)


# Fewer digits are mostly a date or a list item.
def _after_license(reading: NormalisedText, match: re.Match[str]) -> bool:
    if len(digits_of(match.group())) < _FEWEST_DIGITS:
        return False
    return reading.cue(_LICENSE_CUE, match.start(), _PAPER_REACH)


_PAPER_SHAPES = (
    Shape(EntityType.PASSPORT, "passport", _PASSPORT, _after_passport),
    Shape(EntityType.LICENSE, "license", _LICENSE),
    Shape(EntityType.LICENSE, "license-labelled", _LABELLED, _after_license),
)


# Korean business registration numbers: public, but a sole trader's is personal data.


_GROUPED = re.compile(r"(?<![\dA-Za-z_])(?<!\d-)\d{3} ?- ?\d{2} ?- ?\d{5}(?![\dA-Za-z_]|-\d)")
_BARE = re.compile(r"(?<![\dA-Za-z_.\-])\d{10}(?![\dA-Za-z_]|[.\-]\d)")
_CUE = re.compile(r"(?i)사업자|\bbrn\b|business registration")
_BARE_REACH = 20


def find_companies(reading: NormalisedText) -> Iterator[Span]:
    """Finds business registration numbers."""
    for shape in _BRN_SHAPES:
        yield from shape.find(reading)


def is_brn(number: str) -> bool:
    """Whether this is a business registration number, in any spelling."""
    digits = digits_of(number)
    return len(digits) == 10 and any(digit != "0" for digit in digits) and brn_holds(digits)  # noqa: PLR2004


def _holds(reading: NormalisedText, match: re.Match[str]) -> bool:
    return is_brn(match.group()) or reading.cue(_CUE, match.start())


def _after_cue(reading: NormalisedText, match: re.Match[str]) -> bool:
    return reading.cue(_CUE, match.start(), _BARE_REACH)


_BRN_SHAPES = (
    Shape(EntityType.BRN, "brn", _GROUPED, _holds),
    Shape(EntityType.BRN, "brn-bare", _BARE, _after_cue),
)

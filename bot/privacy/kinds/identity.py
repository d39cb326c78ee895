"""Personal numbers issued by the state: SSN and RRN."""

import re
from collections.abc import Iterator

from bot.privacy.entities import EntityType, Span
from bot.privacy.reading import NormalisedText
from bot.privacy.shapes import Shape, ean_holds, rrn_holds

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

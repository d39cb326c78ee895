"""Payment card numbers."""

import re
from collections.abc import Iterator

from bot.privacy.entities import EntityType, Span
from bot.privacy.reading import NormalisedText
from bot.privacy.shapes import Shape, digits_of, luhn_holds

_EDGE = r"(?<![\dA-Za-z_])(?<!\d[.\-])"
_GROUPED = re.compile(
    _EDGE + r"(?:\d{4}(?:([ .\-])\d{4})(?:\1\d{4}){2}|3[47]\d{2}([ .\-])\d{6}\2\d{5})"
    r"(?![\dA-Za-z_]|[.\-]\d)"
)
_NUMBER = re.compile(
    _EDGE + r"(?:\d{12,19}|\d{4}(?:[ .\-]\d{4}){2,3}(?:[ .\-]?\d{1,3})?"
    r"|\d{4}[ .\-]\d{6}[ .\-]\d{4,5})(?![\dA-Za-z_]|[.\-][0-9A-Za-z])"
)
# Issuers of cards with 14 to 19 digits: Visa, Mastercard, Amex, Diners, Discover, UnionPay, JCB,
# Korean domestic cards (9...), Maestro.
_ISSUED = re.compile(
    r"4\d{15}|4\d{18}|5[1-5]\d{14}|2(?:2[2-9]|[3-6]\d|7[01]|720)\d{12,13}|3[47]\d{13}"
    r"|3(?:0[0-5]|[689]\d)\d{11}|6(?:011|5\d\d|4[4-9]\d)\d{12}|62\d{14,17}|35\d{14}"
    r"|(?:2131|1800)\d{11}|9\d{15}|(?:50|5[6-9]|6\d)\d{13,17}"
)
_SHORT = re.compile(r"4\d{12}|(?:50|5[6-9]|6\d)\d{10,11}")
_CARD_CUE = re.compile(r"(?i)(?<![a-z])card|visa|master|amex|카드|신용|체크|결제")


def find_cards(reading: NormalisedText) -> Iterator[Span]:
    """Finds card numbers."""
    for shape in _SHAPES:
        yield from shape.find(reading)


def _is_card(reading: NormalisedText, match: re.Match[str]) -> bool:
    digits = digits_of(match.group())
    if not luhn_holds(digits):
        return False
    if _ISSUED.fullmatch(digits):
        return True
    # Numbers of 12 or 13 digits are mostly waybills and barcodes.
    return bool(_SHORT.fullmatch(digits)) and reading.cue(_CARD_CUE, match.start())


_SHAPES = (
    Shape(EntityType.CARD, "card-grouped", _GROUPED),  # without check digit: finds typos, too
    Shape(EntityType.CARD, "card", _NUMBER, _is_card),
)

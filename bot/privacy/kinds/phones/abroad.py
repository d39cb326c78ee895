"""International phone numbers with +, 00 or 011, checked by libphonenumber."""

import re
from collections.abc import Iterator

from bot.privacy.entities import EntityType, Span
from bot.privacy.kinds.phones.by_shape import PHONE_CUE
from bot.privacy.kinds.phones.numbering import is_abroad, may_be_abroad
from bot.privacy.reading import NormalisedText
from bot.privacy.shapes import digits_of, ean_holds

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

"""Korean business registration numbers: public, but a sole trader's is personal data."""

import re
from collections.abc import Iterator

from bot.privacy.entities import EntityType, Span
from bot.privacy.reading import NormalisedText
from bot.privacy.shapes import Shape, brn_holds, digits_of

_GROUPED = re.compile(r"(?<![\dA-Za-z_])(?<!\d-)\d{3} ?- ?\d{2} ?- ?\d{5}(?![\dA-Za-z_]|-\d)")
_BARE = re.compile(r"(?<![\dA-Za-z_.\-])\d{10}(?![\dA-Za-z_]|[.\-]\d)")
_CUE = re.compile(r"(?i)사업자|\bbrn\b|business registration")
_BARE_REACH = 20


def find_companies(reading: NormalisedText) -> Iterator[Span]:
    """Finds business registration numbers."""
    for shape in _SHAPES:
        yield from shape.find(reading)


def is_brn(number: str) -> bool:
    """Whether this is a business registration number, in any spelling."""
    digits = digits_of(number)
    return len(digits) == 10 and any(digit != "0" for digit in digits) and brn_holds(digits)  # noqa: PLR2004


def _holds(reading: NormalisedText, match: re.Match[str]) -> bool:
    return is_brn(match.group()) or reading.cue(_CUE, match.start())


def _after_cue(reading: NormalisedText, match: re.Match[str]) -> bool:
    return reading.cue(_CUE, match.start(), _BARE_REACH)


_SHAPES = (
    Shape(EntityType.BRN, "brn", _GROUPED, _holds),
    Shape(EntityType.BRN, "brn-bare", _BARE, _after_cue),
)

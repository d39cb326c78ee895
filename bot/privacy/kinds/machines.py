"""IP addresses, IPv4 and IPv6. Opt-in."""

import re
from collections.abc import Iterator

from bot.privacy.entities import EntityType, Span
from bot.privacy.reading import NormalisedText
from bot.privacy.shapes import Shape

_BYTE = r"(?:25[0-5]|2[0-4]\d|1?\d?\d)"
_FOUR = re.compile(rf"(?<![\d.A-Za-z])(?:{_BYTE}\.){{3}}{_BYTE}(?![\d.]\d|\d)")
_SIX = re.compile(
    r"(?<![0-9A-Za-z:.])(?:(?:[0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}"
    r"|(?:[0-9a-fA-F]{1,4}:){1,6}(?::[0-9a-fA-F]{1,4}){1,6})(?![0-9A-Za-z:])"
)


def find_machines(reading: NormalisedText) -> Iterator[Span]:
    """Finds IP addresses."""
    for shape in _SHAPES:
        yield from shape.find(reading)


_SHAPES = (Shape(EntityType.IP, "ipv4", _FOUR), Shape(EntityType.IP, "ipv6", _SIX))

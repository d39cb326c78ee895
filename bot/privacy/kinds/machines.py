"""Tokens of machines: IP addresses (opt-in), pasted keys, raw mentions of Slack and Teams."""

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


# Pasted keys and tokens: ours, Slack's, OpenAI's, AWS's, GitHub's, JWTs, webhooks.


_SECRET = re.compile(
    r"(?<![A-Za-z0-9_])(?:"
    r"xox[abeoprs]-[A-Za-z0-9-]{10,200}"
    r"|xapp-\d-[A-Za-z0-9-]{10,200}"
    r"|sk-(?:proj-|svcacct-)?[A-Za-z0-9_-]{16,200}"
    r"|sw_[A-Za-z0-9_-]{30,200}"
    r"|AKIA[0-9A-Z]{16}"
    r"|gh[pousr]_[A-Za-z0-9]{30,100}"
    r"|eyJ[A-Za-z0-9_-]{8,1000}\.eyJ[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{8,1000}"
    r"|https://hooks\.slack\.com/services/[A-Za-z0-9/_-]{10,120})"
)

find_credentials = Shape(EntityType.SECRET, "secret", _SECRET).find


# Raw tokens of Slack and Teams, replaced as a whole if an adapter lets one through.


_TOKEN = re.compile(
    r"<mailto:(?P<email>[^<>|\n]{3,320})(?:\|[^<>\n]{0,320})?>"
    r"|<tel:(?P<phone>[^<>|\n]{3,64})(?:\|[^<>\n]{0,64})?>"
    r"|<@[UW][A-Z0-9]{2,20}(?:\|[^<>\n]{0,80})?>"
    r'|<at(?: id="[^"\n]{0,64}")?>[^<\n]{0,80}</at>'
)
_TYPES = {"email": EntityType.EMAIL, "phone": EntityType.PHONE}


def find_wire(reading: NormalisedText) -> Iterator[Span]:
    """Finds links to e-mail addresses and phones, and mentions of people."""
    if "<" not in reading.text:
        return
    for token in _TOKEN.finditer(reading.text):
        kind = _TYPES.get(token.lastgroup) if token.lastgroup else None
        yield Span(token.start(), token.end(), kind, "wire")


def unwrapped(value: str) -> str:
    """The address or number inside a token. Any other text comes back unchanged."""
    token = _TOKEN.fullmatch(value)
    return token[token.lastgroup] if token and token.lastgroup else value

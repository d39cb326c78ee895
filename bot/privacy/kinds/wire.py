"""Raw tokens of Slack and Teams, replaced as a whole if an adapter lets one through."""

import re
from collections.abc import Iterator

from bot.privacy.entities import EntityType, Span
from bot.privacy.reading import NormalisedText

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

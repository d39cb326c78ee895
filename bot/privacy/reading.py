"""Normalises a text for the rules, with the place of each character in the original."""

import html
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from bot.privacy.entities import Profile

_PLACEHOLDER = re.compile(r"\[REDACTED_[A-Z]{1,12}\]")
# At least all that `language.hidden.seen` removes from a reply: removing must not join a number
# that the rules have read in two parts.
_ZERO_WIDTH = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2"
    "\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\ufe00-\ufe0f\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
# JSON escapes and HTML entities are read as the characters they stand for. Else a log line in JSON
# could hide a number behind "\n415-555-0132" or "\uff10", and a document behind "&#45;", which a
# reply shows as "-".
_AND = r"(?:(?:amp|AMP|#0{0,4}38|#[xX]0{0,4}26);)"
_ENTITY = rf"&{_AND}{{0,3}}(?:#\d{{1,7}}|#[xX][\da-fA-F]{{1,6}}|[A-Za-z][A-Za-z\d]{{1,30}});"
_ODD = re.compile(rf"\\(?:u[0-9a-fA-F]{{4}}|[nrt])|{_ENTITY}|[{_ZERO_WIDTH}]")
_ESCAPED = re.compile(rf"&{_AND}{{1,3}}")
_NUMBERED = re.compile(r"(?<!\w)[\u2460-\u2473\u24f5-\u24fe\u2776-\u2793](?=[\d(+])")
"""A list item's number right before a phone number: "①010-…"."""
_DASHES = "\u2212\u2043\u02d7\u3161\u30fc\u1173"
_DOTS = "\u318d\u00b7\u2022\u2219\u22c5\u30fb\u2027"
_UUID = re.compile(
    r"(?<![0-9A-Za-z])[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}(?![0-9A-Za-z])"
)
# Unicode blocks with digits, dashes, spaces, and full-width or mathematical letters.
_BLOCKS = (
    range(0x80, 0x3400),
    range(0xA640, 0xAC00),
    range(0xF900, 0x10000),
    range(0x10A00, 0x12000),
    range(0x1D400, 0x1D800),
    range(0x1F100, 0x1F200),
)


@dataclass(frozen=True, slots=True)
class NormalisedText:
    """A normalised text, and how the rules should read it."""

    text: str
    origin: Sequence[int] | None  # places in the original of each character and of the end
    profile: Profile
    language: str | None
    regions: tuple[str, ...] = ()  # countries whose national phone formats are searched for

    @classmethod
    def of(
        cls,
        text: str,
        profile: Profile,
        language: str | None = None,
        regions: tuple[str, ...] = (),
    ) -> Self:
        """Normalises digits, dashes and spaces, and removes invisible characters."""
        visible, origin = _visible(_plain(text))
        return cls(_settled(visible), origin, profile, language, regions)

    @property
    def strict(self) -> bool:
        """Whether doubtful numbers are redacted, too."""
        return self.profile is Profile.STRICT

    @property
    def korean(self) -> bool:
        """Whether the text is known to be Korean."""
        return self.language is not None and self.language.startswith("ko")

    def cue(self, words: re.Pattern[str], start: int, reach: int = 28) -> bool:
        """Whether one of the words stands within `reach` characters before this place."""
        return words.search(self.text, max(0, start - reach), start) is not None

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The same span in the original text."""
        if self.origin is None:
            return start, end
        return self.origin[start], self.origin[end]


def plain(text: str) -> str:
    """The normalised text alone, without places."""
    return _visible(_plain(text))[0]


def _plain(text: str) -> str:
    return text if text.isascii() else _NUMBERED.sub(" ", text).translate(_ASCII)


def _visible(text: str) -> tuple[str, list[int] | None]:
    if not _ODD.search(text):
        return text, None
    pieces: list[str] = []
    origin: list[int] = []
    for start, end, piece in _pieces(text):
        pieces.append(piece)
        origin.extend(range(start, end) if len(piece) == end - start else [start] * len(piece))
    return "".join(pieces), [*origin, len(text)]


def _pieces(text: str) -> Iterator[tuple[int, int, str]]:
    position = 0
    for odd in _ODD.finditer(text):
        yield position, odd.start(), text[position : odd.start()]
        yield odd.start(), odd.end(), _meant(odd.group())
        position = odd.end()
    yield position, len(text), text[position:]


def _meant(odd: str) -> str:
    if odd[0] not in "\\&":
        return ""
    if odd[0] == "&":
        meant = html.unescape(_ESCAPED.sub("&", odd))
    else:
        meant = chr(int(odd[2:], 16)) if odd[1] == "u" else " "
    meant = _plain(meant)
    return "" if len(meant) == 1 and _ODD.match(meant) else meant


# "[REDACTED_PHONE]" must not act as a cue word, nor parts of a UUID as phone numbers.
def _settled(text: str) -> str:
    text = _PLACEHOLDER.sub(lambda match: f"[{' ' * (len(match.group()) - 2)}]", text)
    return _UUID.sub(lambda match: "x" * len(match.group()), text)


def _ascii(character: str) -> str | None:
    category = unicodedata.category(character)
    if category in {"Zs", "Pd"}:
        return " " if category == "Zs" else "-"
    digit = unicodedata.decimal(character, None)
    if digit is not None:
        return str(digit)
    compatible = unicodedata.normalize("NFKC", character)
    return compatible if len(compatible) == 1 and compatible.isascii() else None


def _ascii_table() -> dict[int, str]:
    codes = (code for block in _BLOCKS for code in block)
    table = {code: usual for code in codes if (usual := _ascii(chr(code))) is not None}
    by_hand = dict.fromkeys(map(ord, _DASHES), "-") | dict.fromkeys(map(ord, _DOTS), ".")
    return table | by_hand


_ASCII = _ascii_table()


def placeholders(text: str) -> list[tuple[int, int]]:
    """The spans of the placeholders in a text."""
    return [match.span() for match in _PLACEHOLDER.finditer(text)]


def unmarked(text: str) -> str:
    """The text without placeholders for personal data."""
    return _PLACEHOLDER.sub(" ", text)

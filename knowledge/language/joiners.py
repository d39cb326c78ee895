"""Invisible characters that shape their neighbours: in emoji of families, in Persian words."""

import re
import unicodedata

JOINERS = frozenset("\u200c\u200d")
"""The zero-width non-joiner and the zero-width joiner."""
EMOJI_SELECTORS = frozenset("\ufe0e\ufe0f")
"""Select whether the character before them is shown as text or as an emoji."""
_LOOSE = re.compile("[\u200c-\u200d\ufe0e-\ufe0f]")
_JOINED = re.compile("[\u200c\u200d]")
_JOINING_SCRIPTS = (
    range(0x600, 0x860),  # Arabic, Syriac, N'Ko
    range(0x8A0, 0xE00),  # more Arabic, Devanagari to Sinhala
    range(0xF00, 0x10A0),  # Tibetan, Burmese
    range(0x1780, 0x18B0),  # Khmer, Mongolian
    range(0xA8E0, 0xA900),
    range(0xFB50, 0xFE00),
    range(0xFE70, 0xFEFD),
)
_EMOJI = (
    range(0x2190, 0x2400),
    range(0x25A0, 0x27C0),
    range(0x2900, 0x2C00),
    range(0x1F000, 0x1F100),
    range(0x1F300, 0x1FB00),
)
"""Without letters in circles and boxes, which could spell hidden words if joined."""
_SELECTED = frozenset("©®‼⁉™ℹ〰〽㊗㊙🅰🅱🅾🅿🈁🈂🈚🈯🈲🈳🈴🈵🈶🈷🈸🈹🈺🉐🉑")
"""More characters that can be shown as emoji."""
_KEYCAP = "\u20e3"
_KEYS = frozenset("#*0123456789")
_VIRAMA = 9
"""Combining class of the Indic mark after which a joiner selects a letter's form."""


def without_loose(text: str) -> str:
    """The text without joiners and emoji selectors that have no effect."""
    return _LOOSE.sub(_if_used, text)


def without_loose_joiners(text: str) -> str:
    """The text without joiners that have no effect; emoji selectors stay."""
    return _JOINED.sub(_if_used, text)


def _if_used(found: re.Match[str]) -> str:
    text, place, sign = found.string, found.start(), found[0]
    before, behind = text[max(0, place - 3) : place], text[place + 1 : place + 2]
    is_used = _joins if sign in JOINERS else _selects
    return sign if before and is_used(sign, before, behind) else ""


def _joins(sign: str, before: str, behind: str) -> bool:
    if _is_letter(before[-1]):
        return unicodedata.combining(before[-1]) == _VIRAMA or _is_letter(behind)
    bare = before.rstrip("\ufe0e\ufe0f")[-1:]
    return sign == "\u200d" and _is_emoji(bare) and _is_emoji(behind)


def _selects(_: str, before: str, behind: str) -> bool:
    last = before[-1]
    return _is_emoji(last) or last in _SELECTED or (last in _KEYS and behind == _KEYCAP)


def _is_letter(char: str) -> bool:
    """Whether a character is a letter or a mark of a script that joins its letters."""
    is_joining = bool(char) and any(ord(char) in some for some in _JOINING_SCRIPTS)
    return is_joining and unicodedata.category(char)[0] in "LM"


def _is_emoji(char: str) -> bool:
    in_blocks = bool(char) and any(ord(char) in some for some in _EMOJI)
    return in_blocks and unicodedata.category(char) in ("So", "Sk", "Sm")

"""Normalises the text that people type, paste and select, whatever program wrote it."""

import unicodedata

from knowledge.language.joiners import EMOJI_SELECTORS, JOINERS, without_loose

_LINE_ENDS = frozenset("\n\x0b\x0c\x85\u2028\u2029")
_FULL_WIDTH = range(0xFF01, 0xFF5F)
_TO_ASCII = 0xFEE0
"""Distance in code points from an ASCII character to its full-width form."""
_BLANKS = frozenset("\u115f\u1160\u3164\uffa0\u2800")
"""Letters that look like a space."""
_UNSEEN = ("Cc", "Cf", "Cs")
"""Control characters such as a bell, format characters such as a zero-width space, surrogates."""
_SELECTORS = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0), range(0x34F, 0x350))
"""Invisible characters that choose a form of the character before them."""


def as_seen(text: str) -> str:
    """Returns the text as people see it: NFC, usual widths, one line end, nothing invisible."""
    if text.isascii() and text.isprintable():
        return text
    lines = whole(text).replace("\r\n", "\n").replace("\r", "\n")
    # A text has few different characters, so each is looked up once.
    shown = {ord(char): _shown(char) for char in set(lines)}
    return unicodedata.normalize("NFC", without_loose(lines.translate(shown)))


def whole(text: str) -> str:
    """Joins surrogate pairs, and drops single surrogates."""
    # JSON escapes may give an emoji's two halves separately. A half alone is no character.
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")


def _shown(char: str) -> str:
    code, category = ord(char), unicodedata.category(char)
    if char in _LINE_ENDS:
        return "\n"
    if category == "Zs" or char in _BLANKS:
        return " "
    if code in _FULL_WIDTH:
        return chr(code - _TO_ASCII)
    if char in JOINERS or char in EMOJI_SELECTORS:
        return char
    is_unseen = category in _UNSEEN or any(code in some for some in _SELECTORS)
    return "" if is_unseen and char != "\t" else char

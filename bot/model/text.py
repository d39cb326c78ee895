"""Normalises the text that people type, paste and select, whatever program wrote it."""

import re
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

_KEYCAP = re.compile("[0-9#*]\ufe0f?\u20e3")
_PICTURES = (range(0x2600, 0x27C0), range(0x1F000, 0x1FB00))
"""Emoji, flags and tones of skin, without signs of maths and arrows."""
_PICTURED = re.compile(r"[\u200d\ufe0e\ufe0f]*\x00[\x00\u200d\ufe0e\ufe0f]*")
_QUOTES = {"“": "”", "‘": "’", "«": "»", "「": "」", "『": "』", '"': '"'}
"""Opening quote marks, with what closes them."""
_SIGNS = "".join((*_QUOTES, *_QUOTES.values(), "„'*_`|", " \t\n"))
"""Quote marks and signs of emphasis around a text."""
_POINT = re.compile(r"[~>#•-][ \t]+")
"""A sign of a list or a quote before a line."""


def as_asked(text: str) -> str:
    """Returns the words of a question as seen, without what only decorates them.

    That is emoji, and quote marks and other signs around it. Signs alone stay: they may be a reply.
    """
    seen = as_seen(text)
    pictured = seen if seen.isascii() else _without_pictures(seen)
    bare = pictured.strip(_SIGNS)
    while "\n" not in bare and (point := _POINT.match(bare)):
        bare = bare[point.end() :].strip(_SIGNS)
    return _quoted_inside(bare, pictured) if any(map(str.isalnum, bare)) else seen


def _without_pictures(text: str) -> str:
    marked = _KEYCAP.sub("\0", text)
    marked = "".join(_pictured(char) if _is_picture(char) else char for char in marked)
    if marked == text:
        return text
    lines = _PICTURED.sub(" ", marked).split("\n")
    return "\n".join(re.sub(r" {2,}", " ", line).rstrip() for line in lines)


def _pictured(char: str) -> str:
    """Stands for an emoji: that of a question mark is one."""
    return "?" if "QUESTION MARK" in unicodedata.name(char, "") else "\0"


def _is_picture(char: str) -> bool:
    return any(ord(char) in some for some in _PICTURES)


def _quoted_inside(bare: str, text: str) -> str:
    """The bare text with those quote marks around it that belong to one inside."""
    start, _, end = text.partition(bare)
    for opens, closes in _QUOTES.items():
        opened, closed = bare.count(opens), bare.count(closes)
        is_open = opened % 2 == 1 if opens == closes else opened > closed
        is_shut = is_open if opens == closes else closed > opened
        if is_shut and opens in start:
            bare = opens + bare
        elif is_open and closes in end:
            bare += closes
    return bare


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

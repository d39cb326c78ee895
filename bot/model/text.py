"""Normalises the text that people type, paste and select, whatever program wrote it."""

import html
import re
import unicodedata
from itertools import accumulate

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
_PAIRS = dict(zip("“‘«「『([{【《〈", "”’»」』)]}】》〉", strict=True)) | {'"': '"'}
"""Opening quote marks and brackets, with what closes them."""
_ENDS = frozenset("?!.…。")
"""Signs that belong to a last word."""
_POINT = re.compile(r"(?:\d{1,2}[.):]|[^\W\d_][.:]|[\u2460-\u24ff\u2776-\u2793])[ \t]+(?=\w)")
"""The number or letter of a point in a list, or `Q:`, before a line."""
_IN_LIST = re.compile(r"(?:[-•*>]|#{1,6}) \w")
_NAME = r":(?=[^:\n]*[^\d:])[^\W\sA-Z][\w+\'-]{0,99}:|:[+-]1:|:\d{3,4}:"
# No time of day: "from 10:30:15" has no emoji in it.
EMOJI_NAMES = re.compile(rf"(?<![A-Za-z0-9])(?:{_NAME})+")
"""Emoji as chats write them in words: `:pray::skin-tone-5:`."""
_ADDRESS = re.compile(r"https?://\S+")
_ENTITY = re.compile(r"&(?:#\d{1,6}|#x[\da-f]{1,6}|[a-z]{2,8});", re.IGNORECASE)
_TAG = re.compile(
    r"</?[a-z]{1,2}\d?>|<(?:/[a-z][\w:-]*+|[a-z][\w:-]*+(?: [^<>=]*=[^<>]*|[^<>\w]*/))>"
    r"|<([a-z][\w:-]*+)>(?=.*</\1>)|<![^<>]*>",
    re.IGNORECASE | re.DOTALL,
)
"""A tag of HTML: closed, short or with an attribute; `<store name>` is none."""


def as_asked(text: str) -> str:
    """Returns the words of a question as seen, without what only decorates them.

    That is emoji, tags, addresses, and signs around it. Signs alone stay: they may be a reply.
    """
    seen = as_seen(text)
    asked, before = seen, ""
    while asked != before:
        asked, before = _undecorated(asked), asked
    return asked if any(map(str.isalnum, asked)) else seen


def _undecorated(text: str) -> str:
    shown = text if text.isascii() else _without_pictures(text)
    if any(sign in shown for sign in "<&:"):
        shown = EMOJI_NAMES.sub(" ", _ADDRESS.sub(" ", _TAG.sub(" ", shown)))
        shown = as_seen(_ENTITY.sub(lambda one: html.unescape(one[0]), shown))
    bare = _without_signs(shown)
    while "\n" not in bare and (point := _POINT.match(bare)):
        bare = _without_signs(bare[point.end() :])
    return _with_pairs(bare, shown) if bare else text


def _without_signs(text: str) -> str:
    """Leaves out the signs around a text; of several lines, not those of a list."""
    start, end = 0, len(text)
    while end and not _ends(text, end - 1):
        end -= 1
    while start < end and not _begins(text[start:end]):
        start += 1
    return text[start:end]


def _begins(text: str) -> bool:
    """Whether a question may begin so: with a letter, the sign of a number, or a list."""
    char, is_before_digit = text[0], text[1:2].isdigit()
    is_sign = char in "-+.#" or unicodedata.category(char)[0] == "S"
    is_list = "\n" in text and _IN_LIST.match(text) is not None
    return char.isalnum() or char in "/@" or (is_sign and is_before_digit) or is_list


def _ends(text: str, at: int) -> bool:
    """Whether a character may be the last one: a letter, or a sign that belongs to it."""
    char, before = text[at], text[at - 1 : at]
    kind = unicodedata.category(char)
    is_unit = char == "%" or kind == "Sc" or (before.isdigit() and kind[0] == "S")
    is_mark = kind[0] == "M" and char not in EMOJI_SELECTORS
    is_drawn_out = char == "~" and text[:at].rstrip("~")[-1:].isalnum()
    return char.isalnum() or char in _ENDS or is_unit or is_mark or is_drawn_out


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


def _with_pairs(bare: str, text: str) -> str:
    """The bare text with those quote marks and brackets around it that belong to one inside."""
    start, _, end = text.partition(bare)
    for opens, closes in _PAIRS.items():
        steps = ((one == opens) - (one == closes) for one in bare)
        levels = [0, *accumulate(steps)]
        is_shut = is_open = bare.count(opens) % 2 == 1
        if opens != closes:
            is_shut, is_open = min(levels) < 0, levels[-1] > min(levels)
        if is_shut and opens in start:
            bare, is_open = opens + bare, is_open and opens != closes
        if is_open and closes in end:
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

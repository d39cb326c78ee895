"""The automatic numbers of a DOC: its lists as they stand in its table stream."""

import struct
from collections.abc import Iterator

from knowledge.read.office.hancom.numbering import Head, Numbers

_LISTS, _OVERRIDES = 73, 74
"""Their numbers among the places that a DOC's header lists."""
_PLACES_AT = 0x9A
_SIMPLE = 0x01
_LEVELS = 9
_BULLET, _NONE = 23, 255
_FORMS = {
    1: "ROMAN_CAPITAL", 2: "ROMAN_SMALL", 3: "LATIN_CAPITAL", 4: "LATIN_SMALL", 10: "IDEOGRAPH",
    11: "IDEOGRAPH", 18: "CIRCLED_DIGIT", 24: "HANGUL_SYLLABLE", 25: "HANGUL_JAMO",
    41: "HANGUL_PHONETIC", 42: "HANGUL_PHONETIC",
}  # fmt: skip
"""Word's numbers of its formats; all others are digits."""


class WordLists:
    """Gives each paragraph of a DOC its mark, in their order."""

    def __init__(self, word: bytes, table: bytes) -> None:
        try:
            lists = dict(_lists(table, *_place(word, _LISTS)))
            self._lists = tuple(_overrides(table, *_place(word, _OVERRIDES)))
        except (struct.error, IndexError):
            lists, self._lists = {}, ()
        self._numbers = Numbers({}, lists)

    def before(self, override: int, level: int) -> str:
        """What stands before a paragraph of a list, which is counted from 1; empty for none."""
        if not 0 < override <= len(self._lists):
            return ""
        return self._numbers.next(self._lists[override - 1], level)


def _place(word: bytes, number: int) -> tuple[int, int]:
    start, size = struct.unpack_from("<II", word, _PLACES_AT + 8 * number)
    return start, size


def _lists(table: bytes, start: int, size: int) -> Iterator[tuple[int, tuple[Head, ...]]]:
    if not size:
        return
    (count,) = struct.unpack_from("<H", table, start)
    at = start + size
    for number in range(count):
        name, flags = struct.unpack_from("<i22xB", table, start + 2 + 28 * number)
        heads: list[Head] = []
        for _ in range(1 if flags & _SIMPLE else _LEVELS):
            head, at = _head(table, at)
            heads.append(head)
        yield name, tuple(heads)


def _head(table: bytes, at: int) -> tuple[Head, int]:
    first, form, letters, paragraphs = struct.unpack_from("<IB19xBB2x", table, at)
    at += 28 + letters + paragraphs
    (length,) = struct.unpack_from("<H", table, at)
    text = table[at + 2 : at + 2 + 2 * length].decode("utf-16-le", "replace")
    # Letters below 9 stand for the numbers of the levels.
    pattern = "".join(f"^{ord(one) + 1}" if ord(one) < _LEVELS else one for one in text)
    if form == _BULLET:
        pattern = "•" if text else ""
    return Head(
        "" if form == _NONE else pattern, _FORMS.get(form, "DIGIT"), first
    ), at + 2 + 2 * length


def _overrides(table: bytes, start: int, size: int) -> Iterator[int]:
    if not size:
        return
    (count,) = struct.unpack_from("<I", table, start)
    for number in range(min(count, size // 16)):
        yield struct.unpack_from("<i", table, start + 4 + 16 * number)[0]

"""The automatic numbers of a Hancom document's paragraphs: 제1조, 1., 가., ①."""

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from lxml import etree

from knowledge.read.office.word.numbering import in_form

_HEAD = "{http://www.hancom.co.kr/hwpml/2011/head}"
_FORMATS = (
    "DIGIT CIRCLED_DIGIT ROMAN_CAPITAL ROMAN_SMALL LATIN_CAPITAL LATIN_SMALL CIRCLED_LATIN_CAPITAL "
    "CIRCLED_LATIN_SMALL HANGUL_SYLLABLE CIRCLED_HANGUL_SYLLABLE HANGUL_JAMO CIRCLED_HANGUL_JAMO "
    "HANGUL_PHONETIC IDEOGRAPH CIRCLED_IDEOGRAPH"
).split()
"""In the order of the numbers that HWP 5 gives them."""
_BULLET = "•"
_PARAGRAPH_SHAPE, _NUMBERING = 0x10 + 9, 0x10 + 7
"""Kinds of records of an HWP 5 file's description of its paragraphs."""
_LEVELS = 7
_SIZE_WITHIN = 0xFFF


@dataclass(frozen=True, slots=True)
class Head:
    """How a level of a numbering is written: `제^1조`, in which format, from which number on."""

    pattern: str
    form: str = "DIGIT"
    start: int = 1


@dataclass(frozen=True, slots=True)
class Shape:
    """What stands before the paragraphs of one shape."""

    kind: str
    """NONE, OUTLINE (numbered as its section says), NUMBER or BULLET."""
    level: int = 0
    numbering: int = 0


@dataclass(slots=True)
class Numbers:
    """Counts the paragraphs of a document, in their order."""

    shapes: Mapping[int, Shape]
    numberings: Mapping[int, tuple[Head, ...]]
    outline: int = 1
    """The numbering of headings; a section may change it."""
    _counts: dict[int, list[int]] = field(default_factory=dict)

    def before(self, shape: int) -> str:
        """What stands before the next paragraph, which has this shape; empty for most."""
        found = self.shapes.get(shape, Shape("NONE"))
        if found.kind == "BULLET":
            return _BULLET
        number = {"OUTLINE": self.outline, "NUMBER": found.numbering}.get(found.kind, 0)
        return self.next(number, found.level)

    def next(self, numbering: int, level: int) -> str:
        """The next number of a level; empty if the numbering has no such level."""
        heads = self.numberings.get(numbering, ())
        if level >= len(heads):
            return ""
        counts = self._counts.setdefault(numbering, [])
        del counts[level + 1 :]
        counts += [heads[above].start for above in range(len(counts), level)]
        if len(counts) == level:
            counts.append(heads[level].start - 1)
        counts[level] += 1
        return _written(heads, counts, level)


def of_header(header: bytes) -> Numbers:
    """The numberings of an HWPX, from its header.xml."""
    root = etree.fromstring(header, etree.XMLParser(resolve_entities=False, no_network=True))
    numberings = {
        _number(one, "id"): tuple(
            Head(head.text or "", head.get("numFormat") or "DIGIT", _number(head, "start", 1))
            for head in one.iter(f"{_HEAD}paraHead")
        )
        for one in root.iter(f"{_HEAD}numbering")
    }
    shapes = {
        _number(one, "id"): Shape(
            (head.get("type") or "NONE").upper(), _number(head, "level"), _number(head, "idRef")
        )
        for one in root.iter(f"{_HEAD}paraPr")
        for head in one.iter(f"{_HEAD}heading")
    }
    return Numbers(shapes, numberings)


def of_doc_info(records: bytes) -> Numbers:
    """The numberings of an HWP 5, from its unpacked DocInfo."""
    shapes: dict[int, Shape] = {}
    numberings: dict[int, tuple[Head, ...]] = {}
    for tag, data in _records(records):
        if tag == _NUMBERING:
            numberings[len(numberings) + 1] = _heads(data)
        elif tag == _PARAGRAPH_SHAPE:
            shapes[len(shapes)] = _shape(data)
    return Numbers(shapes, numberings)


def _number(element: etree._Element, name: str, default: int = 0) -> int:
    given = element.get(name, "")
    return int(given) if given.isdecimal() else default


def _records(data: bytes) -> Iterator[tuple[int, bytes]]:
    at = 0
    while at + 4 <= len(data):
        (head,) = struct.unpack_from("<I", data, at)
        size = head >> 20
        at += 4
        if size == _SIZE_WITHIN and at + 4 <= len(data):
            (size,) = struct.unpack_from("<I", data, at)
            at += 4
        yield head & 0x3FF, data[at : at + size]
        at += size


def _shape(data: bytes) -> Shape:
    if len(data) < 32:  # noqa: PLR2004 - where the number of the numbering ends
        return Shape("NONE")
    (bits,) = struct.unpack_from("<I", data)
    (numbering,) = struct.unpack_from("<H", data, 30)
    kind = ("NONE", "OUTLINE", "NUMBER", "BULLET")[bits >> 23 & 0b11]
    return Shape(kind, bits >> 25 & 0b111, numbering)


def _heads(data: bytes) -> tuple[Head, ...]:
    heads: list[Head] = []
    at = 0
    for _ in range(_LEVELS):
        if at + 14 > len(data):
            break
        bits, length = struct.unpack_from("<I8xH", data, at)
        at += 14
        pattern = data[at : at + 2 * length].decode("utf-16-le", "replace")
        at += 2 * length
        heads.append(Head(pattern, _form(bits >> 5 & 0b11111)))
    starts = data[at + 2 : at + 2 + 4 * len(heads)]
    if len(starts) == 4 * len(heads):
        numbers = struct.unpack(f"<{len(heads)}I", starts)
        return tuple(
            Head(head.pattern, head.form, number)
            for head, number in zip(heads, numbers, strict=True)
        )
    return tuple(heads)


def _form(number: int) -> str:
    return _FORMATS[number] if number < len(_FORMATS) else _FORMATS[0]


def _written(heads: tuple[Head, ...], counts: list[int], level: int) -> str:
    text = heads[level].pattern
    path = ".".join(str(count) for count in counts[: level + 1])
    text = text.replace("^N", f"{path}.").replace("^n", path)
    # From the last: ^1 is also the start of ^10.
    for above in range(level, -1, -1):
        text = text.replace(f"^{above + 1}", in_form(counts[above], heads[above].form))
    return text.strip()


# The automatic numbers of a DOC: its lists as they stand in its table stream.

_LISTS, _OVERRIDES = 73, 74
"""Their numbers among the places that a DOC's header lists."""
_PLACES_AT = 0x9A
_SIMPLE = 0x01
_LEVELS_OF_WORD = 9
_BULLET_OF_WORD, _NONE = 23, 255
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
        for _ in range(1 if flags & _SIMPLE else _LEVELS_OF_WORD):
            head, at = _head(table, at)
            heads.append(head)
        yield name, tuple(heads)


def _head(table: bytes, at: int) -> tuple[Head, int]:
    first, form, letters, paragraphs = struct.unpack_from("<IB19xBB2x", table, at)
    at += 28 + letters + paragraphs
    (length,) = struct.unpack_from("<H", table, at)
    text = table[at + 2 : at + 2 + 2 * length].decode("utf-16-le", "replace")
    # Letters below 9 stand for the numbers of the levels.
    pattern = "".join(f"^{ord(one) + 1}" if ord(one) < _LEVELS_OF_WORD else one for one in text)
    if form == _BULLET_OF_WORD:
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

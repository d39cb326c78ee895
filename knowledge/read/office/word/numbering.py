"""Computes the numbers that Word shows before headings and items, and does not store."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from lxml import etree

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_PLACE = re.compile(r"%([1-9])")
_DEEPEST_STYLE = 20


@dataclass(frozen=True, slots=True)
class _Level:
    form: str
    """The name of its numerals, such as `decimal` or `ganada`; `bullet` for none."""
    text: str
    """What is shown, with `%1` for the number of the first level."""
    start: int
    legal: bool
    """Whether the numbers of other levels in it are written as 1, 2, 3."""
    style: str | None
    """The style whose paragraphs are on this level."""
    restarts_below: int
    """It begins anew below a level under this one; 0 for never: articles count on over chapters."""


@dataclass(frozen=True, slots=True)
class _List:
    abstract: str
    levels: Mapping[int, _Level]
    restarts: Mapping[int, int]
    """The numbers at which some levels begin anew for this list."""


@dataclass
class _Counts:
    """The numbers reached in one abstract list."""

    reached: dict[int, int] = field(default_factory=dict)
    lists: set[str] = field(default_factory=set)


class Numbering:
    """The numbered paragraphs of a document, in its order."""

    def __init__(self, numbering: etree._Element | None, styles: etree._Element | None) -> None:
        """Takes the root elements of numbering.xml and styles.xml, as far as there are any."""
        self._lists = {} if numbering is None else dict(_lists(numbering))
        self._styles = {} if styles is None else dict(_styles(styles))
        self._counts: dict[str, _Counts] = {}

    def next_label(self, paragraph: etree._Element) -> str | None:
        """The number of the next paragraph, "" for a bullet, None if it has neither."""
        found = self._place_of(paragraph)
        if found is None:
            return None
        number, depth = found
        if (listed := self._lists.get(number)) is None or depth not in listed.levels:
            return None
        counts = self._counts.setdefault(listed.abstract, _Counts())
        if number not in counts.lists:
            counts.lists.add(number)
            counts.reached |= {level: at - 1 for level, at in listed.restarts.items()}
        level = listed.levels[depth]
        counts.reached[depth] = counts.reached.get(depth, level.start - 1) + 1
        for deeper in [one for one in counts.reached if one > depth]:
            if deeper in listed.levels and depth < listed.levels[deeper].restarts_below:
                del counts.reached[deeper]
        return "" if level.form == "bullet" else _label(listed.levels, depth, counts.reached)

    def _place_of(self, paragraph: etree._Element) -> tuple[str, int] | None:
        """The list and the level of a paragraph, its own or that of its style."""
        style = _value(paragraph, "pPr/pStyle")
        own = _value(paragraph, "pPr/numPr/numId")
        number, depth = self._styles.get(style or "", (None, None))
        number = own if own is not None else number
        own_depth = _value(paragraph, "pPr/numPr/ilvl")
        if number in (None, "0"):
            return None
        if own_depth is not None:
            return number, int(own_depth)
        of_style = (
            level
            for level, one in (self._lists[number].levels if number in self._lists else {}).items()
            if style and one.style == style
        )
        return number, next(of_style, depth or 0)


def _label(levels: Mapping[int, _Level], depth: int, reached: Mapping[int, int]) -> str:
    level = levels[depth]

    def number(match: re.Match[str]) -> str:
        at = int(match[1]) - 1
        other = levels.get(at, level)
        form = "decimal" if level.legal else other.form
        return numeral(reached.get(at, other.start), form)

    return _PLACE.sub(number, level.text).strip()


def _lists(numbering: etree._Element) -> Iterator[tuple[str, _List]]:
    abstracts = {
        one.get(f"{W}abstractNumId", ""): dict(_levels(one))
        for one in numbering.findall(f"{W}abstractNum")
    }
    for one in numbering.findall(f"{W}num"):
        abstract = _value(one, "abstractNumId") or ""
        levels = dict(abstracts.get(abstract, {}))
        restarts: dict[int, int] = {}
        for override in one.findall(f"{W}lvlOverride"):
            levels |= dict(_levels(override))
            if start := _value(override, "startOverride"):
                restarts[int(override.get(f"{W}ilvl", "0"))] = int(start)
        yield one.get(f"{W}numId", ""), _List(abstract, levels, restarts)


def _levels(parent: etree._Element) -> Iterator[tuple[int, _Level]]:
    for one in parent.findall(f"{W}lvl"):
        legal, depth = one.find(f"{W}isLgl"), int(one.get(f"{W}ilvl", "0"))
        yield (
            depth,
            _Level(
                _value(one, "numFmt") or "decimal",
                _value(one, "lvlText") or "",
                int(_value(one, "start") or 1),
                legal is not None and legal.get(f"{W}val", "1") not in ("0", "false"),
                _value(one, "pStyle"),
                int(_value(one, "lvlRestart") or depth),
            ),
        )


def _styles(styles: etree._Element) -> Iterator[tuple[str, tuple[str | None, int | None]]]:
    """The list and level of each style, its own or those of the style it is based on."""
    known = {one.get(f"{W}styleId", ""): one for one in styles.findall(f"{W}style")}
    for name, first in known.items():
        number = depth = None
        style: etree._Element | None = first
        for _ in range(_DEEPEST_STYLE):
            if style is None:
                break
            number = number or _value(style, "pPr/numPr/numId")
            depth = depth or _value(style, "pPr/numPr/ilvl")
            style = known.get(_value(style, "basedOn") or "")
        yield name, (number, int(depth) if depth else None)


def _value(element: etree._Element, path: str) -> str | None:
    found = element.find("/".join(f"{W}{name}" for name in path.split("/")))
    return None if found is None else found.get(f"{W}val")


# Writes a number as Word does in each of its formats.

_ROMAN = (
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
    (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
)  # fmt: skip
_LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SYLLABLES = "가나다라마바사아자차카타파하"
_CONSONANTS = "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ"
_DIGITS = "일이삼사오육칠팔구"
_HAN = "一二三四五六七八九"
_CIRCLES = (0x2460, 20)
_HIGHEST = 3_999
"""Beyond it, a list is no list that a person numbered."""


def numeral(number: int, form: str) -> str:
    """A number in a format of Word such as `lowerRoman`; as digits in one that is not known."""
    if form == "none":
        return ""
    if not 0 < number <= _HIGHEST:
        return str(number)
    return _WRITE.get(form, str)(number)


def _roman(number: int) -> str:
    said = ""
    for value, sign in _ROMAN:
        said += sign * (number // value)
        number %= value
    return said


def _repeated(letters: str) -> Callable[[int], str]:
    """A, B … Z, AA, BB, as Word goes on."""

    def write(number: int) -> str:
        times, at = divmod(number - 1, len(letters))
        return letters[at] * (times + 1)

    return write


def _from(first: int, count: int) -> Callable[[int], str]:
    return lambda number: chr(first + number - 1) if number <= count else str(number)


def _in_tens(digits: str, ten: str) -> Callable[[int], str]:
    def write(number: int) -> str:
        tens, ones = divmod(number, 10)
        if tens >= len("0123456789"):
            return str(number)
        before = (digits[tens - 1] if tens > 1 else "") + ten if tens else ""
        return before + (digits[ones - 1] if ones else "")

    return write


def _ordinal(number: int) -> str:
    teens = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


_WRITE: Mapping[str, Callable[[int], str]] = {
    "decimalZero": lambda number: f"{number:02}",
    "upperRoman": _roman,
    "lowerRoman": lambda number: _roman(number).lower(),
    "upperLetter": _repeated(_LATIN),
    "lowerLetter": _repeated(_LATIN.lower()),
    "ganada": _repeated(_SYLLABLES),
    "chosung": _repeated(_CONSONANTS),
    "koreanDigital": _in_tens(_DIGITS, "십"),
    "koreanCounting": _in_tens(_DIGITS, "십"),
    "japaneseCounting": _in_tens(_HAN, "十"),
    "ideographDigital": _in_tens(_HAN, "十"),
    "taiwaneseCountingThousand": _in_tens(_HAN, "十"),
    "chineseCounting": _in_tens(_HAN, "十"),
    "decimalEnclosedCircle": _from(*_CIRCLES),
    "decimalEnclosedCircleChinese": _from(*_CIRCLES),
    "decimalEnclosedParen": lambda number: f"({number})",
    "decimalEnclosedFullstop": lambda number: f"{number}.",
    "numberInDash": lambda number: f"- {number} -",
    "ordinal": _ordinal,
}


# Numbers in the forms of Hancom Office and OpenDocument: 3, iii, c, 다, ③.

_AS_IN_WORD = {
    "CIRCLED_DIGIT": "decimalEnclosedCircle",
    "ROMAN_CAPITAL": "upperRoman",
    "ROMAN_SMALL": "lowerRoman",
    "LATIN_CAPITAL": "upperLetter",
    "LATIN_SMALL": "lowerLetter",
    "HANGUL_SYLLABLE": "ganada",
    "HANGUL_JAMO": "chosung",
    "HANGUL_PHONETIC": "koreanDigital",
    "IDEOGRAPH": "chineseCounting",
}
_FIRST = {
    "CIRCLED_LATIN_CAPITAL": ("Ⓐ", 26),
    "CIRCLED_LATIN_SMALL": ("ⓐ", 26),
    "CIRCLED_HANGUL_SYLLABLE": ("㉮", 14),
    "CIRCLED_HANGUL_JAMO": ("㉠", 14),
    "CIRCLED_IDEOGRAPH": ("㊀", 10),
}
"""The first letter of a form and how many there are."""
_BY_FIRST = {first: form for form, (first, _) in _FIRST.items()} | {
    numeral(1, word): form for form, word in _AS_IN_WORD.items()
}


def in_form(number: int, form: str) -> str:
    """The number in a form, named as in HWPX; in digits if the form does not reach so far."""
    if form in _FIRST:
        first, count = _FIRST[form]
        return chr(ord(first) + number - 1) if 0 < number <= count else str(number)
    return numeral(number, _AS_IN_WORD.get(form, "decimal"))


def form_of(first: str) -> str:
    """The form whose first number is written so: `i`, `가`, `①`."""
    return _BY_FIRST.get(first, "DIGIT")

"""The letters of a page as a person sees them: upright, each once, with the form's values."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import floor
from typing import Any

from pdfminer.psparser import PSLiteral
from pdfminer.utils import decode_text
from pdfplumber.page import Page
from pdfplumber.utils.text import extract_words

from knowledge.read.pdf.layout import Word

Letter = dict[str, Any]
"""A letter as pdfplumber gives it."""

_TILT = 0.2
"""Slope up to which a line counts as upright: scanned pages lie a little askew."""
_WORD_GAP = 0.2
"""Gap between two words where no blanks are printed, as a share of the font size."""
_BLANKS = 0.05
"""Share of blanks among letters from which words are divided by them."""
_OVERPRINT = 0.15
"""Share of the font size by which one letter printed twice may be off; an "l" is 0.22 wide."""

_BESIDE_NAMES = 4
"""So many times more turned letters than standing ones: the page itself is turned."""


def turned_upright(page: Page) -> Page:
    """The page turned so that most of its letters stand upright.

    Long names above narrow columns may have more letters than the rows below: they turn no page.
    """
    ways = Counter(quarter(one) for one in page.chars if not one["text"].isspace())
    [(most, _)] = ways.most_common(1) or [(0, 0)]
    if not most or _BESIDE_NAMES * ways[0] > ways[most]:
        return page
    page.page_obj.rotate = (page.page_obj.rotate + 90 * most) % 360
    page.page_obj.attrs["Rotate"] = page.page_obj.rotate
    return Page(page.pdf, page.page_obj, page.page_number, page.initial_doctop)


def quarter(letter: Letter) -> int | None:
    """Quarter turns that make a letter upright; None for a letter that stands askew."""
    right, up = letter["matrix"][:2]
    if abs(up) <= _TILT * abs(right):
        return 0 if right > 0 else 2
    if abs(right) <= _TILT * abs(up):
        return 1 if up > 0 else 3
    return None


def printed_once(letters: Iterable[Letter]) -> list[Letter]:
    """Drops letters printed onto themselves, as programs do for bold type, and marks them bold."""
    kept: list[Letter] = []
    places: dict[tuple[str, int, int], list[Letter]] = defaultdict(list)
    for letter in letters:
        if len(letter["text"]) == 1 and letter["text"] < " ":
            # Some fonts have their blank under the code of a control character.
            letter["text"] = " "
        # A place per size of the letter: the same letter is in this one, or across its edge.
        size = max(float(letter["size"]), 1.0)
        text, column, row = letter["text"], letter["x0"] / size, letter["top"] / size
        near = (
            other
            for x in {floor(column - _OVERPRINT), floor(column + _OVERPRINT)}
            for y in {floor(row - _OVERPRINT), floor(row + _OVERPRINT)}
            for other in places.get((text, x, y), ())
        )
        below = next((one for one in near if _is_on(letter, one, size * _OVERPRINT)), None)
        if below is None:
            kept.append(letter)
            places[text, floor(column), floor(row)].append(letter)
        elif not letter["text"].isspace():
            below["fontname"] = f"{below['fontname']} bold"
    return kept


def _is_on(letter: Letter, other: Letter, distance: float) -> bool:
    return bool(
        abs(letter["x0"] - other["x0"]) <= distance
        and abs(letter["top"] - other["top"]) <= distance
        and abs(letter["size"] - other["size"]) <= distance
    )


def upright(letter: Letter) -> Letter:
    """A turned letter, at the place where it would be if its line ran to the right."""
    left, right, top, bottom = (float(letter[side]) for side in ("x0", "x1", "top", "bottom"))
    if quarter(letter) == 1:
        left, right, top, bottom = -bottom, -top, left, right
    else:
        left, right, top, bottom = top, bottom, -right, -left
    return {
        **letter, "x0": left, "x1": right, "top": top, "bottom": bottom, "doctop": top,
        "upright": True, "size": bottom - top,
    }  # fmt: skip


def words_of(letters: Sequence[Letter]) -> list[Word]:
    """Groups upright letters into words."""
    before_blank = {id(one) for one, other in pairwise(letters) if other["text"].isspace()}
    gap = None if len(before_blank) >= _BLANKS * len(letters) else _WORD_GAP
    return [
        Word(
            word["text"], word["x0"], word["x1"], word["top"], word["bottom"],
            size=max(float(char["size"]) for char in word["chars"]),
            bold=all("bold" in str(char["fontname"]).lower() for char in word["chars"]),
            before_blank=id(word["chars"][-1]) in before_blank,
            is_value=any("is_value" in char for char in word["chars"]),
        )
        for word in extract_words(list(letters), return_chars=True, x_tolerance_ratio=gap)
    ]  # fmt: skip


# The values that people filled into a PDF's form, as letters at the place of their field.

_HIDDEN = 2 | 32
"""Flags of an annotation that is not shown: hidden, no view."""
_PASSWORD = 1 << 13
_BUTTON = 1 << 16
_LABEL_SIZE = 10.0
_INSET = 2.0
_TALL = 3
"""A field higher than so many lines is filled from its top."""
_PITCH = 1.2
_MOST_FIELDS = 2_000
_MOST_ABOVE = 10
_TICKED, _EMPTY = "☒", "☐"


def filled_in(page: Page, letters: Sequence[Letter]) -> list[Letter]:
    """One letter for each line of a value, beside the line of its label, and blanks around it."""
    shown: list[Letter] = []
    for field in page.annots[:_MOST_FIELDS]:
        for line, text in enumerate(_value(field["data"]).splitlines()):
            if text.strip():
                shown += _placed(field, line, " ".join(text.split()), letters)
    return shown


def _value(field: dict[str, Any]) -> str:
    """What a person reads in a field; nothing for links, comments and hidden fields."""
    if _number(field.get("F")) & _HIDDEN:
        return ""
    if _name(field.get("Subtype")) == "FreeText":
        return _text(field.get("Contents"))
    return _filled(field) if _name(field.get("Subtype")) == "Widget" else ""


def _filled(field: dict[str, Any]) -> str:
    kind, flags = _name(_inherited(field, "FT")), _number(_inherited(field, "Ff"))
    if kind == "Btn" and not flags & _BUTTON:
        return _tick(field)
    if kind == "Tx" and not flags & _PASSWORD:
        return _text(_inherited(field, "V"))
    return _chosen(field) if kind == "Ch" else ""


def _inherited(field: Any, key: str) -> Any:
    """A field's entry, or that of the group it belongs to."""
    for _ in range(_MOST_ABOVE):
        if not isinstance(field, dict):
            return None
        if field.get(key) is not None:
            return field[key]
        field = field.get("Parent")
    return None


def _tick(field: dict[str, Any]) -> str:
    state = _name(field.get("AS")) or _name(_inherited(field, "V"))
    return _EMPTY if state in ("", "Off") else _TICKED


def _chosen(field: dict[str, Any]) -> str:
    """The chosen entries of a list as it shows them: [stored, shown] or one text for both."""
    given = _inherited(field, "V")
    names = {
        _text(one[0]): _text(one[1])
        for one in _list(_inherited(field, "Opt"))
        if isinstance(one, list) and len(one) == 2  # noqa: PLR2004 - stored and shown
    }
    chosen = [_text(one) for one in (given if isinstance(given, list) else [given])]
    return ", ".join(names.get(one, one) for one in chosen if one)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _number(value: Any) -> int:
    return value if isinstance(value, int) else 0


def _name(value: Any) -> str:
    return str(value.name) if isinstance(value, PSLiteral) else ""


def _text(value: Any) -> str:
    if isinstance(value, bytes):
        return decode_text(value).replace("\r\n", "\n").replace("\r", "\n")
    return value if isinstance(value, str) else ""


def _placed(field: Letter, line: int, text: str, letters: Sequence[Letter]) -> Iterator[Letter]:
    left, top, bottom = float(field["x0"]), float(field["top"]), float(field["bottom"])
    label = next(
        (one for one in letters if top <= (one["top"] + one["bottom"]) / 2 <= bottom), None
    )
    size = float(label["size"]) if label else _LABEL_SIZE
    start = float(label["top"]) if label else max(top, (top + bottom - size) / 2)
    if line or bottom - top > _TALL * size:
        start = top + _INSET + line * size * _PITCH
    right = max(min(float(field["x1"]), left + len(text) * size / 2), left + size / 2)
    letter = {
        "text": text, "x0": left, "x1": right, "top": start, "bottom": start + size,
        "doctop": start, "height": size, "width": right - left, "size": size, "upright": True,
        "fontname": "", "is_value": True, "matrix": (1, 0, 0, 1, left, start),
    }  # fmt: skip
    blank = {**letter, "text": " "}
    yield {**blank, "x0": left - 0.1, "x1": left}
    yield letter
    yield {**blank, "x0": right, "x1": right + 0.1}

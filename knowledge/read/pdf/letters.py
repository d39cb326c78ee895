"""The letters of a page as a person sees them: upright, each once, with the form's values."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import floor
from typing import Any

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


def turned_upright(page: Page) -> Page:
    """The page turned so that most of its letters stand upright."""
    ways = Counter(quarter(one) for one in page.chars if not one["text"].isspace())
    [(most, _)] = ways.most_common(1) or [(0, 0)]
    if not most:
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

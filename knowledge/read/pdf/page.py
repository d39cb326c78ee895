"""One page of a PDF: its lines and tables in reading order, and what of it cannot be read."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pdfplumber.page import Page

from knowledge.read.pdf.columns import in_reading_order
from knowledge.read.pdf.form import filled_in
from knowledge.read.pdf.layout import Part
from knowledge.read.pdf.letters import Letter, printed_once, quarter, turned_upright
from knowledge.read.pdf.ruled import find_tables, ruled_tables

_LARGE = 0.25
"""Share of a page from which a picture may hold what the text does not say."""
_FEW_LETTERS = 20
"""So few letters: the page is its picture, or the picture no background of text."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page's parts in reading order, and how often each font size is used."""

    parts: tuple[Part, ...]
    sizes: Counter[float]
    is_picture: bool
    """Whether it holds a picture and hardly a letter."""
    has_picture: bool
    """Whether a picture without text on it fills much of it."""
    turned: bool
    """Whether turned letters beside the lines were left out."""
    bad_form: bool


def sheet(given: Page) -> Sheet:
    """Reads a page."""
    page = turned_upright(given)
    letters = printed_once(page.chars)
    try:
        fields, bad_form = filled_in(page, letters), False
    except (AttributeError, KeyError, TypeError, ValueError):
        # pdfplumber trusts the entries of an annotation.
        fields, bad_form = [], True
    ways = [quarter(letter) for letter in letters]
    standing = [letter for letter, way in zip(letters, ways, strict=True) if way == 0]
    turned = [letter for letter, way in zip(letters, ways, strict=True) if way in (1, 3)]
    tables, lines, beside = ruled_tables(find_tables(page), [*standing, *fields], turned)
    sizes = Counter(round(float(letter["size"]), 1) for letter in standing)
    large = _large_pictures(page, letters)
    read = Sheet(
        tuple(in_reading_order([*lines, *tables])),
        sizes,
        is_picture=bool(large) and len(letters) < _FEW_LETTERS,
        has_picture=bool(large) and len(letters) >= _FEW_LETTERS,
        turned=beside > 0 or len(standing) + len(turned) < len(letters),
        bad_form=bad_form,
    )
    # Frees 5 MB of cache.
    page.close()
    given.close()
    return read


def _large_pictures(page: Page, letters: Sequence[Letter]) -> list[Letter]:
    """Pictures that fill much of a page and are no background of its text."""
    area = float(page.width * page.height)
    return [
        image
        for image in page.images
        if image["width"] * image["height"] >= _LARGE * area
        and sum(_is_on(letter, image) for letter in letters) < _FEW_LETTERS
    ]


def _is_on(letter: Letter, image: Letter) -> bool:
    return bool(
        image["x0"] <= letter["x0"] <= image["x1"]
        and image["top"] <= letter["top"] <= image["bottom"]
    )

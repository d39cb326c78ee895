"""Reads PDFs: paragraphs, headings by their size, tables as Markdown, and page offsets."""

import io
import logging
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

import pdfplumber
from pdfminer.pdfdocument import PDFEncryptionError, PDFPasswordIncorrect
from pdfminer.pdfparser import PDFSyntaxError
from pdfplumber.page import Page
from pdfplumber.utils.exceptions import PdfminerException

from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.content import Content
from knowledge.read.limits import check_pages
from knowledge.read.pdf.contents import is_cover, is_encrypted, title_of, without_contents
from knowledge.read.pdf.layout import Line, Part, Table, in_reading_order, with_tables
from knowledge.read.pdf.letters import Letter, filled_in, printed_once, quarter, turned_upright
from knowledge.read.pdf.paragraphs import (
    Block,
    LineEnds,
    blocks_of,
    cell_lines,
    with_heads,
    written,
)
from knowledge.read.pdf.ruled import find_tables, ruled_tables

# One page of a PDF: its lines and tables in reading order, and what of it cannot be read.

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


# It logs errors with pieces of the document.
logging.getLogger("pdfminer").setLevel(logging.ERROR)

_LOCKED = "this PDF is locked with a password; save it without one"
_DAMAGED = "this PDF is damaged; export it again"
_PROTECTED = "this PDF is protected, and only a note can be read; save it without protection"
_PICTURES = "this PDF holds pictures only; save it with recognised text"
_Look = tuple[str, int]
"""A line without its numbers, and its size: a title is larger than the header that repeats it."""
_MOST_NAMED = 10
"""Pages that a note of what is lost names one by one."""


def read_pdf(raw: bytes) -> Content:
    """Reads the text of a PDF, with the offset of each page."""
    if is_encrypted(raw):
        raise UnreadableDocumentError(_PROTECTED)
    try:
        with pdfplumber.open(io.BytesIO(raw), raise_unicode_errors=False) as pdf:
            check_pages(len(pdf.pages))
            sheets = [sheet(page) for page in pdf.pages]
            title = (pdf.metadata or {}).get("Title")
    except (PDFSyntaxError, PdfminerException, ValueError) as error:
        # pdfplumber wraps any error on a page.
        if _is_due_to(MemoryError, error):
            raise MemoryError from error
        raise UnreadableDocumentError(_reason(error)) from error
    pages = _texts(sheets)
    text = "".join(pages)
    if not text.strip():
        raise UnreadableDocumentError(_PICTURES)
    if is_cover(pages):
        raise UnreadableDocumentError(_PROTECTED)
    starts = tuple(accumulate(map(len, pages[:-1]), initial=0))
    name = title_of(title if isinstance(title, str) else None, text)
    return Content(text, pages=starts, title=name, lost=tuple(_lost(sheets)))


def _reason(error: Exception) -> str:
    if _is_due_to(PDFPasswordIncorrect, error):
        return _LOCKED
    return _PROTECTED if _is_due_to(PDFEncryptionError, error) else _DAMAGED


def _is_due_to(kind: type[Exception], error: Exception) -> bool:
    return any(isinstance(one, kind) for one in (error.__cause__, *error.args))


def _texts(sheets: Sequence[Sheet]) -> list[str]:
    """The text of each page."""
    running = _running_lines(sheets)
    sizes = sum((one.sizes for one in sheets), Counter[float]())
    body_size = sizes.most_common(1)[0][0] if sizes else 0.0
    shown = [[part for part in one.parts if not _is_running(part, running)] for one in sheets]
    bodies = without_contents(shown)
    if not any(bodies):
        bodies = shown
    parts = with_heads([list(with_tables(body)) for body in bodies])
    blocks = [blocks_of(page, body_size) for page in parts]
    ends = LineEnds(line for page in blocks for block in page for line in _lines(block))
    return ["\n\n".join(written(block, ends) for block in page) + "\n\n" for page in blocks]


def _lines(block: Block) -> Iterator[tuple[Sequence[Line], float]]:
    [first, *_] = block.parts
    if isinstance(first, Table):
        yield from cell_lines(first)
    else:
        yield block.lines, block.right


def _running_lines(sheets: Sequence[Sheet]) -> frozenset[_Look]:
    """Headers and footers: lines at the edge of most pages, ignoring page numbers."""
    edges: Counter[_Look] = Counter()
    for one in sheets:
        lines = [part for part in one.parts if isinstance(part, Line)]
        highest, lowest = (
            min(lines, key=lambda line: line.top, default=None),
            max(lines, key=lambda line: line.bottom, default=None),
        )
        edges.update({_look(line) for line in (highest, lowest) if line})
    return frozenset(look for look, pages in edges.items() if 2 * pages > len(sheets) > 1)


def _is_running(part: Part, running: frozenset[_Look]) -> bool:
    return isinstance(part, Line) and _look(part) in running


def _look(line: Line) -> _Look:
    return re.sub(r"\d+", "#", line.text).strip(), round(line.size)


def _lost(sheets: Sequence[Sheet]) -> Iterator[str]:
    """What a person sees on the pages that the text lacks."""
    only = [number for number, one in enumerate(sheets, 1) if one.is_picture]
    large = [number for number, one in enumerate(sheets, 1) if one.has_picture]
    turned = [number for number, one in enumerate(sheets, 1) if one.turned]
    form = [number for number, one in enumerate(sheets, 1) if one.bad_form]
    if only:
        count = "1 page holds" if len(only) == 1 else f"{len(only)} pages hold"
        yield f"{count} a picture only: {_named(only)}"
    if large:
        yield f"pictures that fill much of {_named(large)}"
    if turned:
        yield f"turned letters beside the text of {_named(turned)}"
    if form:
        yield f"damaged form fields on {_named(form)}"


def _named(pages: Sequence[int]) -> str:
    named = ", ".join(map(str, pages[:_MOST_NAMED]))
    more = len(pages) - _MOST_NAMED
    return f"page{'s' if pages[1:] else ''} {named}" + (f" and {more} more" if more > 0 else "")

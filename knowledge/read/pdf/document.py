"""Reads PDFs: paragraphs, headings by their size, tables as Markdown, and page offsets."""

import io
import logging
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import pdfplumber
from pdfminer.pdfdocument import PDFPasswordIncorrect
from pdfminer.pdfparser import PDFSyntaxError
from pdfplumber.page import Page
from pdfplumber.utils.exceptions import PdfminerException

from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.content import Content
from knowledge.read.limits import check_pages
from knowledge.read.pdf.aligned import with_tables
from knowledge.read.pdf.columns import in_reading_order
from knowledge.read.pdf.layout import Line, Part, Table, Word, lines_of
from knowledge.read.text.markdown_table import markdown_table

# It logs errors with pieces of the document.
logging.getLogger("pdfminer").setLevel(logging.ERROR)

_LOCKED = "this PDF is locked with a password; save it without one"
_DAMAGED = "this PDF is damaged; export it again"
_HEADING_RATIO = 1.15
"""A line this much larger than most of the text is a heading."""
_LONGEST_HEADING = 80
_ITEM = re.compile(r"\s*(?:[-•*]|\d{1,2}[.)])\s")
_PARAGRAPH_GAP = 0.6
"""A gap of more than this share of a line's height starts a paragraph."""
_MOST_RULES = 5_000
"""A page with more lines is a drawing; looking for tables in it takes minutes."""
_SENTENCE_ENDS = (".", "!", "?", "。", ":")


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A page's parts in reading order, and how often each font size is used."""

    parts: tuple[Part, ...]
    sizes: Counter[float]


def read_pdf(raw: bytes) -> Content:
    """Reads the text of a PDF, with the offset of each page."""
    try:
        with pdfplumber.open(io.BytesIO(raw)) as pdf:
            check_pages(len(pdf.pages))
            sheets = [_sheet(page) for page in pdf.pages]
            title = (pdf.metadata or {}).get("Title")
    except (PDFSyntaxError, PdfminerException, ValueError) as error:
        # pdfplumber wraps any error on a page.
        if _is_due_to(MemoryError, error):
            raise MemoryError from error
        locked = _is_due_to(PDFPasswordIncorrect, error)
        raise UnreadableDocumentError(_LOCKED if locked else _DAMAGED) from error
    running = _running_lines(sheets)
    sizes = sum((sheet.sizes for sheet in sheets), Counter[float]())
    body_size = sizes.most_common(1)[0][0] if sizes else 0.0
    pages = ["\n\n".join(_blocks(sheet.parts, body_size, running)) + "\n\n" for sheet in sheets]
    if not "".join(pages).strip():
        raise UnreadableDocumentError("this PDF holds pictures only; save it with recognised text")
    starts = [sum(map(len, pages[:number])) for number in range(len(pages))]
    return Content("".join(pages), pages=tuple(starts), title=title or None)


def _is_due_to(kind: type[Exception], error: Exception) -> bool:
    return any(isinstance(one, kind) for one in (error.__cause__, *error.args))


def _sheet(page: Page) -> _Sheet:
    found = page.find_tables() if len(page.edges) <= _MOST_RULES else []
    rest = page
    for table in found:
        rest = rest.outside_bbox(table.bbox)
    tables = [_table(table.extract(), table.bbox) for table in found]
    parts = in_reading_order([*lines_of(_words(rest)), *tables])
    sizes = Counter(round(float(char["size"]), 1) for char in page.chars)
    # Frees 5 MB of cache.
    page.close()
    return _Sheet(tuple(parts), sizes)


def _table(rows: list[list[str | None]], box: tuple[float, float, float, float]) -> Table:
    left, top, right, bottom = box
    return Table(markdown_table(rows), left, right, top, bottom)


def _words(page: Page) -> list[Word]:
    return [
        Word(
            word["text"], word["x0"], word["x1"], word["top"], word["bottom"],
            size=max(float(char["size"]) for char in word["chars"]),
            bold=all("bold" in str(char["fontname"]).lower() for char in word["chars"]),
        )
        for word in page.extract_words(return_chars=True)
    ]  # fmt: skip


def _running_lines(sheets: Sequence[_Sheet]) -> frozenset[str]:
    """Headers and footers: lines at the edge of most pages, ignoring page numbers."""
    edges: Counter[str] = Counter()
    for sheet in sheets:
        lines = [part for part in sheet.parts if isinstance(part, Line)]
        highest, lowest = (
            min(lines, key=lambda line: line.top, default=None),
            max(lines, key=lambda line: line.bottom, default=None),
        )
        edges.update({_without_digits(line.text) for line in (highest, lowest) if line})
    return frozenset(text for text, pages in edges.items() if 2 * pages > len(sheets) > 1)


def _without_digits(text: str) -> str:
    return re.sub(r"\d+", "#", text).strip()


def _blocks(parts: Iterable[Part], body_size: float, running: frozenset[str]) -> Iterator[str]:
    kept: list[Line] = []
    shown = [part for part in parts if _without_digits(part.text) not in running]
    for part in with_tables(shown):
        marks = "" if isinstance(part, Table) else _heading_marks(part, body_size)
        if kept and (marks or isinstance(part, Table) or _begins_paragraph(part, kept[-1])):
            yield _joined(kept)
            kept = []
        if isinstance(part, Table):
            yield part.text
        elif marks:
            yield f"{marks} {part.text}"
        else:
            kept.append(part)
    if kept:
        yield _joined(kept)


def _begins_paragraph(line: Line, above: Line) -> bool:
    if _ITEM.match(line.text):
        return True
    if line.top < above.top:
        # The next column continues the sentence or begins another one.
        return above.text.endswith(_SENTENCE_ENDS)
    return line.top - above.bottom > (line.bottom - line.top) * _PARAGRAPH_GAP


def _heading_marks(line: Line, body_size: float) -> str:
    """The Markdown marks of a heading: "##" for larger text, "###" for a short bold line."""
    if line.size >= body_size * _HEADING_RATIO:
        return "##"
    bold = all(word.bold for word in line.words)
    ends = line.text.endswith((".", ":", ",", ";"))
    return "###" if bold and not ends and len(line.text) <= _LONGEST_HEADING else ""


def _joined(lines: Sequence[Line]) -> str:
    text = " ".join(line.text for line in lines)
    return "- " + text[1:].strip() if text.startswith("•") else text

"""Reading PDF: paragraphs, headings by their size, tables as Markdown, the page of each."""

import io
import logging
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pdfplumber
from pdfminer.pdfdocument import PDFPasswordIncorrect
from pdfminer.pdfparser import PDFSyntaxError
from pdfplumber.page import Page
from pdfplumber.utils.exceptions import PdfminerException

from knowledge.errors import UnreadableDocumentError
from knowledge.reading.content import Content

# It reports what it stumbles over with pieces of the document.
logging.getLogger("pdfminer").setLevel(logging.ERROR)

_HEADING_RATIO = 1.15
"""A line this much larger than most of the text is a heading."""
_LONGEST_HEADING = 80
_ITEM = re.compile(r"\s*(?:[-•*]|\d{1,2}[.)])\s")
_PARAGRAPH_GAP = 0.6
"""More room than this share of a line's height above it begins a paragraph."""


def read_pdf(raw: bytes) -> Content:
    """The text of a PDF with the offset of each page."""
    try:
        with pdfplumber.open(io.BytesIO(raw)) as pdf:
            body_size = _body_size(pdf.pages)
            running = _running_lines(pdf.pages)
            pages = ["\n\n".join(_blocks(page, body_size, running)) + "\n\n" for page in pdf.pages]
            title = (pdf.metadata or {}).get("Title")
    except (PDFSyntaxError, PdfminerException, ValueError) as error:
        raise UnreadableDocumentError(_reason(error)) from error
    if not "".join(pages).strip():
        raise UnreadableDocumentError("this PDF holds pictures only; save it with recognised text")
    starts = [sum(map(len, pages[:number])) for number in range(len(pages))]
    return Content("".join(pages), pages=tuple(starts), title=title or None)


def _reason(error: Exception) -> str:
    if any(isinstance(one, PDFPasswordIncorrect) for one in (error.__cause__, *error.args)):
        return "this PDF is locked with a password; save it without one"
    return "this PDF is damaged; export it again"


def _body_size(pages: list[Page]) -> float:
    sizes = Counter(round(float(char["size"]), 1) for page in pages for char in page.chars)
    return sizes.most_common(1)[0][0] if sizes else 0.0


def _running_lines(pages: list[Page]) -> frozenset[str]:
    """Headers and footers: lines at the edge of most pages, whatever page number they hold."""
    edges: Counter[str] = Counter()
    for page in pages:
        lines = page.extract_text_lines(return_chars=False)
        edges.update({_without_digits(line["text"]) for line in (*lines[:1], *lines[-1:])})
    return frozenset(text for text, pages_with in edges.items() if 2 * pages_with > len(pages) > 1)


def _without_digits(text: str) -> str:
    return re.sub(r"\d+", "#", text).strip()


def _blocks(page: Page, body_size: float, running: frozenset[str]) -> Iterator[str]:
    tables = page.find_tables()
    lines = page
    for table in tables:
        lines = lines.outside_bbox(table.bbox)
    pieces = list(_paragraphs(lines, body_size, running))
    pieces += [(table.bbox[1], _markdown_table(table.extract())) for table in tables]
    for _, text in sorted(pieces, key=lambda piece: piece[0]):
        yield text


def _paragraphs(
    page: Any, body_size: float, running: frozenset[str]
) -> Iterator[tuple[float, str]]:
    top = 0.0
    bottom: float | None = None
    kept: list[str] = []
    for line in page.extract_text_lines(return_chars=True):
        if _without_digits(line["text"]) in running:
            continue
        height = line["bottom"] - line["top"]
        heading = _heading_marks(line, body_size)
        apart = bottom is None or line["top"] - bottom > height * _PARAGRAPH_GAP
        if kept and (heading or apart or _ITEM.match(line["text"])):
            yield top, _joined(kept)
            kept = []
        if heading:
            yield line["top"], f"{heading} {line['text'].strip()}"
            bottom = None
            continue
        top = line["top"] if not kept else top
        kept.append(line["text"].strip())
        bottom = line["bottom"]
    if kept:
        yield top, _joined(kept)


def _heading_marks(line: Mapping[str, Any], body_size: float) -> str:
    """Markdown's marks of a heading: larger text is one, and a short line all in bold below it."""
    chars = [char for char in line["chars"] if char["text"].strip()]
    if max(float(char["size"]) for char in chars) >= body_size * _HEADING_RATIO:
        return "##"
    bold = all("bold" in str(char["fontname"]).lower() for char in chars)
    ends = line["text"].rstrip().endswith((".", ":", ",", ";"))
    return "###" if bold and not ends and len(line["text"]) <= _LONGEST_HEADING else ""


def _joined(lines: list[str]) -> str:
    text = " ".join(lines)
    return "- " + text[1:].strip() if text.startswith("•") else text


def _markdown_table(rows: list[list[str | None]]) -> str:
    cells = [[" ".join((cell or "").split()) for cell in row] for row in rows]
    lines = ["| " + " | ".join(row) + " |" for row in cells]
    rule = "|" + " --- |" * len(cells[0])
    return "\n".join([lines[0], rule, *lines[1:]])

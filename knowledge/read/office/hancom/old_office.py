"""Reads the DOC and PPT of Word and PowerPoint before 2007."""

import re
from dataclasses import replace

from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.content import Content
from knowledge.read.html.page import read_html
from knowledge.read.office.hancom.by_dochan import Part, parsed
from knowledge.read.office.package import COMPOUND, Slide, deck, from_page
from knowledge.read.office.pptx import read_pptx
from knowledge.read.office.rtf import read_rtf
from knowledge.read.office.word.docx import read_docx
from knowledge.read.office.wrapped.eml import read_mht

_ZIP = b"PK\x03\x04"
_HEADING = re.compile(r"<h1>(?P<title>.*?)</h1>")
_DAMAGED = "this file is damaged; save it again, or as {}"


def read_doc(raw: bytes) -> Content:
    """Reads a DOC, which may be a DOCX, an RTF or a page with another name."""
    if raw.startswith(_ZIP):
        return read_docx(raw)
    if raw.lstrip().startswith(b"{\\rtf"):
        return read_rtf(raw)
    start = raw[:2_000].lower()
    if b"mime-version:" in start:
        # As Confluence exports its pages.
        return read_mht(raw)
    if b"<html" in start:
        return read_html(raw)
    if not raw.startswith(COMPOUND):
        raise UnreadableDocumentError(_DAMAGED.format(".docx"))
    found = parsed(raw)
    page = "".join((*(part.text for part in found.parts), found.footnotes))
    return replace(from_page(page), lost=found.lost)


def read_ppt(raw: bytes) -> Content:
    """Reads a PPT without its hidden slides; it may be a PPTX with another name."""
    if raw.startswith(_ZIP):
        return read_pptx(raw)
    if not raw.startswith(COMPOUND):
        raise UnreadableDocumentError(_DAMAGED.format(".pptx"))
    found = parsed(raw)
    return deck([_slide(part) for part in found.parts], found.lost)


def _slide(part: Part) -> Slide:
    named = _HEADING.search(part.text)
    if named is None:
        return Slide("", _text(part.text), _text(part.notes))
    rest = part.text[: named.start()] + part.text[named.end() :]
    return Slide(_text(named["title"]), _text(rest), _text(part.notes))


def _text(html: str) -> str:
    return from_page(html).text.strip() if html else ""

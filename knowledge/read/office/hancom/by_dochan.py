"""The one module that knows dochan: a HWP, HWPX, DOC or PPT as the HTML of its parts.

One person keeps dochan: its version is fixed (docs/decisions/0127-formats-of-offices.md), and its
errors, which quote the file, never leave this module.
"""

import os
import re
import tempfile
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from html import escape
from itertools import product
from pathlib import Path
from typing import Any

from dochan import Dochan, reader
from dochan.hwp.section import SectionParser
from dochan.hwpx.parser import HWPXParser
from dochan.model.document import Document, Paragraph, TextRun
from dochan.model.equation import Equation
from dochan.model.header_footer import Comment, Footnote
from dochan.model.image import Image
from dochan.model.table import Table
from dochan.office_binary import doc_binary, doc_structure, ppt_render
from dochan.office_binary.officeart import Record, RecordHeader

from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.office.hancom.numbering import Numbers, WordLists
from knowledge.read.office.package import counted

_BULLETS = re.compile(r"[•●○■□◆◇▪▫▶►‣※*\ue000-\uf8ff-]\s+|[•●▪‣\ue000-\uf8ff]\s*")
_MARKS = re.compile(
    r"\[bookmark: [^\]\n]{1,200}\] ?|\[comment \d{1,5}\]"
    r"| <(?:https?|ftp|file|mailto):[^<>\s]{1,2000}>"
)
"""What dochan writes into the text: bookmarks, comments and the addresses of links."""
_ASIDE = ("#notes", "#master", "#comments", "\x05SummaryInformation")
"""The ends of the paths of what stands beside the text."""
_VANISH = 0x083C
"""Word's mark of hidden text."""
_LIST = {0x460B: "list", 0x260A: "level"}
"""Word's marks of a paragraph in a list."""
_SLIDE_SHOW, _FLAGS_AT, _HIDDEN = 1017, 10, 1 << 2
"""PowerPoint's record of how a slide is shown, and its flag of a hidden one."""
_EMPTY = Record(RecordHeader(15, 0, 1006, 0), -1, memoryview(b""))
_SECTION = b"dces"
"""The name of an HWP 5's section, backwards."""
_REVISION = "revision"
_ARTICLES = ("조", "장", "절", "관")
"""제1조(목적) has no blank before its bracket."""
_LOCKED = "it is protected by a password or by rights management; save it without them"
_SECRET = ("암호", "DRM", "encrypt", "password")
_DEEPEST = 20
"""Tables in tables; more are no document's."""
_HIGHEST = 6


@dataclass(frozen=True, slots=True)
class Part:
    """A section of a document, or a slide, as HTML."""

    text: str
    notes: str
    """What a speaker reads."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """The parts of a document."""

    parts: tuple[Part, ...]
    footnotes: str
    lost: tuple[str, ...]


def parsed(raw: bytes, numbers: Numbers | None = None, *, final: bool = False) -> Parsed:
    """Parses a document; `final` leaves tracked deletions out.

    Raises UnreadableDocumentError for a locked file and for one that gives no text.
    """
    with _as_file(raw) as path, _numbered(numbers), _as_shown():
        try:
            found = Dochan(path, revision_mode="final" if final else "preserve").doc
        except ValueError as error:
            raise UnreadableDocumentError("this file is damaged; save it again") from error
    parts = tuple(_part(section.elements) for section in found.sections)
    failed = [error for error in found.errors if error.startswith("ERR")]
    if failed and not any(part.text for part in parts):
        locked = any(word in error for error in failed for word in _SECRET)
        raise UnreadableDocumentError(_LOCKED if locked else "this file is damaged; save it again")
    return Parsed(parts, "".join(_footnotes(found)), tuple(_lost(found, failed)))


@contextmanager
def _as_file(raw: bytes) -> Generator[str]:
    """A path of the bytes, for dochan takes nothing else; on Linux without a file on the disk."""
    if hasattr(os, "memfd_create"):
        handle = os.memfd_create("document")
        with os.fdopen(handle, "wb") as file:
            file.write(raw)
            file.flush()
            yield f"/proc/self/fd/{handle}"
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "document")
        path.write_bytes(raw)
        yield str(path)


@contextmanager
def _numbered(numbers: Numbers | None) -> Generator[None]:
    """Has dochan's parsers write automatic numbers before paragraphs, which they leave out."""
    if numbers is None:
        yield
        return
    counting = numbers

    class NumberedSections(SectionParser):  # type: ignore[misc]
        def _parse_paragraph_group_impl(self, para_node: Any) -> list[Any]:
            data = para_node["record"].data
            for control in para_node["children"]:
                if control["record"].data.startswith(_SECTION):
                    counting.outline = int.from_bytes(control["record"].data[18:20], "little")
            before = counting.before(int.from_bytes(data[8:10], "little"))
            elements: list[Any] = super()._parse_paragraph_group_impl(para_node)
            _put_before(elements, before)
            return elements

    class NumberedXml(HWPXParser):  # type: ignore[misc]
        def _parse_paragraph_elem(self, p_elem: Any) -> list[Any]:
            for section in p_elem.iter():
                if section.tag.endswith("}secPr"):
                    counting.outline = int(section.get("outlineShapeIDRef") or 1)
            shape = p_elem.get("paraPrIDRef") or ""
            before = counting.before(int(shape) if shape.isdecimal() else -1)
            elements: list[Any] = super()._parse_paragraph_elem(p_elem)
            _put_before(elements, before)
            return elements

    usual = reader.SectionParser, reader.HWPXParser
    reader.SectionParser, reader.HWPXParser = NumberedSections, NumberedXml
    try:
        yield
    finally:
        reader.SectionParser, reader.HWPXParser = usual


@contextmanager
def _as_shown() -> Generator[None]:
    """Has dochan read a DOC with numbers and without hidden text, a PPT without hidden slides."""

    class ShownText(doc_structure.StructureRenderer):  # type: ignore[misc]
        def _chunks(self, record: Any) -> Iterator[Any]:
            return (chunk for chunk in super()._chunks(record) if not chunk[2].get("vanish"))

        def paragraph(self, record: Any) -> list[Any]:
            if not hasattr(self, "lists"):
                self.lists = WordLists(self.binary.word, self.binary.table)
            before = self.lists.before(record.props.get("list", 0), record.props.get("level", 0))
            blocks: list[Any] = super().paragraph(record)
            _put_before(blocks, before)
            return blocks

    def shown_slides(*given: Any) -> Any:
        presentation = usual[1](*given)
        if presentation is not None:
            presentation.slides = list(map(_shown, presentation.slides))
        return presentation

    usual = doc_structure.StructureRenderer, ppt_render.resolve_presentation
    doc_structure.StructureRenderer, ppt_render.resolve_presentation = ShownText, shown_slides
    doc_binary._BOOL_SPRMS[_VANISH] = "vanish"
    doc_binary._VALUE_SPRMS.update(_LIST)
    try:
        yield
    finally:
        doc_structure.StructureRenderer, ppt_render.resolve_presentation = usual
        del doc_binary._BOOL_SPRMS[_VANISH]
        for mark in _LIST:
            del doc_binary._VALUE_SPRMS[mark]


def _shown(slide: Any) -> Any:
    """A slide, emptied if it is hidden."""
    shows = (one.data for one in slide.record.children if one.header.rec_type == _SLIDE_SHOW)
    if any(len(data) > _FLAGS_AT and data[_FLAGS_AT] & _HIDDEN for data in shows):
        return replace(slide, record=_EMPTY, text_records=[], master_id=0, notes_id=0)
    return slide


def _put_before(elements: Sequence[Any], number: str) -> None:
    first = elements[0] if elements else None
    if number and isinstance(first, Paragraph) and first.text.strip():
        is_article = number[-1] in _ARTICLES and first.text.lstrip().startswith("(")
        # With the look of the text after it, by which dochan finds headings.
        first.runs.insert(0, replace(first.runs[0], text=number if is_article else f"{number} "))


def _part(elements: Sequence[Any]) -> Part:
    told = [element for element in elements if _path(element).endswith("#notes")]
    shown = [element for element in elements if not _path(element).endswith(_ASIDE)]
    return Part("".join(_blocks(shown)), "".join(_blocks(told)))


def _path(element: Any) -> str:
    return str(getattr(getattr(element, "provenance", None), "path", None) or "")


def _blocks(elements: Sequence[Any], depth: int = 0) -> Iterator[str]:
    for element in elements:
        if isinstance(element, Paragraph):
            yield _paragraph(element)
        elif isinstance(element, Table) and depth < _DEEPEST:
            yield from _blocks(element.caption, depth + 1)
            yield _table(element, depth + 1)
        elif isinstance(element, Image):
            yield from _blocks(element.caption, depth + 1)
        elif isinstance(element, Equation):
            yield f"<p>{escape(element.latex or element.script)}</p>"


def _paragraph(paragraph: Paragraph) -> str:
    text = "".join(map(_run, paragraph.runs)).strip()
    if not text:
        return ""
    if paragraph.heading_level:
        level = min(paragraph.heading_level, _HIGHEST)
        return f"<h{level}>{text}</h{level}>"
    if (bullet := _BULLETS.match(text)) and bullet.end() < len(text):
        return f"<ul><li>{text[bullet.end() :].strip()}</li></ul>"
    shown = [run for run in paragraph.runs if run.text.strip()]
    return f"<p><b>{text}</b></p>" if all(run.bold for run in shown) else f"<p>{text}</p>"


def _run(run: TextRun) -> str:
    if run.equation is not None:
        return escape(run.equation.latex or run.equation.script)
    if run.strikeout or run.note_ref:
        return ""
    text = escape(_MARKS.sub("", run.text)).replace("\n", "<br>")
    return f"<sup>{text}</sup>" if run.superscript else text


def _table(table: Table, depth: int) -> str:
    """A table; dochan's rows have a cell in each square, also in those that others cover."""
    rows = ""
    covered: set[tuple[int, int]] = set()
    for down, row in enumerate(table.rows):
        cells = ""
        for across, cell in enumerate(row):
            if cell.is_merged_away or (down, across) in covered:
                continue
            high, wide = min(cell.row_span, len(table.rows)), min(cell.col_span, len(row))
            covered |= set(product(range(down, down + high), range(across, across + wide)))
            text = "".join(_blocks(cell.paragraphs, depth))
            cells += f'<td rowspan="{high}" colspan="{wide}">{text}</td>'
        rows += f"<tr>{cells}</tr>"
    return f"<table>{rows}</table>"


def _footnotes(found: Document) -> Iterator[str]:
    for note in found.find_all("note"):
        if isinstance(note, Footnote) and not isinstance(note, Comment):
            yield "".join(_blocks(note.paragraphs)) if note.type != "comment" else ""


def _lost(found: Document, failed: Sequence[str]) -> Iterator[str]:
    yield from counted(len(found.find_all("image")), "picture")
    if any(_REVISION in error for error in failed):
        yield "which of its tracked changes hold: deleted text may be in it"
    elif failed:
        yield "a part of it that is damaged"

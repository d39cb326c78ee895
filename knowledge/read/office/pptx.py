"""Reads presentations: each slide is a page with its title, texts, tables and speaker notes."""

import io
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from zipfile import BadZipFile

from pptx import Presentation
from pptx.enum.shapes import PP_PLACEHOLDER
from pptx.exc import PythonPptxError
from pptx.oxml import parse_xml
from pptx.oxml.ns import qn
from pptx.shapes.autoshape import Shape
from pptx.shapes.base import BaseShape
from pptx.shapes.graphfrm import GraphicFrame
from pptx.shapes.group import GroupShape
from pptx.shapes.picture import Picture
from pptx.slide import Slide
from pptx.table import Table, _Cell
from pptx.text.text import TextFrame, _Paragraph

from knowledge.language.terms import language_of
from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.content import Content
from knowledge.read.html.spans import Cell, as_markdown, grid, titled
from knowledge.read.limits import check_pages
from knowledge.read.office.charts import Chart, chart_of
from knowledge.read.office.package import NOTES, SLIDE, check_office
from knowledge.read.text.markdown_table import markdown_table

_EDGES = (PP_PLACEHOLDER.DATE, PP_PLACEHOLDER.FOOTER, PP_PLACEHOLDER.SLIDE_NUMBER)
_LISTS = (PP_PLACEHOLDER.BODY, PP_PLACEHOLDER.OBJECT, PP_PLACEHOLDER.VERTICAL_BODY)
_SIDE_BY_SIDE = 360_000
"""A centimetre in EMU: shapes whose tops differ by less are in one row."""
_LARGE = 3 * 360_000
"""Three centimetres: what is smaller is a logo or an icon."""
_BROKEN = (BadZipFile, PythonPptxError, zlib.error, KeyError, ValueError, OSError, SyntaxError)
_SMART_ART = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"


def read_pptx(raw: bytes) -> Content:
    """Reads the slides, with charts as tables; without hidden slides and pictures.

    Speaker notes get a heading of their own: the slides of a training often have three words each,
    and the rules are in the notes.
    """
    try:
        check_office(raw, ".pptx")
        slides = list(Presentation(io.BytesIO(raw)).slides)
    except _BROKEN as error:
        raise UnreadableDocumentError(
            "this .pptx cannot be read; save it again in PowerPoint"
        ) from error
    check_pages(len(slides))
    pages = [_page(slide, number) for number, slide in enumerate(slides, start=1)]
    if not "".join(pages).strip():
        raise UnreadableDocumentError("its slides hold no text; write out what the pictures say")
    starts = [sum(map(len, pages[:number])) for number in range(len(pages))]
    return Content(
        "".join(pages),
        pages=tuple(starts),
        title=_title(slides[0]) or None,
        lost=tuple(_lost(slides)),
    )


def _lost(slides: Sequence[Slide]) -> Iterator[str]:
    """What the slides show besides their texts: large pictures, and charts without values."""
    for kind, is_one in (("picture", _is_picture), ("chart", _is_empty_chart)):
        found = [
            number
            for number, slide in enumerate(slides, start=1)
            if not _is_hidden(slide)
            for shape in _flat(slide.shapes)
            if is_one(shape)
        ]
        if found:
            places = ", ".join(str(number) for number in dict.fromkeys(found))
            more = "s" if len(found) > 1 else ""
            slides_said = "slides" if len({*found}) > 1 else "slide"
            yield f"{len(found)} {kind}{more} ({slides_said} {places})"


def _flat(shapes: Iterable[BaseShape]) -> Iterator[BaseShape]:
    for shape in shapes:
        yield from _flat(shape.shapes) if isinstance(shape, GroupShape) else (shape,)


def _is_picture(shape: BaseShape) -> bool:
    return isinstance(shape, Picture) and min(shape.width, shape.height) > _LARGE


def _is_empty_chart(shape: BaseShape) -> bool:
    return isinstance(shape, GraphicFrame) and shape.has_chart and not _chart_of(shape).rows


def _is_hidden(slide: Slide) -> bool:
    return bool(slide._element.get("show") == "0")


def _page(slide: Slide, number: int) -> str:
    if _is_hidden(slide):
        return ""
    blocks = [text for shape in _in_order(slide.shapes) for text in _texts(shape)]
    notes = _notes(slide)
    title = _title(slide)
    if not (title or blocks or notes):
        return ""
    language = language_of("\n".join((title, *blocks, notes)))
    # Without its own heading, a slide's text would belong to the slide before.
    blocks.insert(0, f"## {title or f'{SLIDE[language]} {number}'}")
    if notes:
        blocks += [f"### {NOTES[language]}", notes]
    return "\n\n".join(blocks) + "\n\n"


def _title(slide: Slide) -> str:
    shape = slide.shapes.title
    return " ".join(frame_text(shape.text_frame).split()) if shape else ""


def _notes(slide: Slide) -> str:
    frame = slide.notes_slide.notes_text_frame if slide.has_notes_slide else None
    return frame_text(frame) if frame else ""


def _in_order(shapes: Iterable[BaseShape]) -> list[BaseShape]:
    """Sorts shapes from top to bottom, and those in one row from left to right."""
    rows: list[list[BaseShape]] = []
    for shape in sorted(shapes, key=_top):
        if rows and _top(shape) - _top(rows[-1][0]) < _SIDE_BY_SIDE:
            rows[-1].append(shape)
        else:
            rows.append([shape])
    return [shape for row in rows for shape in sorted(row, key=_left)]


def _top(shape: BaseShape) -> int:
    return shape.top or 0


def _left(shape: BaseShape) -> int:
    return shape.left or 0


def _texts(shape: BaseShape) -> Iterator[str]:
    if shape._element._nvXxPr.cNvPr.get("hidden") == "1":
        return
    if isinstance(shape, GroupShape):
        for inner in _in_order(shape.shapes):
            yield from _texts(inner)
    elif isinstance(shape, GraphicFrame):
        if text := _framed(shape):
            yield text
    elif isinstance(shape, Shape):
        kind = shape.placeholder_format.type if shape.is_placeholder else None
        is_title = shape.is_placeholder and shape.placeholder_format.idx == 0
        text = frame_text(shape.text_frame, is_list=kind in _LISTS)
        if text and not is_title and kind not in _EDGES:
            yield text


def _framed(frame: GraphicFrame) -> str:
    if frame.has_table:
        return _table(frame.table)
    if not frame.has_chart:
        return _smart_art(frame)
    chart = _chart_of(frame)
    table = markdown_table(chart.rows) if chart.rows else ""
    return "\n\n".join(part for part in (chart.title, table) if part)


def _chart_of(frame: GraphicFrame) -> Chart:
    return chart_of(frame.chart_part.blob)


def _table(table: Table) -> str:
    """A table with its merged cells filled in, and its titles above."""
    cells = [[_laid_out(cell) for cell in row.cells if not cell.is_spanned] for row in table.rows]
    above, rows = titled(grid(cells))
    return "\n\n".join(one for one in (*above, as_markdown(rows)) if one)


def _laid_out(cell: _Cell) -> Cell:
    text = frame_text(cell.text_frame)
    wide, high = (cell.span_width, cell.span_height) if cell.is_merge_origin else (1, 1)
    return Cell(text, text, wide=wide, high=high)


def _smart_art(frame: GraphicFrame) -> str:
    """The texts of a diagram as a list: diagrams often show steps."""
    for ids in frame._element.iter(f"{_SMART_ART}relIds"):
        diagram = parse_xml(frame.part.related_part(ids.get(qn("r:dm"))).blob)
        texts = [
            " ".join("".join(part.text or "" for part in point.iter(qn("a:t"))).split())
            for point in diagram.iter(f"{_SMART_ART}pt")
        ]
        return "\n".join(f"- {text}" for text in texts if text)
    return ""


# Reads the text of a slide's frame: paragraphs, and bullets as a Markdown list.

_STRUCK = ("sngStrike", "dblStrike")
_INDENT = "   "
"""Deep enough to nest below `- ` and below `1. `."""


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    level: int
    kind: str
    """`bullet`, `number` or, for a paragraph, empty."""


def frame_text(frame: TextFrame, *, is_list: bool = False) -> str:
    """The text of a frame as Markdown. In a list, several unmarked paragraphs become bullets."""
    paragraphs = [paragraph for paragraph in frame.paragraphs if _text(paragraph)]
    default = "bullet" if is_list and len(paragraphs) > 1 else ""
    lines = [
        _Line(_text(paragraph), paragraph.level, _kind(paragraph, default))
        for paragraph in paragraphs
    ]
    return _joined(lines)


def _text(paragraph: _Paragraph) -> str:
    parts = (
        " " if child.tag == qn("a:br") else child.text
        for child in paragraph._p.content_children
        if not _is_struck(child)
    )
    return " ".join("".join(parts).split())


def _is_struck(child: object) -> bool:
    properties = getattr(child, "rPr", None)
    return properties is not None and properties.get("strike") in _STRUCK


def _kind(paragraph: _Paragraph, default: str) -> str:
    properties = paragraph._p.pPr
    if properties is None:
        return default
    if properties.find(qn("a:buNone")) is not None:
        return ""
    if properties.find(qn("a:buAutoNum")) is not None:
        return "number"
    return "bullet" if properties.find(qn("a:buChar")) is not None else default


def _joined(lines: Sequence[_Line]) -> str:
    text = ""
    deepest = -1
    counts: dict[int, int] = {}
    for line in lines:
        if not line.kind:
            text += f"\n\n{line.text}"
            deepest, counts = -1, {}
            continue
        # An item indented much further than the one above would be code.
        level = min(line.level, deepest + 1)
        counts = {known: count for known, count in counts.items() if known <= level}
        counts[level] = counts.get(level, 0) + 1
        mark = f"{counts[level]}." if line.kind == "number" else "-"
        text += "\n" if deepest >= 0 else "\n\n"
        text += f"{_INDENT * level}{mark} {line.text}"
        deepest = level
    return text.strip()

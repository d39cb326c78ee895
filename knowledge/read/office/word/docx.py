"""Reads Word documents by their heading styles, lists and tables."""

import io
import logging
import posixpath
import re
import zlib
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import replace
from xml.parsers.expat import ExpatError
from zipfile import BadZipFile, ZipFile

import mammoth
from lxml import etree

from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.content import Content
from knowledge.read.html.page import read_page
from knowledge.read.office.charts import chart_of
from knowledge.read.office.package import check_office, counted, parsed
from knowledge.read.office.word.numbering import Numbering, W
from knowledge.read.text.articles import stated_in

# Mammoth logs every unknown Word style; none of them changes the text.
logging.getLogger("mammoth").setLevel(logging.ERROR)

_TITLE_STYLE = "p[style-name='Title'] => h1.title:fresh"
_MAIN = "word/document.xml"
_READ = re.compile(r"word/(?:[^/]+\.xml|_rels/document\.xml\.rels|(?:charts|diagrams)/[^/]+\.xml)")
_TEXT = re.compile(r"word/[^/]+\.xml")
_HIDDEN = re.compile(rb"<w:(?:vanish|dstrike)\b")
_CHECKBOX = re.compile(r'<input\b(?=[^<>]*\btype="checkbox")(?P<rest>[^<>]*)>')
_NAMED = re.compile(r"[^'\\]+")
_BROKEN = (
    KeyError, ValueError, OSError, BadZipFile, zlib.error, ExpatError, etree.XMLSyntaxError,
)  # fmt: skip


def read_docx(raw: bytes) -> Content:
    """Reads a Word document as it is shown: with its numbers, charts and headers of pages.

    Hidden and struck out text, comments and pictures are left out.
    """
    try:
        check_office(raw, ".docx")
        parts = _parts(raw)
        parts[_MAIN], lost = with_what_is_shown(parts)
        page = mammoth.convert_to_html(
            io.BytesIO(_packed(raw, parts)),
            style_map="\n".join((_TITLE_STYLE, *_own_headings(parts))),
            convert_image=mammoth.images.img_element(_none),
        )
        header = header_text(parts)
    except _BROKEN as error:
        raise UnreadableDocumentError("this .docx cannot be read; save it again in Word") from error
    content = read_page(_CHECKBOX.sub(_box, page.value), keeps_boxes=True)
    text = f"{header}\n\n{content.text}" if header else content.text
    return replace(content, text=text, stated=stated_in(header), lost=lost)


def _parts(raw: bytes) -> dict[str, bytes]:
    """The parts that hold text; hidden text is struck out, as Mammoth supports only that."""
    with ZipFile(io.BytesIO(raw)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist() if _READ.fullmatch(name)}
    return {
        name: _HIDDEN.sub(b"<w:strike", part) if _TEXT.fullmatch(name) else part
        for name, part in parts.items()
    }


def _packed(raw: bytes, parts: dict[str, bytes]) -> bytes:
    changed = io.BytesIO()
    with ZipFile(io.BytesIO(raw)) as old, ZipFile(changed, "w") as new:
        for name in old.namelist():
            new.writestr(name, parts[name] if name in parts else old.read(name))
    return changed.getvalue()


def _own_headings(parts: dict[str, bytes]) -> list[str]:
    """Lines of a style map for headings that are no styles of Word."""
    return [
        f"p[style-name='{name}'] => h{level}:fresh"
        for name, level in heading_styles(parts)
        if _NAMED.fullmatch(name) and not name.lower().startswith("heading ")
    ]


def _box(found: re.Match[str]) -> str:
    return "☒" if "checked=" in found["rest"] else "☐"


def _none(image: object) -> dict[str, str]:
    return {}


# Writes into a Word document what Word shows without storing it: numbers, charts, diagrams.

_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_C = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_DGM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_PIC = "{http://schemas.openxmlformats.org/drawingml/2006/picture}"
_WP = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
_RELATIONS = "word/_rels/document.xml.rels"
_PLAIN_NUMBER = re.compile(r"(\d{1,3})[.)]")
_DEEPEST_HEADING = 6
_LARGE = 2 * 360_000
"""Two centimetres in EMU: what is smaller each way is a logo or an icon."""

Parts = Mapping[str, bytes]
"""The parts of a package by their names."""


def with_what_is_shown(parts: Parts) -> tuple[bytes, tuple[str, ...]]:
    """Returns the main part as Word shows it, and what of it is still not in its text."""
    root = parsed(parts[_MAIN])
    _unwrap_boxes(root)
    _number(root, Numbering(_part(parts, "numbering"), _part(parts, "styles")))
    lost = _write_drawings(root, parts)
    return etree.tostring(root), lost


def heading_styles(parts: Parts) -> Iterator[tuple[str, int]]:
    """The names of styles of one's own that are headings, each with its level from 1."""
    styles = _part(parts, "styles")
    for style in () if styles is None else styles.findall(f"{W}style"):
        level = style.find(f"{W}pPr/{W}outlineLvl")
        name = style.find(f"{W}name")
        if level is not None and name is not None:
            depth = int(level.get(f"{W}val", "0")) + 1
            if depth <= _DEEPEST_HEADING:
                yield name.get(f"{W}val", ""), depth


def header_text(parts: Parts) -> str:
    """What stands in the headers of the pages, each line once."""
    lines: dict[str, None] = {}
    for name in sorted(parts):
        if re.fullmatch(r"word/header\d*\.xml", name):
            for paragraph in parsed(parts[name]).iter(f"{W}p"):
                text = " ".join("".join(_texts(paragraph)).split())
                lines |= {text: None} if text else {}
    return "\n".join(lines)


def _texts(paragraph: etree._Element) -> Iterator[str]:
    for element in paragraph.iter(f"{W}t", f"{W}tab", f"{W}br"):
        yield element.text or "" if element.tag == f"{W}t" else " "


def _unwrap_boxes(root: etree._Element) -> None:
    """Puts texts of boxes that only newer programs show below their paragraphs."""
    for choice in [*root.iter(f"{_MC}AlternateContent")]:
        box = choice.find(f".//{W}txbxContent")
        if box is not None and choice.find(f"{_MC}Fallback") is None:
            _put_below(choice, [deepcopy(one) for one in box])


def _number(root: etree._Element, numbering: Numbering) -> None:
    """Writes the numbers that a list of Markdown would not have, as part of their texts."""
    expected: dict[int, int] = {}
    above = None
    for paragraph in root.iter(f"{W}p"):
        label = numbering.next_label(paragraph)
        if label is None or paragraph.getparent() is not above:
            expected.clear()
        above = paragraph.getparent()
        if label is None:
            continue
        depth = int(_own_depth(paragraph))
        expected = {one: count for one, count in expected.items() if one <= depth}
        expected[depth] = expected.get(depth, 0) + 1
        plain = _PLAIN_NUMBER.fullmatch(label)
        if label and (not plain or int(plain[1]) != expected[depth] or _is_heading(paragraph)):
            _write_label(paragraph, label)
            expected.clear()


def _own_depth(paragraph: etree._Element) -> str:
    depth = paragraph.find(f"{W}pPr/{W}numPr/{W}ilvl")
    return "0" if depth is None else str(depth.get(f"{W}val", "0"))


def _is_heading(paragraph: etree._Element) -> bool:
    style = paragraph.find(f"{W}pPr/{W}pStyle")
    return style is not None and "heading" in str(style.get(f"{W}val", "")).lower()


def _write_label(paragraph: etree._Element, label: str) -> None:
    properties = paragraph.find(f"{W}pPr")
    if properties is None:
        properties = etree.SubElement(paragraph, f"{W}pPr")
        paragraph.insert(0, properties)
    for numbered in properties.findall(f"{W}numPr"):
        properties.remove(numbered)
    none = etree.SubElement(properties, f"{W}numPr")
    etree.SubElement(none, f"{W}ilvl").set(f"{W}val", "0")
    etree.SubElement(none, f"{W}numId").set(f"{W}val", "0")
    properties.addnext(_run(f"{label} "))


def _write_drawings(root: etree._Element, parts: Parts) -> tuple[str, ...]:
    """Writes charts as tables and diagrams as lines, and says what else there is to see."""
    targets = _targets(parts)
    charts = 0
    for element in [*root.iter(f"{_C}chart")]:
        chart = chart_of(parts.get(targets.get(element.get(f"{_R}id"), ""), b"<none/>"))
        charts += not chart.rows
        title = [_paragraph(chart.title)] if chart.title else []
        _put_below(element, [*title, _table(chart.rows)] if chart.rows else title)
    for element in [*root.iter(f"{_DGM}relIds")]:
        diagram = parsed(parts.get(targets.get(element.get(f"{_R}dm"), ""), b"<none/>"))
        texts = (
            " ".join("".join(part.text or "" for part in point.iter(f"{_A}t")).split())
            for point in diagram.iter(f"{_DGM}pt")
        )
        _put_below(element, [_paragraph(f"- {text}") for text in texts if text])
    pictures = sum(_is_large(one) for one in root.iter(f"{_PIC}pic"))
    return (*counted(charts, "chart"), *counted(pictures, "picture"))


def _is_large(picture: etree._Element) -> bool:
    for around in picture.iterancestors(f"{_WP}inline", f"{_WP}anchor"):
        size = around.find(f"{_WP}extent")
        if size is not None:
            return min(int(size.get("cx", "0")), int(size.get("cy", "0"))) > _LARGE
    return False


def _put_below(element: etree._Element, blocks: list[etree._Element]) -> None:
    for paragraph in [*element.iterancestors(f"{W}p")][:1]:
        for block in reversed(blocks):
            paragraph.addnext(block)


def _run(text: str) -> etree._Element:
    run = etree.Element(f"{W}r")
    written = etree.SubElement(run, f"{W}t")
    written.text = text
    written.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
    return run


def _paragraph(text: str) -> etree._Element:
    paragraph = etree.Element(f"{W}p")
    paragraph.append(_run(text))
    return paragraph


def _table(rows: list[list[str]]) -> etree._Element:
    table = etree.Element(f"{W}tbl")
    for row in rows:
        line = etree.SubElement(table, f"{W}tr")
        for cell in row:
            etree.SubElement(line, f"{W}tc").append(_paragraph(cell))
    return table


def _targets(parts: Parts) -> dict[str | None, str]:
    """The names of related parts by their ids."""
    if _RELATIONS not in parts:
        return {}
    return {
        one.get("Id"): posixpath.normpath(posixpath.join("/word", one.get("Target", ""))).lstrip(
            "/"
        )
        for one in parsed(parts[_RELATIONS])
    }


def _part(parts: Parts, name: str) -> etree._Element | None:
    part = parts.get(f"word/{name}.xml")
    return None if part is None else parsed(part)

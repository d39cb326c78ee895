"""Reads Word documents by their heading styles, lists and tables."""

import io
import logging
import re
import zlib
from dataclasses import replace
from xml.parsers.expat import ExpatError
from zipfile import BadZipFile, ZipFile

import mammoth
from lxml import etree

from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.content import Content
from knowledge.read.html.page import read_page
from knowledge.read.office.package import check_office
from knowledge.read.office.word.shown import header_text, heading_styles, with_what_is_shown
from knowledge.read.text.stated import stated_in

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

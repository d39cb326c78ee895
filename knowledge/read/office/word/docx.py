"""Reads Word documents by their heading styles, lists and tables."""

import io
import logging
import re
import zlib
from xml.parsers.expat import ExpatError
from zipfile import BadZipFile, ZipFile

import mammoth

from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.content import Content
from knowledge.read.html.page import read_html
from knowledge.read.office.package import check_office

# Mammoth logs every unknown Word style; none of them changes the text.
logging.getLogger("mammoth").setLevel(logging.ERROR)

_TITLE_STYLE = "p[style-name='Title'] => h1.title:fresh"
_TEXT = re.compile(r"word/[^/]+\.xml")
_HIDDEN = re.compile(rb"<w:(?:vanish|dstrike)\b")


def read_docx(raw: bytes) -> Content:
    """Reads a Word document without hidden or struck out text, comments and pictures."""
    try:
        check_office(raw, ".docx")
        page = mammoth.convert_to_html(
            io.BytesIO(_with_hidden_struck(raw)),
            style_map=_TITLE_STYLE,
            convert_image=mammoth.images.img_element(_none),
        )
    except (KeyError, ValueError, OSError, BadZipFile, zlib.error, ExpatError) as error:
        raise UnreadableDocumentError("this .docx cannot be read; save it again in Word") from error
    return read_html(page.value.encode())


def _with_hidden_struck(raw: bytes) -> bytes:
    """Strikes out hidden text in the document: Mammoth supports only that."""
    changed = io.BytesIO()
    with ZipFile(io.BytesIO(raw)) as old, ZipFile(changed, "w") as new:
        texts = {name: old.read(name) for name in old.namelist() if _TEXT.fullmatch(name)}
        if not any(_HIDDEN.search(text) for text in texts.values()):
            return raw
        for name in old.namelist():
            text = texts.get(name)
            new.writestr(name, old.read(name) if text is None else _HIDDEN.sub(b"<w:strike", text))
    return changed.getvalue()


def _none(image: object) -> dict[str, str]:
    return {}

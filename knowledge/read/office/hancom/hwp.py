"""Reads HWP 5 and HWPX, the formats of Hancom Office, with their automatic numbers."""

import io
import re
import struct
import zlib
from dataclasses import replace
from zipfile import BadZipFile, ZipFile

import olefile
from lxml import etree

from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.content import Content
from knowledge.read.html.page import read_html
from knowledge.read.limits import MAX_UNPACKED_MB, check_unpacked
from knowledge.read.office.hancom.by_dochan import Part, parsed
from knowledge.read.office.hancom.numbering import Numbers, of_doc_info, of_header
from knowledge.read.office.mail import read_mht
from knowledge.read.office.package import COMPOUND, Slide, deck, from_page
from knowledge.read.office.pptx import read_pptx
from knowledge.read.office.rtf import read_rtf
from knowledge.read.office.word.docx import read_docx

_ZIP = b"PK\x03\x04"
_OLD = b"HWP Document File V"
_LOCKED = "it is protected by a password; save it without one"
_DISTRIBUTED = (
    "it is locked for distribution (배포용 문서); ask its author for the document before that, "
    "or save it as a PDF"
)
_RIGHTS = "it is protected by rights management (DRM); save it without"
_DAMAGED = "this document is damaged; save it again in Hancom Office"
_COMPRESSED, _ENCRYPTED, _DISTRIBUTION = 1 << 0, 1 << 1, 1 << 2
_MANAGED = 1 << 4 | 1 << 8 | 1 << 10
"""Of the flags of an HWP 5: rights management, also by a certificate."""
_FLAGS_AT = 36
_HEADER = "Contents/header.xml"


def read_hwp(raw: bytes) -> Content:
    """Reads an HWP 5 or HWPX, whatever its name says. Raises UnreadableDocumentError."""
    if raw.startswith(_ZIP):
        numbers = _of_package(raw)
    elif raw.startswith(COMPOUND):
        numbers = _of_compound(raw)
    elif raw.startswith(_OLD):
        raise UnreadableDocumentError("this is HWP 3 or older; save it as .hwpx in Hancom Office")
    elif raw.lstrip().startswith(b"<?xml"):
        raise UnreadableDocumentError("this is HWPML; save it as .hwpx in Hancom Office")
    else:
        raise UnreadableDocumentError(_DAMAGED)
    found = parsed(raw, numbers, final=True)
    content = from_page("".join((*(part.text for part in found.parts), found.footnotes)))
    return replace(content, lost=found.lost)


def _of_package(raw: bytes) -> Numbers:
    try:
        with ZipFile(io.BytesIO(raw)) as archive:
            check_unpacked(archive.infolist())
            names = set(archive.namelist())
            manifest = "META-INF/manifest.xml"
            if manifest in names and b"encryption-data" in archive.read(manifest):
                raise UnreadableDocumentError(f"{_LOCKED}, or {_DISTRIBUTED}")
            return of_header(archive.read(_HEADER)) if _HEADER in names else Numbers({}, {})
    except (BadZipFile, zlib.error, OSError, NotImplementedError, etree.XMLSyntaxError) as error:
        raise UnreadableDocumentError(_DAMAGED) from error


def _of_compound(raw: bytes) -> Numbers:
    try:
        with olefile.OleFileIO(io.BytesIO(raw)) as opened:
            header = opened.openstream("FileHeader").read(_FLAGS_AT + 4)
            (flags,) = struct.unpack_from("<I", header, _FLAGS_AT)
            _check_open(flags)
            info = opened.openstream("DocInfo").read()
        return of_doc_info(_unpacked(info) if flags & _COMPRESSED else info)
    except (OSError, ValueError, struct.error, zlib.error) as error:
        raise UnreadableDocumentError(_DAMAGED) from error


def _check_open(flags: int) -> None:
    for flag, reason in (
        (_ENCRYPTED, _LOCKED),
        (_DISTRIBUTION, _DISTRIBUTED),
        (_MANAGED, _RIGHTS),
    ):
        if flags & flag:
            raise UnreadableDocumentError(reason)


def _unpacked(stream: bytes) -> bytes:
    return zlib.decompressobj(-zlib.MAX_WBITS).decompress(stream, MAX_UNPACKED_MB * 1024 * 1024)


# Reads the DOC and PPT of Word and PowerPoint before 2007.


_HEADING = re.compile(r"<h1>(?P<title>.*?)</h1>")
_DAMAGED_OFFICE = "this file is damaged; save it again, or as {}"


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
        raise UnreadableDocumentError(_DAMAGED_OFFICE.format(".docx"))
    found = parsed(raw)
    page = "".join((*(part.text for part in found.parts), found.footnotes))
    return replace(from_page(page), lost=found.lost)


def read_ppt(raw: bytes) -> Content:
    """Reads a PPT without its hidden slides; it may be a PPTX with another name."""
    if raw.startswith(_ZIP):
        return read_pptx(raw)
    if not raw.startswith(COMPOUND):
        raise UnreadableDocumentError(_DAMAGED_OFFICE.format(".pptx"))
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

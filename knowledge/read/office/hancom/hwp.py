"""Reads HWP 5 and HWPX, the formats of Hancom Office, with their automatic numbers."""

import io
import struct
import zlib
from dataclasses import replace
from zipfile import BadZipFile, ZipFile

import olefile
from lxml import etree

from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.content import Content
from knowledge.read.limits import MAX_UNPACKED_MB, check_unpacked
from knowledge.read.office.hancom.by_dochan import parsed
from knowledge.read.office.hancom.numbering import Numbers, of_doc_info, of_header
from knowledge.read.office.package import COMPOUND, from_page

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

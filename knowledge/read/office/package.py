"""Checks Word, Excel and PowerPoint files: each has to be a ZIP, neither locked nor too old."""

import io
from zipfile import ZipFile

from lxml import etree

from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.limits import check_unpacked

COMPOUND = bytes.fromhex("D0CF11E0A1B11AE1")
"""The first bytes of the old formats, and of a locked file of any format."""
_LOCKED = "EncryptedPackage".encode("utf-16-le")


def check_office(raw: bytes, suffix: str) -> None:
    """Raises UnreadableDocumentError for a locked, old or too large file, BadZipFile for no ZIP."""
    if raw.startswith(COMPOUND):
        if _LOCKED in raw:
            raise UnreadableDocumentError("it is protected by a password; save it without one")
        raise UnreadableDocumentError(f"this is an older format, renamed; save it as {suffix}")
    with ZipFile(io.BytesIO(raw)) as archive:
        check_unpacked(archive.infolist())


def parsed(part: bytes) -> etree._Element:
    """The root of a part of such a file; what is outside of it is not looked up."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
    return etree.fromstring(part, parser)

"""Opens an OpenDocument file: a ZIP of XML, or one XML."""

import io
import zlib
from zipfile import BadZipFile, ZipFile

from lxml import etree

from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.limits import check_unpacked

_NAMES = "urn:oasis:names:tc:opendocument:xmlns"
TEXT = f"{{{_NAMES}:text:1.0}}"
TABLE = f"{{{_NAMES}:table:1.0}}"
OFFICE = f"{{{_NAMES}:office:1.0}}"
STYLE = f"{{{_NAMES}:style:1.0}}"
DRAW = f"{{{_NAMES}:drawing:1.0}}"
PRESENTATION = f"{{{_NAMES}:presentation:1.0}}"
FO = f"{{{_NAMES}:xsl-fo-compatible:1.0}}"
_ZIP = b"PK\x03\x04"
_LOCKED = "it is protected by a password; save it without one"


def opened(raw: bytes, suffix: str) -> list[etree._Element]:
    """The roots of its content and its styles. Raises UnreadableDocumentError."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
    try:
        if not raw.startswith(_ZIP):
            return [etree.fromstring(raw, parser)]
        with ZipFile(io.BytesIO(raw)) as archive:
            check_unpacked(archive.infolist())
            names = archive.namelist()
            manifest = "META-INF/manifest.xml"
            if manifest in names and b"encryption-data" in archive.read(manifest):
                raise UnreadableDocumentError(_LOCKED)
            parts = [name for name in ("content.xml", "styles.xml") if name in names]
            return [etree.fromstring(archive.read(name), parser) for name in parts]
    except (
        BadZipFile, zlib.error, OSError, NotImplementedError, RuntimeError, etree.XMLSyntaxError,
    ) as error:  # fmt: skip
        reason = f"this {suffix} cannot be read; save it again"
        raise UnreadableDocumentError(reason) from error

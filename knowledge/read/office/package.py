"""What Word, Excel and PowerPoint files have in common: each is a ZIP, or locked, or old."""

import io
from zipfile import ZipFile

from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.limits import check_unpacked

_COMPOUND = bytes.fromhex("D0CF11E0A1B11AE1")
"""How the old formats begin, and a locked file of any kind."""
_LOCKED = "EncryptedPackage".encode("utf-16-le")


def check_office(raw: bytes, suffix: str) -> None:
    """Raises UnreadableDocumentError for what must not be opened, BadZipFile for what is no ZIP."""
    if raw.startswith(_COMPOUND):
        if _LOCKED in raw:
            raise UnreadableDocumentError("it is protected by a password; save it without one")
        raise UnreadableDocumentError(f"this is an old format by another name; save it as {suffix}")
    with ZipFile(io.BytesIO(raw)) as archive:
        check_unpacked(archive.infolist())

"""Lists the members of a ZIP as files in a folder of its name."""

import io
import re
import stat
import unicodedata
import zlib
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import PurePosixPath
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from knowledge.model.errors import UnreadableDocumentError
from knowledge.model.printable import visible
from knowledge.model.report import Skipped
from knowledge.read.formats import ARCHIVE
from knowledge.read.limits import check_unpacked
from knowledge.read.sources.source import File, listed

_UTF_8 = 0x800
_ENCRYPTED = 0x1
_NO_PLAIN_PATH = re.compile(r"[\x00-\x1f\\]|^/|^[A-Za-z]:|(?:^|/)\.\.(?:/|$)")


class InHand:
    """Holds one ZIP in memory at a time: a folder may have more of them than fit."""

    def __init__(self) -> None:
        self._file: File | None = None
        self._opened: ZipFile | None = None

    def opened(self, archive: File) -> ZipFile:
        """Opens a ZIP and drops the one before. Raises UnreadableDocumentError."""
        if self._opened is None or self._file is not archive:
            self._opened = None
            self._opened, self._file = _opened(archive), archive
        return self._opened


def members(archive: File, hand: InHand) -> Iterator[File | Skipped]:
    """The files in a ZIP, without hidden ones and READMEs. Unpacks each only when it is read.

    Raises UnreadableDocumentError.
    """
    opened = hand.opened(archive)
    entries = [entry for entry in opened.infolist() if not entry.is_dir()]
    check_unpacked(entries)
    names = _names(entries)
    documents = set(listed([PurePosixPath(name) for name in names]))
    for name, entry in sorted(zip(names, entries, strict=True), key=lambda one: one[0]):
        reason = _reason_against(name, entry)
        if reason:
            shown = f"{archive.name}/{visible(name)}"
            yield Skipped(shown, f"{shown}: {reason}")
        elif PurePosixPath(name) in documents:
            path = PurePosixPath(archive.name, visible(name)).as_posix()
            yield File(path, entry.file_size, partial(_read, hand, archive, entry), archive.root)


def _opened(archive: File) -> ZipFile:
    try:
        return ZipFile(io.BytesIO(archive.read()))
    except (BadZipFile, NotImplementedError, ValueError) as error:
        raise UnreadableDocumentError("this ZIP is damaged; create it again") from error


def _names(entries: Sequence[ZipInfo]) -> list[str]:
    """The members' names. Names without the UTF-8 flag are UTF-8 or Korean Windows (CP949)."""
    unsaid = [_raw(entry) for entry in entries if not entry.flag_bits & _UTF_8]
    encoding = _encoding(b"".join(unsaid))
    return [
        unicodedata.normalize(
            "NFC",
            entry.orig_filename
            if entry.flag_bits & _UTF_8
            else _raw(entry).decode(encoding, "replace"),
        )
        for entry in entries
    ]


def _raw(entry: ZipInfo) -> bytes:
    return entry.orig_filename.encode("cp437")


def _encoding(names: bytes) -> str:
    try:
        names.decode("utf-8")
    except UnicodeDecodeError:
        return "cp949"
    return "utf-8"


def _reason_against(name: str, entry: ZipInfo) -> str | None:
    if _NO_PLAIN_PATH.search(name):
        return "its name in the ZIP is not a plain path; create the ZIP again"
    if stat.S_ISLNK(entry.external_attr >> 16):
        return "a link in a ZIP is not followed"
    if entry.flag_bits & _ENCRYPTED:
        return "it is locked with a password; create the ZIP without one"
    if entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        return "its compression is not supported; create the ZIP with ordinary compression"
    if name.lower().endswith(ARCHIVE):
        return "a ZIP in a ZIP is not read; put its files beside it"
    return None


def _read(hand: InHand, archive: File, entry: ZipInfo) -> bytes:
    # zipfile unpacks at most entry.file_size, which check_unpacked has added up.
    try:
        return hand.opened(archive).read(entry)
    except (BadZipFile, zlib.error, EOFError, OSError) as error:
        raise UnreadableDocumentError("it is damaged in the ZIP; create the ZIP again") from error

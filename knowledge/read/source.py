"""Lists the files of the documents: folders and single files."""

import io
import re
import stat
import unicodedata
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, count
from pathlib import Path, PurePath, PurePosixPath
from typing import Protocol
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from knowledge.model.errors import UnreadableDocumentError
from knowledge.model.places import Places, folder_of
from knowledge.model.printable import visible
from knowledge.model.report import Skipped
from knowledge.read.formats import ARCHIVE, check_known
from knowledge.read.limits import check_size, check_unpacked

SIDECAR = ".meta.yaml"
DEFAULTS = "_defaults.yaml"
FACTS = ".source.yaml"
"""What a source elsewhere says of a file that was copied from it: `NAME.pdf.source.yaml`."""


@dataclass(frozen=True, slots=True)
class File:
    """A file of a source, not yet read."""

    name: str
    """Its path in the source, with forward slashes. Unique."""
    size: int
    """In bytes. Files above a limit are skipped."""
    read: Callable[[], bytes]
    """Reads its bytes. Raises UnreadableDocumentError."""
    root: str = ""
    """The folder in its name at which defaults end: those of folders above do not apply."""


class Source(Protocol):
    """Lists the files of a store: documents with their sidecars and defaults."""

    def files(self) -> Iterator[File]:
        """Every file, in a fixed order. Raises UnreadableDocumentError if there is none."""


class Paths:
    """Folders and single files as one source.

    Names in the first folder are the same with or without other folders, so adding one renames no
    document. Names in the others begin with the folder's name. A file in two places, such as in a
    folder inside another one, is listed once. A single file comes with its sidecar and the defaults
    of its folder.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        self._paths = paths

    def files(self) -> Iterator[File]:
        """The files of each path, without hidden ones, and without READMEs beside documents."""
        places = Places.of(*self._paths)
        if missing := places.missing():
            raise UnreadableDocumentError(f"there is no {missing}; set STOREWISE_SOURCE")
        roots = _roots(places.paths)
        labels = _labels(roots)
        given: set[str] = set()
        for path, root in roots.items():
            for file in _files_of(path, root, labels[root]):
                if file.name not in given:
                    given.add(file.name)
                    yield file


def listed(paths: Sequence[PurePath]) -> list[PurePath]:
    """The paths of documents, without hidden ones and those with `_`, such as `_golden.jsonl`.

    A README is about the documents beside it; where there are only READMEs, they are the documents.
    """
    open_to_see = [path for path in paths if not _is_aside(path)]
    documents = [path for path in open_to_see if not is_readme(path)]
    return documents if any(map(_is_document, documents)) else open_to_see


def is_readme(path: PurePath) -> bool:
    """Whether a path is a README or its sidecar."""
    name = path.name.removesuffix(SIDECAR).removesuffix(FACTS)
    return PurePath(name).stem.upper() == "README"


def _is_aside(path: PurePath) -> bool:
    aside = path.name.startswith("_") and path.name != DEFAULTS
    return aside or any(part.startswith(".") for part in path.parts)


def _is_document(path: PurePath) -> bool:
    return path.name != DEFAULTS and not path.name.endswith((SIDECAR, FACTS))


def _roots(paths: Sequence[Path]) -> dict[Path, Path]:
    """The folder that each path's names are relative to; the outer one of nested folders."""
    folders = [path.resolve() for path in paths if path.is_dir()]
    roots = {}
    for path in paths:
        own = folder_of(path).resolve()
        around = (folder for folder in folders if own.is_relative_to(folder))
        roots[path] = min(around, key=lambda folder: len(folder.parts), default=own)
    return roots


def _labels(roots: Mapping[Path, Path]) -> dict[Path, str]:
    """The prefix for the names of each root's files, so that all names are unique."""
    first, *others = dict.fromkeys(roots.values())
    whole = any(path.is_dir() for path, root in roots.items() if root == first)
    taken = {path.name for path in first.iterdir()} if whole and others else set()
    labels = {first: ""}
    for root in others:
        name = visible(root.name) or "root"
        numbered = (f"{name}-{number}" for number in count(2))
        labels[root] = next(one for one in chain([name], numbered) if one not in taken)
        taken.add(labels[root])
    return labels


def _files_of(path: Path, root: Path, label: str) -> Iterator[File]:
    found_here = _below(path) if path.is_dir() else _with_metadata(path)
    if not found_here:
        # An empty or unmounted folder must not remove its documents from the index.
        raise UnreadableDocumentError(f"there is no document that can be read in {path}")
    folder = folder_of(path)
    before = Path(label, folder.resolve().relative_to(root))
    for found in found_here:
        name = visible((before / found.relative_to(folder)).as_posix())
        if (size := _size(found)) is not None:
            yield File(name, size, partial(_read, found, root), label)


def _below(folder: Path) -> list[Path]:
    paths = [path.relative_to(folder) for path in folder.rglob("*") if path.is_file()]
    return sorted(folder / path for path in listed(paths))


def _with_metadata(path: Path) -> list[Path]:
    if not path.is_file():  # reading a pipe would wait for ever
        return []
    beside = [path.with_name(DEFAULTS), path.with_name(path.name + SIDECAR)]
    return [path, *(other for other in beside if other.is_file())]


def _size(path: Path) -> int | None:
    try:
        return path.stat().st_size
    except FileNotFoundError:  # It was deleted after the folder was listed.
        return None


def _read(path: Path, root: Path) -> bytes:
    if not path.resolve().is_relative_to(root):
        raise UnreadableDocumentError("a link that leads out of the source folder is not followed")
    try:
        return path.read_bytes()
    except OSError as error:
        raise UnreadableDocumentError(
            "it cannot be opened; is it still there, and may storewise read it?"
        ) from error


# Which files of a source elsewhere are worth copying: those that a run would read.

_GOLDEN = "_golden.jsonl"


def is_wanted(path: str, size: int | None) -> bool:
    """Whether to copy a file; False for a README and the like, which nobody misses.

    Raises UnreadableDocumentError for a document that could not be read.
    """
    named = PurePosixPath(path)
    if named.name.endswith(FACTS):
        return False
    if named.name not in (DEFAULTS, _GOLDEN):
        if is_readme(named) or not listed([named]):
            return False
        if not named.name.endswith(SIDECAR):
            check_known(named.suffix.lower())
    check_size(size or 0)
    return True


# Lists the members of a ZIP as files in a folder of its name.


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
            yield File(
                path, entry.file_size, partial(_unpacked, hand, archive, entry), archive.root
            )


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


def _unpacked(hand: InHand, archive: File, entry: ZipInfo) -> bytes:
    # zipfile unpacks at most entry.file_size, which check_unpacked has added up.
    try:
        return hand.opened(archive).read(entry)
    except (BadZipFile, zlib.error, EOFError, OSError) as error:
        raise UnreadableDocumentError("it is damaged in the ZIP; create the ZIP again") from error

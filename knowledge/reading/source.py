"""Where documents come from: folders and single files; a list of addresses may come later."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePath
from typing import Protocol

from knowledge.errors import UnreadableDocumentError

SIDECAR = ".meta.yaml"
DEFAULTS = "_defaults.yaml"


@dataclass(frozen=True, slots=True)
class File:
    """A file of a source, not yet read."""

    name: str
    """Its path in the source, with forward slashes; no two files share it."""
    size: int
    """In bytes; too large ones are not read."""
    read: Callable[[], bytes]
    """Gives its bytes. Raises UnreadableDocumentError."""


class Source(Protocol):
    """Gives the files of a store: documents, and the sidecars and defaults that speak of them."""

    def files(self) -> Iterator[File]:
        """Every file, in a fixed order. Raises UnreadableDocumentError where there is nothing."""


class Paths:
    """Folders and single files as one source.

    With more than one, names begin with the folder's name, so that two folders may hold files of
    the same name. Of a single file, the defaults of its folder and its sidecar are given with it.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        self._paths = paths

    def files(self) -> Iterator[File]:
        """The files of each path, but README and hidden ones."""
        for path in self._paths:
            if not path.exists():
                raise UnreadableDocumentError(f"there is no {path}; set STOREWISE_SOURCE")
        labels = _labels([_folder(path) for path in self._paths])
        for path in self._paths:
            folder = _folder(path)
            for found in _below(path) if path.is_dir() else _with_company(path):
                if file := _file(found, folder, labels[folder.resolve()]):
                    yield file


def is_unlisted(path: PurePath) -> bool:
    """Whether a path is hidden, a README, or speaks of the documents, such as `_golden.jsonl`."""
    aside = path.name.startswith("_") and path.name != DEFAULTS
    hidden = any(part.startswith(".") for part in path.parts)
    return aside or hidden or path.stem.upper() == "README"


def _folder(path: Path) -> Path:
    return path if path.is_dir() else path.parent


def _labels(folders: Sequence[Path]) -> dict[Path, str]:
    """What stands before the names of each folder's files: nothing where there is one folder."""
    labels: dict[Path, str] = {}
    for folder in dict.fromkeys(folder.resolve() for folder in folders):
        label, number = folder.name or "root", 1
        while label in labels.values():
            number += 1
            label = f"{folder.name}-{number}"
        labels[folder] = label
    return labels if len(labels) > 1 else dict.fromkeys(labels, "")


def _below(folder: Path) -> list[Path]:
    paths = folder.rglob("*")
    return sorted(p for p in paths if p.is_file() and not is_unlisted(p.relative_to(folder)))


def _with_company(path: Path) -> list[Path]:
    beside = [path.with_name(DEFAULTS), path.with_name(path.name + SIDECAR)]
    return [path, *(other for other in beside if other.is_file())]


def _file(path: Path, folder: Path, label: str) -> File | None:
    name = Path(label, path.relative_to(folder)).as_posix()
    # A name from another system may hold bytes that are no text; it must still be printable.
    printable = name.encode("utf-8", "replace").decode()
    try:
        size = path.stat().st_size
    except FileNotFoundError:  # Somebody took it away since the folder was listed.
        return None
    return File(printable, size, partial(_read, path, folder))


def _read(path: Path, folder: Path) -> bytes:
    if not path.resolve().is_relative_to(folder.resolve()):
        raise UnreadableDocumentError("a link that leads out of the source folder is not followed")
    try:
        return path.read_bytes()
    except OSError as error:
        raise UnreadableDocumentError(
            "it cannot be opened; is it still there, and may storewise read it?"
        ) from error

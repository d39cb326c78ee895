"""Where documents come from: folders and single files; a list of addresses may come later."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, count
from pathlib import Path, PurePath
from typing import Protocol

from knowledge.model.errors import UnreadableDocumentError
from knowledge.model.places import Places, folder_of
from knowledge.model.printable import visible

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
    root: str = ""
    """Where its name leaves its own folder: the defaults of folders above do not speak of it."""


class Source(Protocol):
    """Gives the files of a store: documents, and the sidecars and defaults that speak of them."""

    def files(self) -> Iterator[File]:
        """Every file, in a fixed order. Raises UnreadableDocumentError where there is nothing."""


class Paths:
    """Folders and single files as one source.

    Names in the first folder are those that it would have alone, so that another one beside it
    renames no document; names in the others begin with the folder's own. What is in two places,
    such as a folder inside another one, is given once. Of a single file, the defaults of its folder
    and its sidecar are given with it.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        self._paths = paths

    def files(self) -> Iterator[File]:
        """The files of each path, but README and hidden ones."""
        places = Places.of(*self._paths)
        if missing := places.missing():
            raise UnreadableDocumentError(f"there is no {missing}; set STOREWISE_SOURCE")
        roots = _roots(places.paths)
        labels = _labels(roots)
        given: set[str] = set()
        for path, root in roots.items():
            for file in _given_by(path, root, labels[root]):
                if file.name not in given:
                    given.add(file.name)
                    yield file


def is_unlisted(path: PurePath) -> bool:
    """Whether a path is hidden, a README, or speaks of the documents, such as `_golden.jsonl`."""
    aside = path.name.startswith("_") and path.name != DEFAULTS
    hidden = any(part.startswith(".") for part in path.parts)
    return aside or hidden or path.stem.upper() == "README"


def _roots(paths: Sequence[Path]) -> dict[Path, Path]:
    """The folder that the names of each path begin in: of two, one inside the other, the outer."""
    folders = [path.resolve() for path in paths if path.is_dir()]
    roots = {}
    for path in paths:
        own = folder_of(path).resolve()
        around = (folder for folder in folders if own.is_relative_to(folder))
        roots[path] = min(around, key=lambda folder: len(folder.parts), default=own)
    return roots


def _labels(roots: Mapping[Path, Path]) -> dict[Path, str]:
    """What stands before the names of each root's files, so that no two files share one."""
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


def _given_by(path: Path, root: Path, label: str) -> Iterator[File]:
    listed = _below(path) if path.is_dir() else _with_company(path)
    if not listed:
        # Of several folders, too, an empty or unmounted one must not take its answers away.
        raise UnreadableDocumentError(f"there is no document that can be read in {path}")
    folder = folder_of(path)
    before = Path(label, folder.resolve().relative_to(root))
    for found in listed:
        name = visible((before / found.relative_to(folder)).as_posix())
        if (size := _size(found)) is not None:
            yield File(name, size, partial(_read, found, root), label)


def _below(folder: Path) -> list[Path]:
    paths = folder.rglob("*")
    return sorted(p for p in paths if p.is_file() and not is_unlisted(p.relative_to(folder)))


def _with_company(path: Path) -> list[Path]:
    if not path.is_file():  # who reads a pipe waits for ever
        return []
    beside = [path.with_name(DEFAULTS), path.with_name(path.name + SIDECAR)]
    return [path, *(other for other in beside if other.is_file())]


def _size(path: Path) -> int | None:
    try:
        return path.stat().st_size
    except FileNotFoundError:  # Somebody took it away since the folder was listed.
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

"""Where the documents are: folders and single files, several of them if need be."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Self


@dataclass(frozen=True, slots=True)
class Places:
    """The folders and files that were named, in this order; the first is the main one."""

    paths: tuple[Path, ...]

    @classmethod
    def of(cls, *paths: Path) -> Self:
        """These paths, each of them once."""
        return cls(tuple(dict.fromkeys(paths)))

    @classmethod
    def written(cls, text: str) -> Self:
        """As in PATH: one after the other with the system's separator, `:` or `;`, between them."""
        whole = _at_home(text)
        if os.path.exists(whole):  # noqa: PTH110 - a list may be too long for Path.exists
            return cls.of(Path(whole))  # a folder's own name may hold the separator
        parts = (part.strip() for part in text.split(os.pathsep))
        return cls.of(*(Path(_at_home(part)) for part in parts if part))

    @classmethod
    def kept(cls, lines: str) -> Self:
        """From what `lines` gave; an index of an earlier release kept one path in the same way."""
        return cls.of(*map(Path, lines.split("\n")))

    @property
    def lines(self) -> str:
        """Each path in full on a line of its own: the same places, the same lines."""
        return "\n".join(dict.fromkeys(str(path.resolve()) for path in self.paths))

    @property
    def folders(self) -> tuple[Path, ...]:
        """Each folder, and those that the files are in, once."""
        return tuple(dict.fromkeys(map(folder_of, self.paths)))

    def __str__(self) -> str:
        return _listed(self.paths)

    def missing(self) -> str:
        """Those that are not there, to be read by a person; empty when all are."""
        return _listed(path for path in self.paths if not path.exists())


def folder_of(path: Path) -> Path:
    """The folder itself, or the one that a file is in."""
    return path if path.is_dir() else path.parent


def _at_home(path: str) -> str:
    return os.path.expanduser(path)  # noqa: PTH111 - Path's fails where nobody has that name


def _listed(paths: Iterable[Path]) -> str:
    return ", ".join(map(str, paths))

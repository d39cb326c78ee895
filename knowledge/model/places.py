"""The folders and single files that hold the documents."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from knowledge.model.address import Address, split

COPIES = "sources"
"""The folder, in the data folder, of the copies of documents that lie elsewhere."""


@dataclass(frozen=True, slots=True)
class Places:
    """The configured folders and files, in order. The first is the main one."""

    paths: tuple[Path, ...]
    addresses: Mapping[Path, Address] = field(default_factory=dict, compare=False)
    """Where the documents of a path are copied from, for those that are copies."""

    @classmethod
    def of(cls, *paths: Path) -> Self:
        """These paths, without duplicates."""
        return cls(tuple(dict.fromkeys(paths)))

    @classmethod
    def written(cls, text: str, data: Path = Path("data")) -> Self:
        """Parses a list as in PATH, with the system's separator: `:` or `;`.

        A part may be an address; its documents are copied into the data folder. Raises ValueError.
        """
        whole = _at_home(text)
        if os.path.exists(whole):  # noqa: PTH110 - a list may be too long for Path.exists
            return cls.of(Path(whole))  # a folder's own name may contain the separator
        return cls.named(split(text, os.pathsep), data)

    @classmethod
    def named(cls, parts: Iterable[str], data: Path) -> Self:
        """Folders, files and addresses, each by itself. Raises ValueError."""
        paths: list[Path] = []
        addresses: dict[Path, Address] = {}
        for part in parts:
            if Address.is_one(part):
                address = Address.written(part)
                path = address.copy_in(data / COPIES)
                addresses[path] = address
            else:
                path = Path(_at_home(part))
            paths.append(path)
        return cls(tuple(dict.fromkeys(paths)), addresses)

    @classmethod
    def kept(cls, lines: str) -> Self:
        """Parses `lines`. An index of an earlier release stored its one path in the same form."""
        return cls.of(*map(Path, lines.split("\n")))

    @property
    def lines(self) -> str:
        """The absolute paths, one a line, to be stored and compared."""
        return "\n".join(dict.fromkeys(str(path.resolve()) for path in self.paths))

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders, and the folders of the files, without duplicates."""
        return tuple(dict.fromkeys(map(folder_of, self.paths)))

    @property
    def local(self) -> Self:
        """Those that are no copies of an address."""
        return type(self).of(*(path for path in self.paths if path not in self.addresses))

    def __str__(self) -> str:
        return ", ".join(str(self.addresses.get(path, path)) for path in self.paths)

    def missing(self) -> str:
        """The paths that do not exist, as a text for people; empty if all exist."""
        return _listed(path for path in self.paths if not path.exists())


def folder_of(path: Path) -> Path:
    """The folder itself, or the one that a file is in."""
    return path if path.is_dir() else path.parent


def _at_home(path: str) -> str:
    return os.path.expanduser(path)  # noqa: PTH111 - Path's fails where nobody has that name


def _listed(paths: Iterable[Path]) -> str:
    return ", ".join(map(str, paths))

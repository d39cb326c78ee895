"""The Protocols by which replicas share an index: where it is published, where its file lies."""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Artefact:
    """The file of one generation. It is written once and never changed."""

    number: int
    """The generation's number: no two generations of an installation have the same."""
    sha256: str
    """The hash of the whole file, in hexadecimal digits."""
    size: int
    """Its bytes."""

    @property
    def name(self) -> str:
        """Returns its file name: letters, digits, dots and hyphens only."""
        return f"index-{self.number}-{self.sha256[:16]}.tar"

    @staticmethod
    def number_in(name: str) -> int | None:
        """Returns the number of an artefact's file name; None for another file."""
        parts = name.split("-")
        is_one = len(parts) == 3 and parts[0] == "index" and parts[1].isdecimal()  # noqa: PLR2004
        return int(parts[1]) if is_one else None


@dataclass(frozen=True, slots=True)
class Withheld:
    """Contents that no automatic run publishes: an administrator rolled them back."""

    contents: str
    reason: str


@dataclass(frozen=True, slots=True)
class PublishedIndex:
    """The index that all replicas answer from."""

    artefact: Artefact
    previous: Artefact | None
    """The one that a roll-back publishes again."""
    made_at: str
    """When it was published, in UTC, as ISO 8601."""
    withheld: tuple[Withheld, ...] = ()

    @property
    def kept(self) -> tuple[Artefact, ...]:
        """Returns the artefacts that have to stay: this one and the one before."""
        return (self.artefact, self.previous) if self.previous else (self.artefact,)


class Published(Protocol):
    """The pointer to the published index, and the counter of numbers; all replicas see the same.

    Every method raises KnowledgeError, in an operator's words, if it cannot be reached.
    """

    async def current(self) -> PublishedIndex | None:
        """Returns the published index; None before the first one."""
        ...

    async def next_number(self, above: int) -> int:
        """Returns a number that it never gave to anyone and that is greater than `above`."""
        ...

    async def publish(self, index: PublishedIndex, after: PublishedIndex | None) -> None:
        """Moves the pointer in one step, if it still points at `after`. Raises OutrunError.

        A leader that was paused can so never publish an old index over a newer one.
        """
        ...

    async def wait_for_change(self, known: PublishedIndex | None, timeout_s: float) -> None:
        """Returns as soon as `current()` is not `known`, and after the timeout anyway."""
        ...


class Shelf(Protocol):
    """Holds the files of artefacts where every replica reaches them.

    Every method raises KnowledgeError, in an operator's words, if it fails.
    """

    async def put(self, name: str, path: Path) -> None:
        """Stores a file under a name: whole, or not at all. The same file may come again."""
        ...

    async def get(self, name: str, path: Path) -> None:
        """Writes the named file to a path."""
        ...

    async def names(self) -> Collection[str]:
        """Returns the names of the files that are there."""
        ...

    async def drop(self, name: str) -> None:
        """Deletes a file; does nothing if there is none."""
        ...


class OwnVectors(Protocol):
    """The vector store of this replica alone, in its data directory; ChromaStore is one."""

    @property
    def folder(self) -> Path:
        """The folder with a folder for each generation."""
        ...

    async def drop(self, generation: int) -> None:
        """Closes and deletes the vectors of a generation."""
        ...

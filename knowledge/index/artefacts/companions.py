"""Carries files beside the index that answers depend on, such as fitted weights."""

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from knowledge.model.places import Places


@dataclass(frozen=True, slots=True)
class Companion:
    """A file that goes with each index."""

    name: str
    found: Callable[[], Path]
    """Returns where the leader has it; it may be missing."""
    placed: Callable[[Places], Path]
    """Returns where a replica puts it for an index of these documents, in its data directory."""


def gather(companions: Sequence[Companion], folder: Path) -> None:
    """Copies the leader's files into a folder. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    for one in companions:
        found = one.found()
        if found.is_file():
            shutil.copyfile(found, folder / one.name)


def place(companions: Sequence[Companion], folder: Path, source: Places) -> None:
    """Puts the files into their places, each in one step. Raises OSError.

    A file that the leader does not have is deleted.
    """
    for one in companions:
        target, carried = one.placed(source), folder / one.name
        if not carried.is_file():
            target.unlink(missing_ok=True)
            continue
        beside = target.with_name(f"{target.name}.new")
        shutil.copyfile(carried, beside)
        beside.replace(target)

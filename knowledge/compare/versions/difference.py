"""The types that describe changes between two versions."""

from dataclasses import dataclass
from enum import StrEnum

from knowledge.language.values import Value
from knowledge.model.documents import Header

Path = tuple[str, ...]
"""The headings above a sentence, outermost first."""


class How(StrEnum):
    """How a sentence changed."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class Change:
    """A sentence, list item or table row that has changed."""

    how: How
    section: Path
    """The headings of its section; of a removed sentence, of its old one."""
    old: str = ""
    new: str = ""
    values: tuple[tuple[Value | None, Value | None], ...] = ()
    """The changed values, each before and after; None where one was added or removed."""
    words: tuple[tuple[str, str], ...] = ()
    """The other changed words, each run before and after."""
    came_from: Path | None = None
    """Its old section, if it moved to another one."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The changes between two versions, in the order of the new one."""

    old: Header
    new: Header
    headings: tuple[tuple[Path, Path], ...]
    """The headings of renamed sections, each before and after."""
    changes: tuple[Change, ...]

"""The words for what changed."""

from dataclasses import dataclass
from enum import StrEnum

from knowledge.language.values import Value
from knowledge.model.documents import Header

Path = tuple[str, ...]
"""The headings above a sentence, outermost first."""


class How(StrEnum):
    """What became of a sentence."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class Change:
    """A sentence, list item or table row that is not as it was."""

    how: How
    section: Path
    """The section in which it stands, or stood, if that is gone."""
    old: str = ""
    new: str = ""
    values: tuple[tuple[Value | None, Value | None], ...] = ()
    """The values that changed, each before and after; None where there is none."""
    words: tuple[tuple[str, str], ...] = ()
    """The other words that changed, each run before and after."""
    came_from: Path | None = None
    """Where it stood, if in another section."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What changed between two versions, in the order of the new one."""

    old: Header
    new: Header
    headings: tuple[tuple[Path, Path], ...]
    """Headings that changed above sections that stayed, each before and after."""
    changes: tuple[Change, ...]

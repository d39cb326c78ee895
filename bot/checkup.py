"""What `storewise doctor` finds out about a platform, one thing at a time."""

from dataclasses import dataclass
from enum import StrEnum


class Mark(StrEnum):
    """How a thing stands."""

    GOOD = "✓"
    BAD = "✗"
    DOUBT = "!"
    """Works, though not wholly or not for long."""
    UNASKED = "–"
    """Not looked at; says why."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    mark: Mark
    what: str
    said: str
    notes: tuple[str, ...] = ()
    cure: str = ""
    """What to do about it: where to click, or which setting to change."""


def lines(finding: Finding) -> list[str]:
    """Return the lines to print, its cure last."""
    below = [*finding.notes, *([f"→ {finding.cure}"] if finding.cure else [])]
    return [f"{finding.mark} {finding.what}: {finding.said}", *(f"    {line}" for line in below)]


def summary(marks: list[Mark]) -> str:
    """Return the last line."""
    bad = marks.count(Mark.BAD)
    return f"{bad} to mend" if bad else "nothing to mend"

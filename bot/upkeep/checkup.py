"""The findings of `storewise doctor` about a platform."""

import re
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from enum import StrEnum

_LATE_S, _TOO_LATE_S = 60, 300  # Slack's and Microsoft's signatures hold for 300 s
_CLOCK_CURE = "Sync this machine's clock: timedatectl set-ntp true."


class Mark(StrEnum):
    """The result of a check."""

    GOOD = "✓"
    BAD = "✗"
    DOUBT = "!"
    """Works, but not fully or not for long."""
    UNASKED = "–"
    """Not checked; the finding says why."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check, with its explanation."""

    mark: Mark
    what: str
    said: str
    notes: tuple[str, ...] = ()
    cure: str = ""
    """How to fix it: where to click, or which setting to change."""


def formed(name: str, value: str | None, form: re.Pattern[str], looks: str, cure: str) -> Finding:
    """Checks that a setting is set and has the right form; never shows its value."""
    if not value:
        return Finding(Mark.BAD, name, "not set", cure=cure)
    if form.fullmatch(value) is None:
        return Finding(Mark.BAD, name, f"set, but does not look like {looks}", cure=cure)
    return Finding(Mark.GOOD, name, "set")


def on_time(theirs: str, date: str, now: float, refused: str) -> Finding:
    """Compares this machine's clock with the Date header of a platform's response."""
    what = "clock"
    try:
        apart = round(abs(now - parsedate_to_datetime(date).timestamp()))
    except ValueError:
        return Finding(Mark.UNASKED, what, f"{theirs} sent no time")
    if apart > _TOO_LATE_S:
        said = f"{apart} s off {theirs}'s clock: {refused}"
        return Finding(Mark.BAD, what, said, cure=_CLOCK_CURE)
    if apart > _LATE_S:
        said = f"{apart} s off {theirs}'s clock; from {_TOO_LATE_S} s nothing works"
        return Finding(Mark.DOUBT, what, said, cure=_CLOCK_CURE)
    return Finding(Mark.GOOD, what, f"matches {theirs}'s")


def lines(finding: Finding) -> list[str]:
    """Returns the lines to print, the fix last."""
    below = [*finding.notes, *([f"→ {finding.cure}"] if finding.cure else [])]
    return [f"{finding.mark} {finding.what}: {finding.said}", *(f"    {line}" for line in below)]


def summary(marks: list[Mark]) -> str:
    """Returns the last line."""
    bad = marks.count(Mark.BAD)
    return f"{bad} problem{'s' if bad > 1 else ''} to fix" if bad else "no problems found"

"""What `storewise doctor` finds out about a platform, one thing at a time."""

import re
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from enum import StrEnum

_LATE_S, _TOO_LATE_S = 60, 300  # Slack's and Microsoft's signatures hold for 300 s
_CLOCK_CURE = "Sync this machine's clock: timedatectl set-ntp true."


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


def formed(name: str, value: str | None, form: re.Pattern[str], looks: str, cure: str) -> Finding:
    """Whether a setting is there and looks like what it should be; it is not shown."""
    if not value:
        return Finding(Mark.BAD, name, "not set", cure=cure)
    if form.fullmatch(value) is None:
        return Finding(Mark.BAD, name, f"set, but does not look like {looks}", cure=cure)
    return Finding(Mark.GOOD, name, "set")


def on_time(theirs: str, date: str, now: float, refused: str) -> Finding:
    """How far this machine's clock is from the Date header of an answer of theirs."""
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
    """Return the lines to print, its cure last."""
    below = [*finding.notes, *([f"→ {finding.cure}"] if finding.cure else [])]
    return [f"{finding.mark} {finding.what}: {finding.said}", *(f"    {line}" for line in below)]


def summary(marks: list[Mark]) -> str:
    """Return the last line."""
    bad = marks.count(Mark.BAD)
    return f"{bad} problem{'s' if bad > 1 else ''} to fix" if bad else "no problems found"

"""The types of the audit log: who did what, how it ended, and how each answer was made.

The log holds ids, our own names, counts and times; never a person's words.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

CONSOLE = "console::me"
"""The person at this machine's command line."""


class EntryKind(StrEnum):
    """The subject of a line."""

    COMMAND = "command"
    ANSWER = "answer"
    SETTINGS = "settings"
    """A change of settings, such as a channel's."""
    INSTALLATION = "installation"
    START = "start"
    DELIVERY = "delivery"
    """A reply that could not be posted; `what` is its answer's id."""


class Outcome(StrEnum):
    """How a command ended; an answer has its verdict instead."""

    DONE = "done"
    REFUSED = "refused"
    """The person lacks the right."""
    FAILED = "failed"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log."""

    at: datetime
    """With its time zone."""
    kind: EntryKind
    who: str
    """The person: platform, workspace and id, joined by `:`."""
    what: str
    """The command, or the answer's id."""
    outcome: str
    about: Mapping[str, Any] = field(default_factory=dict)
    """Further details, as JSON values."""


@dataclass(frozen=True, slots=True)
class AuditLog:
    """The lines read from the log, and the result of its verification."""

    entries: tuple[Entry, ...] = ()
    """Oldest first."""
    lines: int = 0
    """Number of verified lines."""
    broken: tuple[str, ...] = ()
    """Places where a line does not match the hash of the one before: `2026-11-22.jsonl:14`."""
    unfinished: int = 0
    """Incomplete lines: the process was killed, or is writing now."""
    head: str = ""
    """Hash of the last line; a copy of it elsewhere shows later if lines are missing."""

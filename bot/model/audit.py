"""The audit log in words: who did what and how it ended, and how each answer came about.

Ids, names of ours, counts and times alone go in; what a person wrote never does.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

CONSOLE = "console::me"
"""Whoever may use the data directory on this machine."""


class Kind(StrEnum):
    """What a line is about."""

    COMMAND = "command"
    ANSWER = "answer"
    SETTINGS = "settings"
    """Somebody changed how the bot behaves."""
    INSTALLATION = "installation"
    START = "start"


class Outcome(StrEnum):
    """How a thing ended; an answer's is its verdict."""

    DONE = "done"
    REFUSED = "refused"
    """The person has no right to it."""
    FAILED = "failed"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line."""

    at: datetime
    """With its time zone."""
    kind: Kind
    who: str
    """Platform, workspace and their id there, with `:` between them."""
    what: str
    """The command; of an answer its id."""
    outcome: str
    about: Mapping[str, Any] = field(default_factory=dict)
    """More, in values that JSON has."""


@dataclass(frozen=True, slots=True)
class AuditLog:
    """What was read of the log, and whether it is as it was written."""

    entries: tuple[Entry, ...] = ()
    """Oldest first."""
    lines: int = 0
    """All that were verified."""
    broken: tuple[str, ...] = ()
    """Where a line does not go on from the one before: `2026-11-22.jsonl:14`."""
    unfinished: int = 0
    """Lines whose process was killed on the way, or that are being written just now."""
    head: str = ""
    """The hash of the last line: who writes it down elsewhere can tell later what is missing."""

"""The lines of the audit log: each has the hash of the one before."""

import hashlib
import json
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime

from bot.model.kept.audit import AuditLog, Entry, EntryKind


@dataclass(slots=True)
class Chain:
    """The state of the verification, line by line."""

    lines: int = 0
    broken: list[str] = field(default_factory=list)
    unfinished: int = 0
    head: str | None = None
    """The hash of the line before; None for the first line, as its predecessor may be deleted."""
    entries: list[Entry] = field(default_factory=list)

    def verified(self, line: bytes, place: str) -> Entry | None:
        """Verifies the next line and returns its entry; None for a partial line."""
        entry = to_entry(line)
        self.lines += 1
        if entry is None:
            # A line inserted by hand shows up at the line after it.
            self.unfinished += 1
        elif self.head is not None and _before(line) != self.head:
            self.broken.append(place)
        self.head = hash_of(line)
        return entry

    def log(self) -> AuditLog:
        """Returns what was verified, with the entries that were noted."""
        return AuditLog(
            tuple(self.entries),
            self.lines,
            tuple(self.broken),
            self.unfinished,
            self.head or "",
        )


def to_line(entry: Entry, before: str) -> bytes:
    """Returns an entry as a line, without its end."""
    values = {**asdict(entry), "at": entry.at.astimezone(UTC).isoformat(), "before": before}
    return json.dumps(values, ensure_ascii=False, default=str).encode("utf-8", "replace")


def to_entry(line: bytes) -> Entry | None:
    """The entry of a line; None for a partial line."""
    with suppress(ValueError, TypeError, KeyError):
        values = json.loads(line)
        return Entry(
            datetime.fromisoformat(values["at"]),
            EntryKind(values["kind"]),
            values["who"],
            values["what"],
            values["outcome"],
            dict(values["about"]),
        )
    return None


def hash_of(line: bytes | None) -> str:
    """Returns the hash that the next line names; "" if there is no line yet."""
    return "" if line is None else hashlib.sha256(line).hexdigest()


def _before(line: bytes) -> str:
    return str(json.loads(line).get("before"))

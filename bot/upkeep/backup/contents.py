"""Names the files of the data directory that a backup holds, and those that it replaces."""

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

DATABASES = "*.db"
AUDIT = "audit"
AUDIT_DAYS = "????-??-??.jsonl"
GATES = "_gate*.json"

_HELD = re.compile(
    r"[\w-]+\.db|audit/\d{4}-\d\d-\d\d\.jsonl|chroma/kb_\d+(/[\w-][\w.-]*){1,3}|_gate(\.\w+)?\.json",
    re.ASCII,
)
"""A member of a backup: a path below the data directory."""
_REPLACED = ("*.db", "*.db-wal", "*.db-shm", "*.db-journal", AUDIT, "chroma/kb_*", GATES)
"""What a restore puts aside; other people's files stay."""
_OWNER = "chroma.owner"
"""Put aside, too: a Chroma server has vectors of another index under the same numbers, so a
restored index takes a new name there."""


def is_held(name: str) -> bool:
    """Whether a backup may have a member of this name."""
    return _HELD.fullmatch(name) is not None


def entry_of(name: str) -> str:
    """The file or folder that a restore moves for this member: a whole folder of vectors."""
    parts = PurePosixPath(name).parts
    return "/".join(parts[:2]) if parts[0] == "chroma" else parts[0]


def replaced(data: Path) -> Iterator[str]:
    """The files and folders that a restore puts aside."""
    for pattern in (*_REPLACED, _OWNER):
        for path in sorted(data.glob(pattern)):
            yield path.relative_to(data).as_posix()

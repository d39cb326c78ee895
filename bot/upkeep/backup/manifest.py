"""The first member of a backup: its format, its version of storewise, and all its files."""

import json
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import Annotated

from pydantic import BaseModel, Field, ValidationError

from bot.model.errors import BackupError

NAME = "manifest.json"
FORMAT = 1
"""Raise it when an older storewise could not restore the file; keep reading the earlier ones."""
DAMAGED = "this is no whole backup of storewise: {why}. Take another copy of the file"


class Member(BaseModel, frozen=True, strict=True):
    """A file in a backup."""

    name: str
    """Its path below the data directory, with `/`."""
    size: Annotated[int, Field(ge=0)]
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Manifest(BaseModel, frozen=True):
    """The description of a backup; fields of later versions are ignored."""

    format: int = FORMAT
    storewise: str
    made_at: datetime
    generations: tuple[int, ...] = ()
    """The generations of the index that it holds; the files belong to these."""
    members: tuple[Member, ...]

    @property
    def size(self) -> int:
        """Bytes of all files together."""
        return sum(one.size for one in self.members)


def read(written: bytes) -> Manifest:
    """Reads a manifest of this or an earlier format. Raises BackupError."""
    try:
        values = json.loads(written)
        found = values["format"]
    except (ValueError, TypeError, KeyError) as error:
        raise BackupError(DAMAGED.format(why="its description cannot be read")) from error
    if not isinstance(found, int) or found < 1:
        raise BackupError(DAMAGED.format(why="its format has no number"))
    if found > FORMAT:
        by = str(values.get("storewise", ""))[:20]
        by = f"storewise {by}" if by.isascii() and by.isprintable() and by else "a newer storewise"
        raise BackupError(
            f"this backup has format {found}, made by {by}; this storewise reads up to {FORMAT}: "
            "install the newer one"
        )
    try:
        manifest = Manifest.model_validate(values)
    except ValidationError as error:
        raise BackupError(DAMAGED.format(why="its description is incomplete")) from error
    _check_names(manifest)
    return manifest


def _check_names(manifest: Manifest) -> None:
    names = [one.name for one in manifest.members]
    if any(not is_held(name) for name in names):
        raise BackupError(
            "this backup names a file that is none of storewise's, or is outside the data "
            "directory; nothing was restored. Do not use this file"
        )
    if len(set(names)) < len(names):
        raise BackupError(DAMAGED.format(why="it names a file twice"))


def write(manifest: Manifest, path: Path) -> None:
    """Writes a manifest. Raises OSError."""
    path.write_text(manifest.model_dump_json(indent=1) + "\n", encoding="utf-8")


# Names the files of the data directory that a backup holds, and those that it replaces.

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

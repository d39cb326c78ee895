"""The files of a copy on the disk: written whole or not at all, moved, removed, swept."""

import hashlib
import json
import logging
import os
import tempfile
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Any, Self
from urllib.parse import quote

from adapters.sources.connector import Facts
from knowledge.model.places import Address

FACTS = ".source.yaml"
"""The end of the name of a file with facts: knowledge.read knows it, too."""
RULES = ("_defaults.yaml", ".meta.yaml")
"""Ends of names of files that say who may read others: they come first, or nothing does."""
_MOST = 500
"""Characters of an owner; an address has at most 2,000."""


def write(path: Path, content: bytes) -> None:
    """Writes a file. Raises OSError."""
    written_whole(path, content)


def write_facts(path: Path, facts: Facts, before: str) -> str:
    """Writes what the source says of a file beside it; returns a digest of it.

    `before` is the digest of the last time: the same is not written again.
    """
    lines = _as_yaml(facts)
    beside = path.with_name(path.name + FACTS)
    digest = hashlib.sha256(lines).hexdigest()[:12] if lines else "none"
    if digest != before or beside.is_file() != bool(lines):
        if lines:
            written_whole(beside, lines)
        else:
            beside.unlink(missing_ok=True)
    return digest


def move(folder: Path, moved: Mapping[str, str]) -> None:
    """Moves files with their facts within a copy; two may change places.

    A document appears in its new place after what says who may read it.
    """
    facts = {f"{old}{FACTS}": f"{new}{FACTS}" for old, new in moved.items()}
    rules = {old: new for old, new in moved.items() if new.endswith(RULES)}
    put_aside: list[tuple[Path, str]] = []
    for number, (old, new) in enumerate({**facts, **rules, **moved}.items()):
        aside = folder / f".moving-{number}"
        with suppress(FileNotFoundError, NotADirectoryError):
            (folder / old).replace(aside)
            put_aside.append((aside, new))
    for aside, new in put_aside:
        target = folder / new
        with suppress(NotADirectoryError, FileExistsError, IsADirectoryError):
            target.parent.mkdir(parents=True, exist_ok=True)
            aside.replace(target)


def remove(folder: Path, path: str, used: Collection[str]) -> None:
    """Removes a file with its facts, unless its name is that of another one now."""
    if path in used:
        return
    for name in (path, f"{path}{FACTS}"):
        with suppress(FileNotFoundError, NotADirectoryError, IsADirectoryError):
            (folder / name).unlink()


def sweep(folder: Path, known: Collection[str]) -> None:
    """Removes leftovers of a crash, and empty folders; files of the store (`_gate.json`) stay."""
    if not folder.is_dir():
        return
    there = {folder / name for path in known for name in (path, f"{path}{FACTS}")}
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir() and not path.is_symlink():
            with suppress(OSError):
                path.rmdir()  # only if it is empty
        elif path not in there and not path.name.startswith("_"):
            path.unlink(missing_ok=True)


def joined(base: str, path: str) -> str:
    """The address of a file below a page."""
    return f"{base.rstrip('/')}/{quote(path)}"


def _as_yaml(facts: Facts) -> bytes:
    """JSON strings are YAML."""
    url = facts.url.replace(" ", "%20") if facts.url else None
    fields = {
        "url": url if url and url.startswith(("https://", "http://")) and "@" not in url else None,
        "owner": facts.owner[:_MOST] if facts.owner else None,
        "published_date": facts.published.isoformat() if facts.published else None,
        "audience": facts.audience,
    }
    lines = [
        f"{name}: {json.dumps(value, ensure_ascii=False)}\n"
        for name, value in fields.items()
        if value
    ]
    return "".join(lines).encode("utf-8", "replace")


def is_there(folder: Path) -> bool:
    """Whether a copy has at least one document."""
    return any(
        path.is_file() and not path.name.startswith((".", "_"))
        for path in folder.rglob("*")
        if PurePosixPath(path.name).suffix != ".yaml"
    )


# What is known of a copy between two runs: its files, and how the last run ended.

logger = logging.getLogger(__name__)

STATE = "state.json"
_VERSION = 1


@dataclass(slots=True)
class Kept:
    """A file of the copy."""

    path: str
    version: str
    """Empty if it has to be copied again."""
    digest: str = ""
    """Of its bytes: a file of the same bytes elsewhere is the same one, moved."""
    facts: str = ""
    """Of what the source said of it."""
    missing_since: str | None = None
    """When a run first missed it at the source; None while it is there."""


@dataclass(slots=True)
class State:
    """A copy; written to a file beside it."""

    address: str
    """As it is shown: without a password."""
    files: dict[str, Kept] = field(default_factory=dict)
    """By their ids at the source."""
    memory: dict[str, Any] = field(default_factory=dict)
    whole: bool = False
    """Whether each file has been copied once."""
    at: str | None = None
    """When the last run without an error ended."""
    trouble: str | None = None
    """The word of the last run's error; None if it had none."""
    cure: str = ""
    skipped: list[tuple[str, str]] = field(default_factory=list)
    """What the last run left out, each with the reason."""

    @classmethod
    def read(cls, folder: Path) -> Self | None:
        """Reads the state of the copy in a folder; None if there is none."""
        try:
            found = json.loads((folder.parent / STATE).read_text(encoding="utf-8"))
            if found.pop("form") != _VERSION:
                return None
            files = {name: Kept(**kept) for name, kept in found.pop("files").items()}
            return cls(files=files, **found)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            logger.warning("the state of a copy is unreadable: all is copied again")
            return None

    @staticmethod
    def written_at(folder: Path) -> int:
        """When the state was last written, in nanoseconds; 0 if there is none."""
        try:
            return (folder.parent / STATE).stat().st_mtime_ns
        except OSError:
            return 0

    def write(self, folder: Path) -> None:
        """Writes the state, over the last one only when all of it is on the disk."""
        text = json.dumps({"form": _VERSION, **asdict(self)}, ensure_ascii=False)
        written_whole(folder.parent / STATE, text.encode("utf-8", "backslashreplace"))

    @property
    def known_address(self) -> Address | None:
        """The address to copy from, for an index whose setting is gone; None with a password."""
        with suppress(ValueError):
            return None if "***@" in self.address else Address.written(self.address)
        return None


def written_whole(path: Path, content: bytes) -> None:
    """Writes a file beside its place and moves it there: a crash leaves no half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(prefix=".part-", dir=path.parent)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def now() -> datetime:
    """The time, for a state."""
    return datetime.now(UTC)

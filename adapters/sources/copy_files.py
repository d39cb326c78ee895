"""The files of a copy on the disk: written whole or not at all, moved, removed, swept."""

import hashlib
import json
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath
from urllib.parse import quote

from adapters.sources.connector import Facts
from adapters.sources.state import written_whole

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

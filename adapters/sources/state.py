"""What is known of a copy between two runs: its files, and how the last run ended."""

import json
import logging
import os
import tempfile
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from knowledge.model.places import Address

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

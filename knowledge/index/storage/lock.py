"""Locks a data directory: only one process at a time may change it."""

import json
import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Self

from filelock import FileLock, Timeout

from knowledge.model.errors import DataInUseError, KnowledgeError

_WAIT_S = 0.5
"""Waits for another command that is about to end."""
_HOLDER = "lock.holder"
SERVE = "serve"
"""The purpose of a process that accepts commands from others."""
RESTORE = "restore"
"""The purpose of a process that replaces the directory's files by those of a backup."""
UNFINISHED = "restore.ready"
"""Holds the files of a backup while they replace those of the directory."""


@dataclass(frozen=True, slots=True)
class Holder:
    """The process that holds a data directory, and the address where it accepts commands."""

    purpose: str
    process: int
    address: str | None = None
    """A server's address, such as http://127.0.0.1:43211; None for a command."""
    token: str | None = field(default=None, repr=False)
    """The token that a command must send. Anyone who can read the data directory knows it."""

    @classmethod
    def of(cls, data: Path) -> Self | None:
        """Returns the process that holds the directory now; ignores a killed process's file."""
        try:
            written = cls(**json.loads((data / _HOLDER).read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return None
        return None if _is_free(data) else written

    def __str__(self) -> str:
        return f"`storewise {self.purpose}` (process {self.process})"


@contextmanager
def held(data: Path, purpose: str) -> Generator[None]:
    """Holds the directory's lock. Raises DataInUseError, naming the process that holds it."""
    lock = FileLock(data / "lock")
    with _usable(data):
        data.mkdir(parents=True, exist_ok=True)
        try:
            lock.acquire(timeout=_WAIT_S)
        except Timeout as error:
            raise DataInUseError(_in_use(data, purpose)) from error
    try:
        if purpose != RESTORE and (data / UNFINISHED).exists():
            raise KnowledgeError(
                f"a restore into {data} was interrupted; run `storewise restore FILE` again"
            )
        _write(data, Holder(purpose, os.getpid()))
        yield
    finally:
        with suppress(OSError):  # Windows keeps a file that somebody reads just now
            (data / _HOLDER).unlink(missing_ok=True)
        lock.release()


def _in_use(data: Path, purpose: str) -> str:
    holder = Holder.of(data)
    if holder and holder.purpose == SERVE and holder.address is None and purpose != SERVE:
        return f"{holder} is still starting; try again in a moment"
    who = holder or "another process"
    return f"{data} is in use by {who}; stop it, or name another directory in STOREWISE_DATA"


def announce(data: Path, address: str, token: str) -> None:
    """Writes down where the process that holds the directory accepts commands."""
    holder = Holder.of(data)
    purpose = holder.purpose if holder else SERVE
    _write(data, Holder(purpose, os.getpid(), address, token))


def _is_free(data: Path) -> bool:
    # Another program may listen at a killed server's address by now: nothing is sent there.
    lock = FileLock(data / "lock")
    try:
        lock.acquire(timeout=0)
    except OSError:  # a Timeout, too: it is held, or belongs to another user
        return False
    lock.release()
    return True


def _write(data: Path, holder: Holder) -> None:
    """Writes the file in one step, readable only by its owner."""
    written = data / f"{_HOLDER}.{holder.process}"
    with _usable(data):
        written.touch(mode=0o600)
        written.write_text(json.dumps(asdict(holder)), encoding="utf-8")
        written.replace(data / _HOLDER)


@contextmanager
def _usable(data: Path) -> Generator[None]:
    try:
        yield
    except OSError as error:
        raise KnowledgeError(f"the folder {data} cannot be used for data") from error

"""One process at a time may change a data directory."""

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
"""A command that ends just now is waited for."""
_HOLDER = "lock.holder"
SERVE = "serve"
"""The purpose of who takes orders."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a data directory, and where it takes orders."""

    purpose: str
    process: int
    address: str | None = None
    """Of a server: http://127.0.0.1:43211; None for a command."""
    token: str | None = field(default=None, repr=False)
    """What an order has to show. Who may read the data directory may give orders."""

    @classmethod
    def of(cls, data: Path) -> Self | None:
        """Who holds the directory now; what a killed process has left says nothing."""
        try:
            written = cls(**json.loads((data / _HOLDER).read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return None
        return None if _is_free(data) else written

    def __str__(self) -> str:
        return f"`storewise {self.purpose}` (process {self.process})"


@contextmanager
def held(data: Path, purpose: str) -> Generator[None]:
    """Hold the directory's lock meanwhile. Raises DataInUseError, saying who holds it."""
    lock = FileLock(data / "lock")
    with _usable(data):
        data.mkdir(parents=True, exist_ok=True)
        try:
            lock.acquire(timeout=_WAIT_S)
        except Timeout as error:
            raise DataInUseError(_in_use(data, purpose)) from error
    try:
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
    """Say where the process that holds the directory takes orders."""
    holder = Holder.of(data)
    purpose = holder.purpose if holder else SERVE
    _write(data, Holder(purpose, os.getpid(), address, token))


def _is_free(data: Path) -> bool:
    # Somebody else may listen at the address of a killed server by now: no question goes there.
    lock = FileLock(data / "lock")
    try:
        lock.acquire(timeout=0)
    except OSError:  # a Timeout, too: it is held, or belongs to another user
        return False
    lock.release()
    return True


def _write(data: Path, holder: Holder) -> None:
    """Write it for nobody else to read, and all at once."""
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

"""One process at a time may change a data directory."""

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from knowledge.errors import DataInUseError, KnowledgeError


@contextmanager
def held(data: Path, purpose: str) -> Generator[None]:
    """Hold the directory's lock meanwhile. Raises DataInUseError, saying who holds it."""
    try:
        data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise KnowledgeError(f"the folder {data} cannot be used for data") from error
    holder = data / "lock.holder"
    lock = FileLock(data / "lock")
    try:
        lock.acquire(timeout=0)
    except Timeout as error:
        who = holder.read_text(encoding="utf-8") if holder.exists() else "another process"
        raise DataInUseError(
            f"{data} is in use by {who}; stop it, or name another directory in STOREWISE_DATA"
        ) from error
    try:
        holder.write_text(f"`storewise {purpose}` (process {os.getpid()})", encoding="utf-8")
        yield
    finally:
        holder.unlink(missing_ok=True)
        lock.release()

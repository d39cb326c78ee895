"""What is slow to make, once for all workers of a run."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A file or folder, to be read or copied: the first worker makes it, the others wait."""
    shared = factory.getbasetemp()
    if os.environ.get("PYTEST_XDIST_WORKER"):  # noqa: TID251 - each worker has a folder in it
        shared = shared.parent
    made, whole = shared / name, shared / f"{name}.whole"
    with FileLock(shared / f"{name}.lock"):
        if not whole.exists():
            make(made)
            whole.touch()
    return made

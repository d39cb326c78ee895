"""Reads parts of a model's file when they are asked for: only those take memory."""

import threading
import weakref
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Self

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]


class OnDisk:
    """The bytes of a file. Thread-safe.

    A mapped file would count as the process's memory, page by page, until all of it is there.
    """

    def __init__(self, file: IO[bytes]) -> None:
        """Takes a file that nobody else reads; it is open as long as this object is there."""
        self._file = file
        weakref.finalize(self, file.close)
        self._lock = threading.Lock()

    @classmethod
    def at(cls, path: Path) -> Self:
        """Opens a file. Raises OSError."""
        return cls(path.open("rb", buffering=0))

    @classmethod
    def of(cls, table: Bytes) -> Self:
        """Moves a table into a file without a name; keeps it in memory if there is no room."""
        whole = table.tobytes()
        try:
            file = TemporaryFile(buffering=0)  # noqa: SIM115 - closed with the object
            file.write(whole)
        except OSError:
            return cls(BytesIO(whole))
        return cls(file)

    def part(self, start: int, end: int) -> Bytes:
        """The bytes between two places."""
        with self._lock:
            self._file.seek(start)
            return np.frombuffer(self._file.read(end - start), np.uint8)

    def rows(self, numbers: NDArray[np.int64], width: int, start: int = 0) -> Bytes:
        """Rows of this many bytes, by their numbers in a table that begins at `start`."""
        known, places = np.unique(numbers, return_inverse=True)
        read = b"".join(self._read(known.tolist(), width, start))
        return np.frombuffer(read, np.uint8).reshape(-1, width)[places]

    def _read(self, numbers: list[int], width: int, start: int) -> Iterator[bytes]:
        with self._lock:
            for number in numbers:
                self._file.seek(start + number * width)
                yield self._file.read(width)

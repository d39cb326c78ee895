"""Reads parts of a model's file when they are asked for: only those take memory."""

import threading
import weakref
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Self

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]

_MOST_BYTES = 8_000_000
"""Rows that are remembered: people and documents use a few thousand words."""


class OnDisk:
    """The bytes of a file. Thread-safe.

    A mapped file would count as the process's memory, page by page, until all of it is there.
    """

    def __init__(self, file: IO[bytes]) -> None:
        """Takes a file that nobody else reads; it is open as long as this object is there."""
        self._file = file
        weakref.finalize(self, file.close)
        self._lock = threading.Lock()
        self._known: dict[int, bytes] = {}

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
        places = (start + numbers * width).tolist()
        known = self._known
        missing = {place for place in places if place not in known}
        if missing:
            if (len(known) + len(missing)) * width > _MOST_BYTES:
                # Another thread goes on with the dictionary that it has.
                known, missing = {}, set(places)
                self._known = known
            known.update(self._read(sorted(missing), width))
        read = b"".join(known[place] for place in places)
        return np.frombuffer(read, np.uint8).reshape(-1, width)

    def _read(self, places: list[int], width: int) -> dict[int, bytes]:
        found: dict[int, bytes] = {}
        with self._lock:
            for place in places:
                self._file.seek(place)
                found[place] = self._file.read(width)
        return found

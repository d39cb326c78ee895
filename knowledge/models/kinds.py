"""Tells what kind of message a text is, and whether a statement says what to do in a danger.

Two softmax regressions over a text's vector, which the search needs anyway, and its hashed letters,
which forgive slips. Trained by `python -m benchmarks.kinds` (docs/decisions/0135).
"""

import unicodedata
import zlib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from knowledge.language.asked import as_read
from knowledge.model.errors import EmbedderUnavailableError
from knowledge.model.once import once
from knowledge.models.e5.adapted import BiEncoder
from knowledge.models.embedder import Vector
from knowledge.models.use.answers import AnswerEncoder

_FILE = resources.files("knowledge.models") / "kinds.npz"
_BUCKETS = 1024
_LENGTHS = range(2, 6)
"""Letters of a hashed stretch. A Korean syllable has two or three."""
_OF_VECTOR, _OF_LETTERS = 10.0, 6.0
"""Both have length 1: scaled, so that weights stay small."""
_LONGEST = 500
"""Characters that are read: what kind a message is, it says early."""


class Encoder(Protocol):
    """Makes the vector of one text at once."""

    @property
    def name(self) -> str:
        """Model and length."""
        ...

    def vector_of(self, text: str) -> Vector:
        """Returns a unit vector. Raises EmbedderUnavailableError."""
        ...


def encoders() -> list[Encoder]:
    """The encoders that weights are trained for, the better one first."""
    statements = BiEncoder()
    return [*([statements] if statements.installed else []), AnswerEncoder()]


def message_kinds(text: str) -> Mapping[str, float]:
    """The likelihood of each kind of message; empty without an encoder."""
    return _kinds("messages", text)


def statement_kinds(text: str) -> Mapping[str, float]:
    """The likelihoods that a statement of a document is a `step` in a danger, or `other`."""
    return _kinds("statements", text)


def features(encoder: Encoder, text: str) -> Vector:
    """The numbers that the weights count. Raises EmbedderUnavailableError."""
    read = as_read(text[:_LONGEST])
    vector = _OF_VECTOR * encoder.vector_of(read)
    return np.concatenate([vector, _OF_LETTERS * _letters(read)], dtype=np.float32)


def _kinds(head: str, text: str) -> Mapping[str, float]:
    try:
        return _likelihoods(head, text)
    except EmbedderUnavailableError:
        return {}


@lru_cache(maxsize=8_000)
def _likelihoods(head: str, text: str) -> Mapping[str, float]:
    """Raises EmbedderUnavailableError, so that a text is read anew once an encoder can be used."""
    known = _weights()
    for encoder in encoders() if text.strip() else ():
        weights = known.get(f"{head}.{encoder.name}")
        if weights is None:
            continue
        try:
            odds = features(encoder, text) @ weights[:-1] + weights[-1]
        except EmbedderUnavailableError:
            continue
        shares = np.exp(odds - odds.max())
        names = map(str, known[f"{head}.names"])
        return dict(zip(names, (shares / shares.sum()).tolist(), strict=True))
    raise EmbedderUnavailableError("no encoder has read it")


def _letters(text: str) -> Vector:
    """The text's stretches of letters, counted in buckets; half of them count downwards."""
    counts = np.zeros(_BUCKETS, np.float32)
    spelt = f"^{unicodedata.normalize('NFD', text)}$"
    for length in _LENGTHS:
        for start in range(len(spelt) - length + 1):
            code = zlib.crc32(spelt[start : start + length].encode())
            counts[code % _BUCKETS] += 1 if code >> 31 else -1
    return counts / np.float32(np.linalg.norm(counts) or 1.0)


@once
def _weights() -> Mapping[str, NDArray[np.float32]]:
    with _FILE.open("rb") as opened, np.load(opened) as arrays:
        return {
            name: array.astype(np.float32) if array.dtype == np.float16 else array
            for name, array in arrays.items()
        }

"""Tells what kind of message a text is, and whether a statement says what to do in a danger.

Two classifiers of a text's vector, which the search needs anyway, and its hashed letters, which
forgive slips: that of messages has a hidden layer. Trained by `python -m benchmarks.kinds`
(docs/decisions/0135).
"""

import unicodedata
import zlib
from collections.abc import Mapping, Sequence
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
_BUCKETS = 4096
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


def key(head: str, encoder: Encoder) -> str:
    """The first part of the names of a classifier's layers in `kinds.npz`; their number follows."""
    return f"{head}.{encoder.name}."


def shares_by(
    layers: Sequence[NDArray[np.float32]], rows: NDArray[np.float32]
) -> NDArray[np.float32]:
    """The likelihood of each kind for each row."""
    for layer in layers[:-1]:
        rows = np.maximum(weighed(layer, rows), 0)
    odds = weighed(layers[-1], rows)
    each = np.exp(odds - odds.max(axis=1, keepdims=True))
    return np.asarray(each / each.sum(axis=1, keepdims=True), np.float32)


def weighed(layer: NDArray[np.float32], rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """The sums of a layer; its last row is each sum's own weight."""
    return np.asarray(rows @ layer[:-1] + layer[-1], np.float32)


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
        layers = [array for name, array in known.items() if name.startswith(key(head, encoder))]
        if not layers:
            continue
        try:
            shares = shares_by(layers, features(encoder, text)[None])[0]
        except EmbedderUnavailableError:
            continue
        return dict(zip(map(str, known[f"{head}.names"]), shares.tolist(), strict=True))
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

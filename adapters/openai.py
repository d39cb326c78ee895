"""OpenAI: the one module that knows its SDK. Imported only when there is a key."""

import asyncio
from collections.abc import Sequence

import numpy as np
import openai

from bot.settings import OpenAISettings
from knowledge.embedding import Vector
from knowledge.errors import EmbedderUnavailableError

_BATCH = 256
"""Inputs a request; its limit of 300,000 tokens is far away at 200 tokens a passage."""
_QUESTION_DEADLINE_S = 0.3
"""A question is searched by its words alone rather than kept waiting."""
_INDEXING_RETRIES = 5


class OpenAIEmbedder:
    """Vectors from OpenAI, or from a server with the same interface."""

    scale = 0.55
    """What text-embedding-3-small gives a passage that answers well; unmeasured."""

    def __init__(self, client: openai.AsyncOpenAI, model: str, dimensions: int) -> None:
        self._client = client
        self._model = model
        self._dimensions = dimensions
        self.name = f"{model}/{dimensions}"

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Return one vector for each text, in order. Raises EmbedderUnavailableError."""
        if len(texts) == 1:
            return await self._question(texts[0])
        patient = self._client.with_options(max_retries=_INDEXING_RETRIES, timeout=60)
        vectors: list[Vector] = []
        for start in range(0, len(texts), _BATCH):
            vectors += await self._batch(patient, list(texts[start : start + _BATCH]))
        return vectors

    async def _question(self, text: str) -> list[Vector]:
        try:
            async with asyncio.timeout(_QUESTION_DEADLINE_S):
                return await self._batch(self._client, [text])
        except TimeoutError as error:
            raise EmbedderUnavailableError("timeout") from error

    async def _batch(self, client: openai.AsyncOpenAI, texts: list[str]) -> list[Vector]:
        try:
            response = await client.embeddings.create(
                model=self._model, input=texts, dimensions=self._dimensions
            )
        except openai.OpenAIError as error:
            raise EmbedderUnavailableError(type(error).__name__) from error
        ordered = sorted(response.data, key=lambda one: one.index)
        return [_unit(np.asarray(one.embedding, dtype=np.float32)) for one in ordered]


def build_embedder(settings: OpenAISettings) -> OpenAIEmbedder:
    """The embedder that the settings ask for; needs a key."""
    key = settings.api_key.get_secret_value() if settings.api_key else ""
    client = openai.AsyncOpenAI(api_key=key, base_url=settings.base_url, max_retries=0)
    return OpenAIEmbedder(client, settings.embedding_model, settings.embedding_dimensions)


def _unit(vector: Vector) -> Vector:
    return vector / max(float(np.linalg.norm(vector)), 1e-9)

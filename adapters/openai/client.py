"""OpenAI's client and embeddings. Imported, with the SDK, only if there is a key."""

import asyncio
from collections.abc import Sequence
from functools import partial

import numpy as np
import openai

from bot.privacy import Profile, Redactor, assert_clean
from bot.settings import OpenAISettings
from knowledge.model.errors import EmbedderUnavailableError
from knowledge.models.embedder import Vector

_BATCH = 256
"""Inputs per request; at 200 tokens a passage this stays far below the limit of 300,000 tokens."""


class OpenAIEmbedder:
    """Vectors from OpenAI or a compatible server."""

    scale = 0.55
    """The typical score of a good passage with text-embedding-3-small; unmeasured."""

    floor = 0.0

    by_statement = False
    apart = True
    deadline_s = 0.3
    """Seconds; after that a question is searched by its words only."""

    def __init__(
        self,
        client: openai.AsyncOpenAI,
        model: str,
        dimensions: int,
        redactor: Redactor | None = None,
    ) -> None:
        self._client = client
        self._redactor = redactor or Redactor()
        self._model = model
        self._dimensions = dimensions
        self.name = f"{model}/{dimensions}"

    async def load(self) -> None:
        """Does nothing: the model is remote."""

    async def embed(self, texts: Sequence[str], *, asked: bool = False) -> list[Vector]:
        """Returns one vector per text, in order. Raises EmbedderUnavailableError."""
        vectors: list[Vector] = []
        look = partial(_looked_at, profile=Profile.STRICT if asked else Profile.DOCUMENT)
        for start in range(0, len(texts), _BATCH):
            batch = texts[start : start + _BATCH]
            # A batch of passages takes a quarter of a second.
            vectors += await self._batch(await asyncio.to_thread(look, batch, self._redactor))
        return vectors

    async def _batch(self, texts: list[str]) -> list[Vector]:
        try:
            response = await self._client.embeddings.create(
                model=self._model, input=texts, dimensions=self._dimensions
            )
            ordered = sorted(response.data, key=lambda one: one.index)
            vectors = [_unit(np.asarray(one.embedding, dtype=np.float32)) for one in ordered]
        # Servers that only look like OpenAI's may answer 200 with something else.
        except (openai.OpenAIError, ValueError, TypeError, AttributeError) as error:
            raise EmbedderUnavailableError(
                f"OpenAI gave no vectors ({type(error).__name__}); check OPENAI_API_KEY, "
                "OPENAI_BASE_URL and the network"
            ) from error
        if not _complete(vectors, len(texts), self._dimensions):
            raise EmbedderUnavailableError(
                f"OpenAI's answer is not one vector of {self._dimensions} numbers for each text; "
                "check OPENAI_EMBEDDING_MODEL and OPENAI_EMBEDDING_DIMENSIONS"
            )
        return vectors


def build_embedder(settings: OpenAISettings, redactor: Redactor | None = None) -> OpenAIEmbedder:
    """The embedder that the settings describe; needs a key."""
    client = connected(settings, max_retries=5, timeout_s=60)
    return OpenAIEmbedder(client, settings.embedding_model, settings.embedding_dimensions, redactor)


def connected(settings: OpenAISettings, max_retries: int, timeout_s: float) -> openai.AsyncOpenAI:
    """A client for the server in the settings; sends nothing yet."""
    key = settings.api_key.get_secret_value() if settings.api_key else ""
    return openai.AsyncOpenAI(
        api_key=key, base_url=settings.base_url, max_retries=max_retries, timeout=timeout_s
    )


def _looked_at(texts: Sequence[str], redactor: Redactor, profile: Profile) -> list[str]:
    return [assert_clean(text, redactor, profile=profile) for text in texts]


def _complete(vectors: list[Vector], count: int, dimensions: int) -> bool:
    whole = all(one.shape == (dimensions,) and bool(np.isfinite(one).all()) for one in vectors)
    return whole and len(vectors) == count


def _unit(vector: Vector) -> Vector:
    return vector / max(float(np.linalg.norm(vector)), 1e-9)

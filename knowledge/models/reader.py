"""The interface of a cross-encoder."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol


class Pair(NamedTuple):
    """A statement with its headings, to be read together with a question."""

    above: str
    """The title and the headings above it."""
    statement: str


class CrossEncoder(Protocol):
    """Reads a question and a statement together."""

    async def relevance(self, question: str, pairs: Sequence[Pair]) -> list[float] | None:
        """How well each statement answers, as log-odds; None if no model can be used.

        Compare scores of one question only. Above 0, a statement is a better answer than none.
        """
        ...


class Remembering:
    """A cross-encoder with a cache of its scores."""

    def __init__(self, encoder: CrossEncoder, most: int = 20_000) -> None:
        """Holds about `most` pairs; 20,000 take about 10 MB."""
        self._encoder = encoder
        self._most = most
        self._known: dict[tuple[str, Pair], float] = {}

    async def relevance(self, question: str, pairs: Sequence[Pair]) -> list[float] | None:
        """How well each statement answers, as log-odds; None if no model can be used."""
        if len(self._known) > self._most:
            self._known = {}
        known = self._known
        missing = [one for one in dict.fromkeys(pairs) if (question, one) not in known]
        if missing:
            told = await self._encoder.relevance(question, missing)
            if told is None:
                return None
            known.update(zip(((question, one) for one in missing), told, strict=True))
        return [known[question, one] for one in pairs]

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

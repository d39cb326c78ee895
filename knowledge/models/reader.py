"""What a cross-encoder must do."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol


class Pair(NamedTuple):
    """A statement, as it is read beside a question."""

    above: str
    """The title and the headings above it."""
    statement: str


class CrossEncoder(Protocol):
    """Reads a question and a statement together."""

    async def relevance(self, question: str, pairs: Sequence[Pair]) -> list[float] | None:
        """How well each of the statements answers, as log-odds; None where it cannot be told.

        Only differences between the statements of one question, and 0, mean something: from there
        on a statement is a better answer than none.
        """
        ...

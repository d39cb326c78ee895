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


class Remembering:
    """A cross-encoder that remembers what it told of the documents' statements."""

    def __init__(self, encoder: CrossEncoder, most: int = 20_000) -> None:
        """Remembers so many pairs at most; twenty thousand take some 10 MB."""
        self._encoder = encoder
        self._most = most
        self._known: dict[tuple[str, Pair], float] = {}

    async def relevance(self, question: str, pairs: Sequence[Pair]) -> list[float] | None:
        """How well each of the statements answers, as log-odds; None where it cannot be told."""
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

"""Caches a cross-encoder's scores: a second search finds many statements again."""

from collections.abc import Sequence

from knowledge.models.reader import CrossEncoder, Pair


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
            scores = await self._encoder.relevance(question, missing)
            if scores is None:
                return None
            known.update(zip(((question, one) for one in missing), scores, strict=True))
        return [known[question, one] for one in pairs]

"""Models that remember every text, for benchmarks that ask the same questions again and again."""

from collections.abc import Sequence

from knowledge.models.e5.adapted import AdaptedE5, BiEncoder
from knowledge.models.embedder import Vector
from knowledge.models.reader import Pair
from knowledge.models.use.answers import UniversalSentenceEncoder


def remember_models() -> None:
    """From now on every model of this process answers a text that it has seen from memory."""
    for embedder in (UniversalSentenceEncoder, BiEncoder):
        _remember_vectors(embedder)
    _remember_figures()


def _remember_vectors(embedder: type[UniversalSentenceEncoder] | type[BiEncoder]) -> None:
    embed = embedder.embed
    known: dict[tuple[str, bool, str], Vector] = {}

    async def remembered(
        self: UniversalSentenceEncoder | BiEncoder, texts: Sequence[str], *, asked: bool = False
    ) -> list[Vector]:
        keys = [(self.name, asked, text) for text in texts]
        missing = [key for key in dict.fromkeys(keys) if key not in known]
        if missing:
            vectors = await embed(self, [text for _, _, text in missing], asked=asked)  # type: ignore[arg-type]
            known.update(zip(missing, vectors, strict=True))
        return [known[key] for key in keys]

    setattr(embedder, "embed", remembered)  # noqa: B010 - a method of a class, to mypy


def _remember_figures() -> None:
    relevance = AdaptedE5.relevance
    known: dict[tuple[str, Pair], float] = {}

    async def remembered(
        self: AdaptedE5, question: str, pairs: Sequence[Pair]
    ) -> list[float] | None:
        missing = [one for one in dict.fromkeys(pairs) if (question, one) not in known]
        if missing:
            figures = await relevance(self, question, missing)
            if figures is None:
                return None
            known.update(((question, one), f) for one, f in zip(missing, figures, strict=True))
        return [known[question, one] for one in pairs]

    setattr(AdaptedE5, "relevance", remembered)  # noqa: B010 - a method of a class, to mypy

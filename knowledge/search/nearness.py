"""Compares a question with statements by the bi-encoder; indexed statements have vectors."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from knowledge.index.vector_rows import below
from knowledge.model.documents import Passage
from knowledge.model.errors import KnowledgeError
from knowledge.model.spared import Spared
from knowledge.models.embedder import Embedder, RememberedVectors, Vector

logger = logging.getLogger(__name__)


class PlacedStatement(NamedTuple):
    """A statement and the passage that says it."""

    passage: Passage
    text: str


async def nearness(
    vectors: RememberedVectors,
    encoder: Embedder,
    question: str,
    said: Sequence[PlacedStatement],
    stored: Mapping[PlacedStatement, Vector],
    most: int,
) -> list[float | None] | None:
    """Returns the cosine of the question with each statement.

    Embeds at most `most` statements without a stored vector, in order; the others get None.
    Returns None if the encoder fails.
    """
    missing = [one for one in dict.fromkeys(said) if one not in stored][:most]
    texts = [below(one.passage.above, one.text) for one in missing]
    with Spared("bi-encoder"):
        try:
            # At the same time, on two cores: the question takes as long as one statement.
            [asked], made = await asyncio.gather(
                vectors.of(encoder, [question], asked=True), vectors.of(encoder, texts)
            )
        except KnowledgeError as error:
            logger.warning("ranking without a bi-encoder", extra={"reason": type(error).__name__})
            return None
        known = {**stored, **dict(zip(missing, made, strict=True))}
        return [float(asked @ known[one]) if one in known else None for one in said]
    return None

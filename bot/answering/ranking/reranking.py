"""The first statements read together with the question, which is too slow for all of them."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.answering.ranking.signs import Seen
from bot.ports import Likeness
from knowledge.cross_encoder import Pair

READ = 6
"""Statements that are read. The right one is among them nearly as often as among twelve, which
take twice as long (docs/decisions/0026)."""
_RANKED = 0.604
"""How much of the ranker's log-odds counts beside what reading tells: by
`python -m benchmarks.ranker.cross_encoder`, with which the cross-encoder's own scale is fitted."""


class Scored(NamedTuple):
    """How well a statement fits the question."""

    score: float
    """Log-odds that it is the answer, against that there is none."""
    relevance: float | None = None
    """What reading it together with the question added; None where nothing was read."""


async def reranked(
    asked: str, seen: Sequence[Seen], scores: Sequence[float], search: Likeness
) -> list[Scored]:
    """The scores of the ranker, corrected by what the cross-encoder tells of the best."""
    pairs = [Pair(one.hit.passage.above, one.statement.text) for one in seen]
    best = sorted(range(len(seen)), key=lambda place: -scores[place])
    read = list(dict.fromkeys(pairs[place] for place in best))[:READ]
    told = await search.relevance(asked, read) if read else None
    if told is None:
        return [Scored(score) for score in scores]
    known = dict(zip(read, told, strict=True))
    # What is not read counts as the worst of what is: it stays behind.
    relevance = [known.get(pair, min(told)) for pair in pairs]
    return [
        Scored(_RANKED * score + more, more) for score, more in zip(scores, relevance, strict=True)
    ]

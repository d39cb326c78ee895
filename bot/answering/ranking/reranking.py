"""The statements that were found compared by what has learnt which statement answers a question.

The bi-encoder has vectors of all of them; the cross-encoder, slower and better, reads the best.
"""

from collections.abc import Sequence
from typing import NamedTuple

from bot.answering.ranking.signs import Seen
from bot.ports import Likeness
from knowledge.cross_encoder import Pair
from knowledge.nearness import Said

READ = 4
"""Statements that are read: six take half as long again and tell as much (docs/decisions/0027)."""
RANKED, NEAR = 0.309, 9.487
"""How much the ranker's log-odds and the bi-encoder's cosine count."""
_TOLD, _NONE = 0.36, -4.674
"""How much what reading tells counts, and how much less likely an answer is than all of that
seems: all four by `python -m benchmarks.ranker.together`."""


class Scored(NamedTuple):
    """How well a statement fits the question."""

    score: float
    """Log-odds that it is the answer, against that there is none."""
    relevance: float | None = None
    """What reading it together with the question told; None where nothing was read."""


async def reranked(
    asked: str, seen: Sequence[Seen], scores: Sequence[float], search: Likeness
) -> list[Scored]:
    """The scores of the ranker, corrected by what the encoders tell."""
    near = await _near(asked, seen, scores, search)
    if near is None:
        return [Scored(score) for score in scores]
    so_far = [RANKED * score + more for score, more in zip(scores, near, strict=True)]
    pairs = [Pair(one.hit.passage.above, one.statement.text) for one in seen]
    read = list(dict.fromkeys(pairs[place] for place in _best_first(so_far)))[:READ]
    told = await search.relevance(asked, read)
    if told is None:
        return [Scored(score) for score in scores]
    known = dict(zip(read, told, strict=True))
    # What is not read counts as the worst of what is: it stays behind.
    relevance = [known.get(pair, min(told)) for pair in pairs]
    return [
        Scored(score + _TOLD * one + _NONE, one)
        for score, one in zip(so_far, relevance, strict=True)
    ]


async def _near(
    asked: str, seen: Sequence[Seen], scores: Sequence[float], search: Likeness
) -> list[float] | None:
    """What the bi-encoder adds to each score; None where there are no vectors."""
    order = _best_first(scores)
    said = [Said(seen[place].hit.passage, seen[place].statement.text) for place in order]
    cosines = await search.nearness(asked, said, READ)
    known = [one for one in cosines or () if one is not None]
    if not known:
        return None
    near = dict(zip(order, cosines or (), strict=True))
    return [NEAR * (min(known) if one is None else one) for _, one in sorted(near.items())]


def _best_first(scores: Sequence[float]) -> list[int]:
    return sorted(range(len(scores)), key=lambda place: -scores[place])

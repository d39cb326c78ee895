"""The statements that were found compared by what has learnt which statement answers a question.

The bi-encoder has vectors of all of them in a small index; the cross-encoder, slower and better,
reads the best.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from bot.model.found import Seen
from bot.ports import Likeness
from knowledge.models.reader import Pair
from knowledge.search.nearness import Said


class Beside(NamedTuple):
    """How much each of those counts that judge a statement."""

    ranked: float
    """The ranker's log-odds."""
    near: float
    """The bi-encoder's cosine."""
    told: float
    """What the cross-encoder told."""
    none: float
    """Added to all of that: how likely it is that a statement answers at all."""
    read: int
    """Statements that the cross-encoder reads at most: more take longer and tell hardly more
    (docs/decisions/0026 and 0027)."""


BOTH = Beside(ranked=0.309, near=9.487, told=0.36, none=-4.674, read=4)
"""By `python -m benchmarks.ranker.together`."""
WITHOUT_VECTORS = Beside(ranked=0.619, near=0.0, told=0.452, none=-1.048, read=6)
"""Of an index that is too large for the bi-encoder; the same with `--without-vectors`."""

_REACH = 2.0
"""How far behind the best, in log-odds, a statement is still read: hardly any that is further has
come first (docs/decisions/0042)."""
_LESS = 2.0
"""How much less than the worst of what is read the others count, where one of many is read."""
_FURTHER = 3
"""What is read because of its turn, at most: what stands further behind has never come first."""


class Scored(NamedTuple):
    """How well a statement fits the question."""

    score: float
    """Log-odds that it is the answer, against that there is none."""
    relevance: float | None = None
    """What reading it together with the question told; None where nothing was read."""


async def reranked(
    asked: str,
    seen: Sequence[Seen],
    scores: Sequence[float],
    search: Likeness,
    turns: Sequence[float],
    added: Collection[str] = (),
) -> list[Scored]:
    """The scores of the ranker, corrected by what the encoders tell.

    Turns are what will be added to each: those are read that are the best with it. Of passages that
    a wider search has added behind the others, by their ids, only what comes first is read.
    """
    near = await _near(asked, seen, scores, search)
    how = BOTH if near else WITHOUT_VECTORS
    cosines = near or [0.0] * len(seen)
    so_far = [
        how.ranked * score + how.near * one for score, one in zip(scores, cosines, strict=True)
    ]
    pairs = [Pair(one.hit.passage.above, one.statement.text) for one in seen]
    in_the_end = [one + turn for one, turn in zip(so_far, turns, strict=True)]
    behind = [one.hit.passage.passage_id in added for one in seen]
    first, turned = (_best(order, pairs, behind)[: how.read] for order in (so_far, in_the_end))
    further = [pair for pair in turned if pair not in first][:_FURTHER]
    read = [*first, *further]
    told = await search.relevance(asked, read) if read else None
    if told is None:
        return [Scored(score) for score in scores]
    known = dict(zip(read, told, strict=True))
    # What is not read counts as the worst of what is, or as less where few are: it stays behind.
    # What is read because of its turn only gains: a rule for those who have no receipt answers "for
    # how many days?" with none.
    least = min(known[pair] for pair in first) - _LESS * (1 - len(first) / how.read)
    relevance = [
        known[pair] if pair in first else max(least, known.get(pair, least)) for pair in pairs
    ]
    return [
        Scored(score + how.told * one + how.none, one)
        for score, one in zip(so_far, relevance, strict=True)
    ]


async def _near(
    asked: str, seen: Sequence[Seen], scores: Sequence[float], search: Likeness
) -> list[float] | None:
    """The cosine of each statement; None where there are no vectors."""
    order = _best_first(scores)
    said = [Said(seen[place].hit.passage, seen[place].statement.text) for place in order]
    cosines = await search.nearness(asked, said, BOTH.read)
    known = [one for one in cosines or () if one is not None]
    if not known:
        return None
    near = dict(zip(order, cosines or (), strict=True))
    return [min(known) if one is None else one for _, one in sorted(near.items())]


def _best(scores: Sequence[float], pairs: Sequence[Pair], behind: Sequence[bool]) -> list[Pair]:
    """What may be read of statements with these scores, best first."""
    least = max(scores, default=0.0) - _REACH
    near = (place for place in _best_first(scores) if scores[place] >= least)
    read = (place for rank, place in enumerate(near) if not rank or not behind[place])
    return list(dict.fromkeys(pairs[place] for place in read))


def _best_first(scores: Sequence[float]) -> list[int]:
    return sorted(range(len(scores)), key=lambda place: -scores[place])

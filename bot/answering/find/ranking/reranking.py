"""Reranks the found statements with two models trained on questions and their answers.

The bi-encoder compares all statements by their vectors in a small index. The cross-encoder, slower
and better, reads only the best.
"""

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from bot.model.found import Seen
from bot.ports import Likeness
from knowledge.language.sentences import plain
from knowledge.model.spared import Spared
from knowledge.models.reader import Pair
from knowledge.search.nearness import PlacedStatement
from knowledge.split.context import STOPS, ends
from knowledge.split.units import Unit, UnitKind, units

# Reads a table by its columns, and a list from its lead-in, beside the statements in them.
#
# "How much is each boat?" is answered by no row. So the cross-encoder also reads the whole; if it
# fits better than its parts, they get its score, and the answer shows the whole.


_LISTS = (UnitKind.LIST, UnitKind.PROCEDURE)


class Whole(NamedTuple):
    """A column of a table, or a whole list, and the places of the statements in it."""

    said: PlacedStatement
    places: tuple[int, ...]

    @property
    def pair(self) -> Pair:
        """Its title and headings, and its text, for the cross-encoder."""
        return Pair(self.said.passage.above, self.said.text)


def wholes(seen: Sequence[Seen], near: Iterable[int]) -> list[Whole]:
    """The wholes that statements at some places stand in, those of the first place first."""
    found: dict[PlacedStatement, Whole] = {}
    for place in near:
        for whole in (*_columns(seen, place), *_lists(seen, place)):
            found.setdefault(whole.said, whole)
    return list(found.values())


def _columns(seen: Sequence[Seen], place: int) -> Iterator[Whole]:
    """Each column of a row's table with the names of the rows: "Room: A, B; Price: ₩1, ₩2"."""
    here = seen[place]
    if not here.statement.row:
        return
    places = [
        n for n in _beside(seen, place) if seen[n].statement.quotes[-1] == here.statement.quotes[-1]
    ]
    rows = [seen[n].statement.row for n in places]
    names, *others = ([row[column] for row in rows] for column in range(min(map(len, rows))))
    for cells in others if len(places) > 1 else ():
        text = "; ".join(_column(some) for some in (names, cells))
        yield Whole(PlacedStatement(here.hit.passage, text), tuple(places))


def _column(cells: Sequence[tuple[str, str]]) -> str:
    return f"{cells[0][0]}: {', '.join(cell for _, cell in cells)}"


def _lists(seen: Sequence[Seen], place: int) -> Iterator[Whole]:
    """The list that a statement stands in, as one text."""
    passage = seen[place].hit.passage
    for unit in units(passage):
        # Full sentences below a heading are rules of their own.
        is_one = unit.lead or unit.kind is UnitKind.PROCEDURE or not _says_all(unit)
        if unit.kind not in _LISTS or not is_one or not _holds(unit, seen[place]):
            continue
        places = [n for n in _beside(seen, place) if _holds(unit, seen[n])]
        if len(places) > 1:
            items = "; ".join(plain(one.quote) for one in unit.parts)
            text = " ".join(one for one in (plain(unit.lead), items) if one)
            yield Whole(PlacedStatement(passage, text), tuple(places))


def _says_all(unit: Unit) -> bool:
    return all(ends(one.quote, STOPS) for one in unit.parts)


def _holds(unit: Unit, one: Seen) -> bool:
    return unit.has(one.hit.passage, one.statement.quotes[:1])


def _beside(seen: Sequence[Seen], place: int) -> Iterator[int]:
    """The places of the statements of the same passage, which stand together."""
    own = seen[place].hit.passage.passage_id
    return (n for n, one in enumerate(seen) if one.hit.passage.passage_id == own)


class ScoreWeights(NamedTuple):
    """The weights of ranker, bi-encoder and cross-encoder in a statement's score."""

    ranked: float
    """Weight of the ranker's log odds."""
    near: float
    """Weight of the bi-encoder's cosine."""
    told: float
    """Weight of the cross-encoder's relevance."""
    none: float
    """Added to the sum: calibrates it against the case of no answer."""
    read: int
    """Statements that the cross-encoder reads at most: more take longer and gain hardly anything
    (docs/decisions/0026 and 0027)."""


BOTH = ScoreWeights(ranked=0.309, near=9.487, told=0.36, none=-4.674, read=4)
"""Fitted by `python -m benchmarks.ranker.together`."""
WITHOUT_VECTORS = ScoreWeights(ranked=0.619, near=0.0, told=0.452, none=-1.048, read=6)
"""For an index too large for the bi-encoder. Fitted by the same with `--without-vectors`."""

_REACH = 2.0
"""Log odds behind the best within which a statement is read: hardly any further behind has come
first (docs/decisions/0042)."""
_LESS = 2.0
"""Relevance by which unread statements are below the worst read one. It shrinks as more are read,
down to 0 at the limit."""
_FURTHER = 3
"""Statements read in addition because of their adjustment; none further behind has come first."""
_WHOLES = 2
"""Wholes read in addition: of the tables and lists in which the statements stand that are read."""
_COLUMNS = 6
"""Wholes that are compared with the question to choose them."""
_SHARED = math.log(1.5)
"""Log odds by which all parts together are more likely than the best one, to be meant together."""
_OF_ANOTHER = -1.0
"""Adjustment that shows a part for another case than the asker's: the whole is not meant."""
_LACKING = 0.38
"""Share of the rarest noun that a table or list never mentions, from which it is about others."""
_STEP = 0.01
"""Log odds between the parts of a whole that answers, so that their order stays."""


class Scored(NamedTuple):
    """How well a statement fits the question."""

    score: float
    """Log odds to be the answer, against no answer at all."""
    relevance: float | None = None
    """The cross-encoder's result. None if it read nothing."""
    lifted: float = 0.0
    """Log odds that it gains as a part of a list or table that fits better as a whole."""


async def reranked(
    asked: str,
    seen: Sequence[Seen],
    scores: Sequence[float],
    search: Likeness,
    adjustments: Sequence[float],
    added: Collection[str] = (),
) -> list[Scored]:
    """Corrects the ranker's scores with the two encoders.

    `adjustments` are added to the scores later: statements that are best with them are read, too.
    `added` are ids of passages that a wider search appended: a statement of theirs is read only if
    it comes first.
    """
    near = await _near(asked, seen, scores, search)
    how = BOTH if near else WITHOUT_VECTORS
    cosines = near or [0.0] * len(seen)
    so_far = [
        how.ranked * score + how.near * one for score, one in zip(scores, cosines, strict=True)
    ]
    pairs = [Pair(one.hit.passage.above, one.statement.text) for one in seen]
    in_the_end = [one + extra for one, extra in zip(so_far, adjustments, strict=True)]
    behind = [one.hit.passage.passage_id in added for one in seen]
    first, adjusted = (_best(order, pairs, behind)[: how.read] for order in (so_far, in_the_end))
    further = [pair for pair in adjusted if pair not in first][:_FURTHER]
    read = [*first, *further]
    best = [n for n in _best_first(in_the_end) if pairs[n] in read[: how.read]]
    whole = await _wholes(asked, seen, best, search) if near else {}
    whole = {one: cos for one, cos in whole.items() if _may_be_meant(one, seen, adjustments)}
    results = None
    with Spared("cross-encoder"):
        also = [one.pair for one in whole]
        results = await search.relevance(asked, [*read, *also]) if read else None
    if results is None:
        return [Scored(score) for score in scores]
    known = dict(zip(read, results, strict=False))
    told = dict(zip(whole, results[len(read) :], strict=True))
    # Unread statements count as the worst read one, or less if few were read: they stay behind.
    # A statement read because of its adjustment may only gain: the model cannot see why a rule for
    # lost receipts answers "for how many days?" with none.
    least = min(known[pair] for pair in first) - _LESS * (1 - len(first) / how.read)
    relevance = [
        known[pair] if pair in first else max(least, known.get(pair, least)) for pair in pairs
    ]
    scored = [
        Scored(score + how.told * one + how.none, one)
        for score, one in zip(so_far, relevance, strict=True)
    ]
    raised = list(scored)
    for one, relevant in told.items():
        ranked = how.ranked * max(scores[n] for n in one.places)
        read_whole = ranked + how.near * whole[one] + how.told * relevant + how.none
        for place, score in _raised(scored, one, read_whole):
            if not raised[place].lifted or raised[place].score < score:
                lifted = score - scored[place].score
                raised[place] = scored[place]._replace(score=score, lifted=lifted)
    return raised


async def _wholes(
    asked: str, seen: Sequence[Seen], best: Sequence[int], search: Likeness
) -> dict[Whole, float]:
    """The wholes nearest to the question around the best statements, with their cosines."""
    some = wholes(seen, best)[:_COLUMNS]
    cosines = await search.nearness(asked, [one.said for one in some], _COLUMNS) if some else None
    near = {one: cos for one, cos in zip(some, cosines or (), strict=False) if cos is not None}
    return dict(sorted(near.items(), key=lambda one: -one[1])[:_WHOLES])


def _may_be_meant(whole: Whole, seen: Sequence[Seen], adjustments: Sequence[float]) -> bool:
    # All parts stand in one passage, which has the noun or lacks it.
    is_lacking = seen[whole.places[0]].lacking > _LACKING
    return not is_lacking and min(adjustments[n] for n in whole.places) >= _OF_ANOTHER


def _raised(scored: Sequence[Scored], whole: Whole, read: float) -> Iterator[tuple[int, float]]:
    """Yields the parts of a whole with its score, if it fits better than any of them.

    A whole answers if one of its parts does: its odds are at least the sum of theirs.
    """
    order = sorted(whole.places, key=lambda n: -scored[n].score)
    best = scored[order[0]].score
    every = best + math.log(sum(math.exp(scored[n].score - best) for n in order))
    if read > best or every >= best + _SHARED:
        yield from ((place, max(read, every) - _STEP * n) for n, place in enumerate(order))


async def _near(
    asked: str, seen: Sequence[Seen], scores: Sequence[float], search: Likeness
) -> list[float] | None:
    """The bi-encoder's cosine for each statement. None without vectors."""
    order = _best_first(scores)
    said = [PlacedStatement(seen[place].hit.passage, seen[place].statement.text) for place in order]
    cosines = await search.nearness(asked, said, BOTH.read)
    known = [one for one in cosines or () if one is not None]
    if not known:
        return None
    near = dict(zip(order, cosines or (), strict=True))
    return [min(known) if one is None else one for _, one in sorted(near.items())]


def _best(scores: Sequence[float], pairs: Sequence[Pair], behind: Sequence[bool]) -> list[Pair]:
    """The statements within reach of the best score, best first, for the cross-encoder."""
    least = max(scores, default=0.0) - _REACH
    near = (place for place in _best_first(scores) if scores[place] >= least)
    read = (place for rank, place in enumerate(near) if not rank or not behind[place])
    return list(dict.fromkeys(pairs[place] for place in read))


def _best_first(scores: Sequence[float]) -> list[int]:
    return sorted(range(len(scores)), key=lambda place: -scores[place])

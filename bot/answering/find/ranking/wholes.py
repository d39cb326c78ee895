"""Reads a table by its columns, and a list from its lead-in, beside the statements in them.

"How much is each boat?" is answered by no row. So the cross-encoder also reads the whole; if it
fits better than its parts, they get its score, and the answer shows the whole.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from bot.model.found import Seen
from knowledge.language.sentences import plain
from knowledge.models.reader import Pair
from knowledge.search.nearness import PlacedStatement
from knowledge.split.context import STOPS, ends
from knowledge.split.units import Unit, UnitKind, units

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

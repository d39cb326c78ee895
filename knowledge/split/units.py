"""Finds the paragraph, list or table that a statement stands in, as the document has it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from knowledge.language.sentences import sentences
from knowledge.model.documents import Passage
from knowledge.split.blocks import Block, BlockKind, blocks, is_about, lines_of, may_lead
from knowledge.split.context import introduces

_FOLLOWS = re.compile(r"(?:다음|아래)(?:의)? (?:순서|절차|단계|방법)|\b(?:these|following) steps\b")
NUMBERED = frozenset({"1.", "1)", "(1)", "①"})
"""The marks of steps."""


@dataclass(frozen=True, slots=True)
class Part:
    """A sentence of a paragraph, an item of a list, or a row of a table."""

    quote: str
    """Verbatim; an item's text without its mark."""
    mark: str = ""
    """An item's mark: "3." or "-"."""
    depth: int = 0
    """Levels of the list above an item."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A paragraph, a list or a table."""

    kind: BlockKind
    parts: tuple[Part, ...]
    lead: str = ""
    """The line or sentence that introduces it, verbatim."""
    numbered: bool = False
    """Whether it is a list of steps in order."""

    def place_of(self, quotes: Sequence[str]) -> int | None:
        """The place of the part that holds the first of these quotes."""
        places = (n for n, one in enumerate(self.parts) for q in quotes if q in one.quote)
        return next(places, None)


def units(passage: Passage) -> tuple[Unit, ...]:
    """Returns the paragraphs, lists and tables of a passage, in order; none of a record."""
    return () if passage.record else _units(passage.text)


def unit_of(passage: Passage, quotes: Sequence[str]) -> Unit | None:
    """Returns the unit that holds a statement, given by its quotes, the main one first."""

    def held(one: Unit) -> tuple[bool, int]:
        count = sum(any(quote in part.quote for part in one.parts) for quote in quotes)
        return one.place_of(quotes[:1]) is not None or count > 1, count

    best = max(units(passage), key=held, default=None)
    return best if best and held(best)[0] else None


@lru_cache(maxsize=1_000)
def _units(text: str) -> tuple[Unit, ...]:
    found: list[Unit] = []
    for some in _together(list(blocks(text))):
        kind, above = some[0].kind, found[-1] if found else None
        if kind is BlockKind.LEAD:
            found.append(Unit(kind, (), some[0].text))
            continue
        lead = ""
        if above and above.kind is BlockKind.LEAD:
            lead = found.pop().lead
        elif kind is BlockKind.ITEM and above and above.kind is BlockKind.TEXT:
            lead = _introducing(above.parts[-1].quote, some[0])
        if kind is BlockKind.TEXT:
            quotes = [
                one for block in some for line in lines_of(block.text) for one in sentences(line)
            ]
            found.append(Unit(kind, tuple(map(Part, quotes)), lead))
        elif kind is BlockKind.ITEM:
            numbered = len(some) > 1 and all(
                one.mark in NUMBERED for one in some if one.indent <= some[0].indent
            )
            found.append(Unit(kind, tuple(_items(some)), lead, numbered))
        elif kind is BlockKind.ROW:
            found.append(Unit(kind, tuple(Part(one.text) for one in some), lead))
    return tuple(one for one in found if one.parts)


def _together(found: Sequence[Block]) -> Iterator[list[Block]]:
    """Yields the blocks of each unit: a list's items, a table's rows, a paragraph's lines."""
    some: list[Block] = []
    for one in found:
        goes_on = some and one.kind is some[0].kind and one.kind is not BlockKind.LEAD
        if some and not (goes_on and not (one.kind is BlockKind.TEXT and one.parted)):
            yield some
            some = []
        some.append(one)
    if some:
        yield some


def _introducing(line: str, first: Block) -> str:
    """The line, if it introduces the list that begins with this item."""
    says_so = introduces(line) or bool(_FOLLOWS.search(line))
    says_so = says_so or (may_lead(line) and not first.parted)
    return line if says_so and is_about(line, first) else ""


def _items(items: Sequence[Block]) -> Iterator[Part]:
    margins = sorted({one.indent for one in items})
    alike = len({one.written for one in items}) == 1
    for number, one in enumerate(items, 1):
        # "1." before every item is Markdown for a list that counts by itself.
        mark = (
            one.written.replace("1", str(number)) if alike and one.mark in NUMBERED else one.written
        )
        yield Part(one.text, mark, margins.index(one.indent))

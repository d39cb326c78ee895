"""Finds the unit that a statement stands in: a paragraph, a list, a procedure or a table."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from knowledge.language.sentences import sentences
from knowledge.model.documents import Passage
from knowledge.split.blocks import Block, BlockKind, blocks, is_about, label_of, lines_of, may_lead
from knowledge.split.context import STOPS, ends, introduces
from knowledge.split.statements import Statement, statements

_FOLLOWS = re.compile(
    r"^(?:the following|다음|아래)\b|(?:다음|아래)(?:의)? (?:순서|절차|단계|방법)"
    r"|\b(?:these|following) steps\b",
    re.IGNORECASE,
)
_NUMBERED = frozenset({"1.", "1)", "(1)", "①"})
"""The marks of steps."""
_NUMBER = re.compile(r"\d+")


class UnitKind(StrEnum):
    """The kinds of unit that are shown whole."""

    PARAGRAPH = "paragraph"
    LIST = "list"
    PROCEDURE = "procedure"
    """A list of numbered steps, with the notes between them."""
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Part:
    """A sentence of a paragraph, an item of a list, or a line of a table."""

    passage: Passage
    quote: str
    """Verbatim; an item's text without its mark."""
    mark: str = ""
    """An item's mark: "3." or "-"."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A paragraph, a list, a procedure or a table, as its document has it."""

    kind: UnitKind
    parts: tuple[Part, ...]
    lead: str = ""
    """The line or sentence that introduces it, verbatim."""

    @property
    def above(self) -> str:
        """The last heading above it, and its lead-in."""
        section = self.parts[0].passage.section
        return f"{section[-1] if section else ''} {self.lead}".strip()

    def has(self, passage: Passage, quotes: Sequence[str]) -> bool:
        """Whether one of its parts holds one of a passage's quotes."""
        own = [one.quote for one in self.parts if one.passage.passage_id == passage.passage_id]
        return any(quote in one for quote in quotes for one in own)


def units(passage: Passage) -> tuple[Unit, ...]:
    """Returns the units of a passage, in order; none of a record."""
    return () if passage.record else _units(passage)


def unit_of(
    passage: Passage, quotes: Sequence[str], section: Sequence[Passage] = ()
) -> Unit | None:
    """Returns the unit that holds a statement, given by its quotes, the main one first.

    `section` are the passages of its section in order: the unit may go on in the next one.
    """
    here = [one.passage_id for one in section]
    around = section if passage.passage_id in here else (passage,)
    every = [unit for one in around for unit in units(one)]

    def held(one: Unit) -> tuple[bool, int]:
        count = sum(one.has(passage, (quote,)) for quote in quotes)
        return one.has(passage, quotes[:1]) or count > 1, count

    best = max(_joined(every), key=held, default=None)
    return best if best and held(best)[0] else None


def rows_of(passage: Passage, row: Statement) -> tuple[Statement, ...]:
    """Returns the rows of the table that a row stands in, in order; none without column names."""
    named = row.row and row.quotes[-1]
    return tuple(one for one in statements(passage) if one.row and one.quotes[-1] == named)


def _joined(every: Sequence[Unit]) -> list[Unit]:
    """Joins what was cut: steps that go on behind a note, a list or a table in the next passage."""
    found: list[Unit] = []
    for one in every:
        start = next((n for n, other in enumerate(found) if _goes_on(other, one, found[n:])), None)
        if start is None:
            found.append(one)
            continue
        parts = [part for unit in (*found[start:], one) for part in unit.parts]
        found[start:] = [replace(found[start], parts=tuple(parts))]
    return found


def _goes_on(one: Unit, later: Unit, since: Sequence[Unit]) -> bool:
    """Whether a unit continues an earlier one of its kind, with only notes between them."""
    if one.kind is not later.kind or any(_is_apart(unit) for unit in since[1:]):
        return False
    if one.kind is UnitKind.PROCEDURE:
        return _number(later.parts[0]) == _number(one.parts[-1]) + 1 > 1
    end, start = one.parts[-1].passage, later.parts[0].passage
    return one.kind is not UnitKind.PARAGRAPH and end.end + 1 == start.start and not later.lead


def _is_apart(unit: Unit) -> bool:
    return unit.kind in (UnitKind.PROCEDURE, UnitKind.TABLE)


def _number(part: Part) -> int:
    mark = part.mark
    if "①" <= mark <= "⑳":
        return ord(mark) - ord("①") + 1
    match = _NUMBER.search(mark)
    return int(match[0]) if match else 0


@lru_cache(maxsize=1_000)
def _units(passage: Passage) -> tuple[Unit, ...]:
    found: list[Unit] = []
    lead = ""
    for some in _together(list(blocks(passage.text))):
        kind = some[0].kind
        if kind is BlockKind.LEAD:
            lead = some[0].text
            continue
        if not lead and kind is BlockKind.ITEM and found and found[-1].kind is UnitKind.PARAGRAPH:
            lead = _introducing(found[-1].parts[-1].quote, some[0])
        if kind is BlockKind.TEXT:
            quotes = [
                one for block in some for line in lines_of(block.text) for one in sentences(line)
            ]
            found.append(_unit(UnitKind.PARAGRAPH, [Part(passage, one) for one in quotes], lead))
        elif kind is BlockKind.ITEM:
            steps = all(one.mark in _NUMBERED for one in some if one.indent <= some[0].indent)
            is_one = len(some) > 1 or _number(Part(passage, "", some[0].written)) > 1
            listed = UnitKind.PROCEDURE if steps and is_one else UnitKind.LIST
            found.append(_unit(listed, list(_items(passage, some)), lead))
        elif kind is BlockKind.ROW:
            found.append(_unit(UnitKind.TABLE, [Part(passage, one.text) for one in some], lead))
        lead = ""
    return tuple(one for one in found if one.parts)


def _unit(kind: UnitKind, parts: Sequence[Part], lead: str) -> Unit:
    return Unit(kind, tuple(parts), lead)


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
    # Notes mean nothing without the sentence above them: "We do not keep these. - Cash".
    is_note = not ends(first.text, STOPS) and not label_of(first.text, BlockKind.ITEM)
    says_so = says_so or is_note or (may_lead(line) and not first.parted)
    return line if says_so and is_about(line, first) else ""


def _items(passage: Passage, items: Sequence[Block]) -> Iterator[Part]:
    alike = len(items) > 1 and len({one.written for one in items}) == 1
    for number, one in enumerate(items, 1):
        # "1." before every item is Markdown for a list that counts by itself.
        counted = alike and one.mark in _NUMBERED
        yield Part(
            passage, one.text, one.written.replace("1", str(number)) if counted else one.written
        )

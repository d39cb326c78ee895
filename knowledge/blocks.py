"""The blocks of a passage's text: headings, table rows, items of lists, lines of text."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

ROW = re.compile(r"^\s*\|?(?P<cells>[^|\n]+(?:\|[^|\n]*)+?)\|?\s*$")
_ITEM = re.compile(
    r"^(?P<indent>\s*)(?:[-*+•]|(?:\d{1,2}\\?|[가-하]\\)[.)])\s+(?P<text>.+)$", re.DOTALL
)
_HEADING = re.compile(r"^\s*#{1,6}\s")
_INDENTED = re.compile(r"^(?: {2}|\t)")
_BROKEN = re.compile(r"(?: {2,}|\\)$")
"""Markdown's mark of a line that ends here."""
_LABEL = re.compile(r"\s*(?:\*\*|__)?[^\s:：.?!*_|][^:：.?!*_|]{0,39}(?:[:：]|(?:\*\*|__)[:：])")
"""What stands before a colon on a line of its own. Capacity: 4 persons."""
_BOLD_LABEL = re.compile(r"\s*(?:\*\*|__)[^*_]{1,60}(?:[:：](?:\*\*|__)|(?:\*\*|__)[:：])")
_SHORT_LABEL = re.compile(r"\s*[^\s:：.?!*_|][^:：.?!*_|]{0,23}[:：](?=\s)")
"""Of an item: Gold: 60 days."""
_TAB = 4


class Kind(StrEnum):
    """What a block is."""

    HEADING = "heading"
    ROW = "row"
    ITEM = "item"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of text that belongs together."""

    kind: Kind
    text: str
    """Verbatim; of an item what stands behind its mark."""
    indent: int = 0
    """Columns before an item's mark."""


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a list, with the items below it."""

    text: str
    below: "tuple[Item, ...]" = ()


def blocks(text: str) -> Iterator[Block]:
    """The blocks of a text, in order; a wrapped line belongs to what it continues."""
    for kind, kept in _lines(text):
        item = _ITEM.match(kept) if kind is Kind.ITEM else None
        if item:
            # A mark with nothing behind it says nothing.
            if said := item["text"].strip():
                yield Block(kind, said, len(item["indent"].expandtabs(_TAB)))
        elif kind is Kind.TEXT:
            yield from (Block(kind, line) for line in lines_of(kept))
        else:
            yield Block(kind, kept.strip())


def nested(items: Sequence[Block]) -> tuple[Item, ...]:
    """Items of one list, each above those that stand deeper behind it."""
    found: list[Item] = []
    start = 0
    while start < len(items):
        end = start + 1
        while end < len(items) and items[end].indent > items[start].indent:
            end += 1
        found.append(Item(items[start].text, nested(items[start + 1 : end])))
        start = end
    return tuple(found)


def lines_of(text: str) -> list[str]:
    """The lines that an author meant as such: broken by a mark, or each with a label."""
    lines = text.split("\n")
    if all(_LABEL.match(line) for line in lines):
        return [*map(_line, lines)]
    found = lines[:1]
    for before, line in pairwise(lines):
        if _BROKEN.search(before) or _BOLD_LABEL.match(line):
            found.append(line)
        else:
            found[-1] += f"\n{line}"
    return [one for one in map(_line, found) if one] or [text.strip()]


def _line(line: str) -> str:
    """Without the mark that ends it."""
    return line.strip().removesuffix("\\").rstrip()


def label_of(line: str, kind: Kind) -> str:
    """What stands before a line's colon, verbatim, when all of the line is about it; or nothing."""
    match = _BOLD_LABEL.match(line) or (kind is Kind.ITEM and _SHORT_LABEL.match(line))
    return match[0].strip() if match else ""


def _lines(text: str) -> Iterator[tuple[Kind, str]]:
    """Wrapped lines joined, and paragraphs that are indented below an item."""
    kind, kept, between = Kind.HEADING, "", "\n"
    for line in text.split("\n"):
        new = _kind(line)
        if new is None:
            between += f"{line}\n"
            continue
        if new is Kind.TEXT and _continues(kind, line, parted=between != "\n"):
            kept += f"{between}{line}"
        else:
            if kept:
                yield kind, kept
            kind, kept = new, line
        between = "\n"
    if kept:
        yield kind, kept


def _continues(kind: Kind, line: str, *, parted: bool) -> bool:
    """Whether a line of text belongs to what stands before it; behind a blank line, if indented."""
    if parted:
        return kind is Kind.ITEM and bool(_INDENTED.match(line))
    return kind in (Kind.TEXT, Kind.ITEM)


def _kind(line: str) -> Kind | None:
    """What a line begins; None for a blank one."""
    if not line.strip():
        return None
    if _HEADING.match(line):
        return Kind.HEADING
    if ROW.match(line):
        return Kind.ROW
    return Kind.ITEM if _ITEM.match(line) else Kind.TEXT

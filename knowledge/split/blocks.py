"""Splits a passage's text into blocks: headings, table rows, list items, lines of text."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise, zip_longest

from knowledge.language.sentences import width_of

ROW = re.compile(r"^\s*\|?(?P<cells>[^|\n]+(?:\|[^|\n]*)+?)\|?\s*$")
_SIGNS = "←-⇿■-◿☀-➿\U0001f300-\U0001faff"
"""Arrows, boxes, stars and little pictures: ■ ▶ ★ ✔."""
_ITEM = re.compile(
    r"^(?P<indent>\s*)"
    rf"(?:(?P<bullet>[-*+•·▪◦∙‣]|o(?=\s+[A-Z가-힣]))\s+|(?P<sign>[※{_SIGNS}]\ufe0f?)\s*"
    r"|(?P<number>(?:\d{1,2}|[가나다라마바사아자차카타파하]|[a-h])\\?[.)])\s+"
    r"|(?P<dotted>\d{1,2}(?:\.\d{1,2}){1,3}\.?)\s+(?=[A-Z][A-Za-z-]+|[가-힣]{2})(?!리터|미터|시간|킬로|그램)"
    r"|(?P<around>\((?:\d{1,2}|[가나다라마바사아자차카타파하]|[a-h])\)|[①-⑳])\s*)"
    r"(?P<text>\S.*)$",
    re.DOTALL,
)
_BARE_MARK = re.compile(r"^\s*[-*+•]\s*$")
_SIGNS_OF_LEADS = re.compile("[■-◿★☆\U0001f300-\U0001faff]")
"""Signs before a line that introduces everything below it: ■ Refunds."""
_ALIKE = (
    (re.compile(r"\d+(?:\.\d+)+\.?"), "1.1"),
    (re.compile(r"\d+(?!\.\d)(?<!\.\d)"), "1"),
    (re.compile("[가-하]"), "가"),
    (re.compile("[a-h]"), "a"),
)
_NUMBERED = ("1.", "1)", "(1)", "①")
_ORDER = ("1.", "1.1", "가.", "a.", "1)", "가)", "a)", "(1)", "(가)", "(a)", "①", "-", "※", "→")
"""List marks from the highest level to the lowest; any other sign ranks above all of them."""
_HEADING = re.compile(r"^\s*#{1,6}\s")
_ARTICLE = re.compile(r"^\s*제\s?\d{1,4}\s?[조항장]")
"""The beginning of an article or a paragraph of Korean rules."""
_INDENTED = re.compile(r"^(?: {2}|\t)")
_BROKEN = re.compile(r"(?:  |\\)$")
"""Markdown's hard line break."""
_LABEL = re.compile(r"\s*(?:\*\*|__)?[^\s:：.?!*_|][^:：.?!*_|]{0,39}(?:[:：]|(?:\*\*|__)[:：])")
"""The label at the start of a line, up to its colon. Capacity: 4 persons."""
_BOLD_LABEL = re.compile(r"\s*(?:\*\*|__)[^*_]{1,60}(?:[:：](?:\*\*|__)|(?:\*\*|__)[:：])")
_SHORT_LABEL = re.compile(r"\s*[^\s:：.?!*_|][^:：.?!*_|]{0,23}[:：](?=\s)")
"""The label at the start of a list item. Gold: 60 days."""
_CAPITALS = re.compile(r"[^a-z가-힣]*[A-Z]{3}[^a-z가-힣]*$")
_TAB = 4
_STOPPED = re.compile(r"[.!?。…][\"'”’)\]*_]*\s*$")
_GOES_ON = re.compile(
    r"[,;–—-]\s*$|\b(?:and|or|the|an?|of|to|in|on|at|for|with|by|from|is|are|be|that|which|if|after"
    r"|before|within|over|under|until|till|between|than|about|during|without|through|per|into|as"
    r"|when|while|not|only|must|may|can|should|will|has|have|was|were|it|this|these|their|your"
    r"|our)\s*$"
    r"|\s\S*(?:[은는이가을를의에와과도로]|면|고|며|서|지만|거나|및|또는|위해)\s*$|[가-힣][은는을를]\s*$",
    re.IGNORECASE,
)
"""A line that ends in the middle of a sentence."""
_ENTRY = re.compile(
    r"^\s*[^\s:：.?!][^:：.?!]{0,39}[:：]\s?\S|(?:\s[-–—]|\.\.\.|\t|\s\s)\s?[£$€₩]?\d[\d,.]*\S{0,3}\s*$"
    r"|[£$€₩]\d[\d,.]*\s*$|\d(?:원|%)\s*$"
)
"""A line with a name and its value: Rotas: Priya, Latte - £3.40, Hemming ..... £10."""
_RULE = re.compile(r"^\s*(?:-{3,}|={3,}|_{3,}|\*{3,})\s*$")
_COLON = re.compile(r"[:：][*_ ]*$")
_SMALL, _DIGIT = re.compile(r"\s*[a-z]"), re.compile(r"\d")
_WRAPPED = 60
"""Columns from which a line may have been wrapped."""
_NARROWEST = 30
"""Columns at which nobody wraps: a shorter line had room for another word."""
_LONGEST_LEAD = 40
"""Columns of a line that may introduce the lines below it."""


class BlockKind(StrEnum):
    """The kinds of block."""

    HEADING = "heading"
    ROW = "row"
    ITEM = "item"
    TEXT = "text"
    LEAD = "lead"
    """A line that introduces the lines below it."""


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of text that belongs together."""

    kind: BlockKind
    text: str
    """Verbatim; an item's text without its mark."""
    indent: int = 0
    """Columns before an item's mark."""
    mark: str = ""
    """An item's mark, the same for all of one list: "1." for "3."."""
    lead: str = ""
    """The line above that introduces it, verbatim."""
    parted: bool = False
    """Whether a blank line comes before it."""
    written: str = ""
    """An item's mark as the document has it: "3."."""

    @property
    def is_of_outline(self) -> bool:
        """Whether it is an item that may be a heading: 가. or ■, not a bullet or a step."""
        return self.kind is BlockKind.ITEM and self.mark not in ("-", *_NUMBERED)


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a list, with the items below it."""

    text: str
    mark: str
    below: "tuple[Item, ...]" = ()

    @property
    def is_step(self) -> bool:
        """Whether it has a number, as steps in order do."""
        return self.mark in _NUMBERED


def blocks(text: str) -> Iterator[Block]:
    """Yields the blocks of a text in order; wrapped lines are joined."""
    found = [block for stretch in _lines(text) for block in _blocks_of(*stretch)]
    lead = mark = before = ""
    for block, behind in zip_longest(found, found[1:]):
        if block.kind is BlockKind.HEADING or (mark and block.mark == mark):
            lead = mark = ""
        # The last item of a list marked with signs introduces nothing, either.
        is_last = bool(before) and before == block.mark
        before = block.mark
        if is_last or not _leads(block, behind):
            yield replace(block, lead=block.lead or lead)
            continue
        yield Block(BlockKind.LEAD, block.text, parted=block.parted)
        if block.mark:
            lead, mark = block.text, block.mark


def nested(items: Sequence[Block]) -> tuple[Item, ...]:
    """Nests the items of one list by their indent and the level of their marks."""
    depths: list[int] = []
    open_ones: list[tuple[int, int]] = []
    for one in items:
        here = (one.indent, _rank(one.mark))
        while open_ones and open_ones[-1] >= here:
            open_ones.pop()
        open_ones.append(here)
        depths.append(len(open_ones))
    return _tree(items, depths)


def _rank(mark: str) -> int:
    return _ORDER.index(mark) if mark in _ORDER else -1


def _tree(items: Sequence[Block], depths: Sequence[int]) -> tuple[Item, ...]:
    found: list[Item] = []
    start = 0
    while start < len(items):
        end = start + 1
        while end < len(items) and depths[end] > depths[start]:
            end += 1
        below = _tree(items[start + 1 : end], depths[start + 1 : end])
        found.append(Item(items[start].text, items[start].mark, below))
        start = end
    return tuple(found)


def lines_of(text: str) -> list[str]:
    """Returns the lines that the author ended on purpose; wrapped lines are joined."""
    lines = text.split("\n")
    if all(_LABEL.match(line) for line in lines):
        return [*map(_line, lines)]
    widest = max(_NARROWEST, *map(width_of, lines))
    found = lines[:1]
    for before, line in pairwise(lines):
        if _BROKEN.search(before) or _BOLD_LABEL.match(line) or _is_meant(before, line, widest):
            found.append(line)
        else:
            found[-1] += f"\n{line}"
    return [one for one in map(_line, found) if one] or [text.strip()]


def label_of(line: str, kind: BlockKind) -> str:
    """Returns the label before a line's colon, verbatim; "" where the line has none."""
    match = _BOLD_LABEL.match(line) or (kind is BlockKind.ITEM and _SHORT_LABEL.match(line))
    return match[0].strip() if match else ""


def may_lead(line: str) -> bool:
    """Whether a line may introduce others: it is short, no sentence, and has no labelled value."""
    label = _LABEL.match(line)
    says_a_value = bool(label and line[label.end() :].strip(" *_"))
    return width_of(line) <= _LONGEST_LEAD and not says_a_value and not _STOPPED.search(line)


def _line(line: str) -> str:
    """Strips a line, and Markdown's backslash at its end."""
    return line.strip().removesuffix("\\").rstrip()


def _is_meant(before: str, line: str, widest: int) -> bool:
    """Whether the author ended the line before on purpose.

    The sentence does not go on, the next word had room, and one of the lines is an entry.
    The lines of an address are no entries and stay together.
    """
    if _STOPPED.search(before) or _GOES_ON.search(before) or _SMALL.match(line):
        return False
    first = (line.split() or [""])[0]
    has_room = width_of(before) + 1 + width_of(first) <= widest
    return has_room and any(map(_ENTRY.search, (before, line)))


def _leads(block: Block, behind: Block | None) -> bool:
    """Whether a block only introduces the list or the lines after it."""
    if behind is None or behind.kind is BlockKind.HEADING or not may_lead(block.text):
        return False
    if block.kind is BlockKind.TEXT:
        below = behind.kind in (BlockKind.ITEM, BlockKind.ROW) and is_about(block.text, behind)
        return (below and not behind.parted) or bool(_CAPITALS.match(block.text))
    if block.kind is not BlockKind.ITEM or (
        behind.kind is BlockKind.ITEM and not _is_below(behind, block)
    ):
        return False
    if _SIGNS_OF_LEADS.match(block.mark):
        return True
    return block.mark != "-" and (
        behind.kind is BlockKind.ROW or (behind.kind is BlockKind.TEXT and block.mark == "1.1")
    )


def _is_below(item: Block, other: Block) -> bool:
    return (item.indent, _rank(item.mark)) > (other.indent, _rank(other.mark))


def is_about(line: str, behind: Block) -> bool:
    """Whether a line may introduce the list after it.

    "Version 1.4, March 2026" is about the document, not about a numbered list.
    """
    if _ARTICLE.match(line):
        return True
    has_a_number = may_lead(line) and _DIGIT.search(line) and not _COLON.search(line)
    return not (has_a_number and behind.mark in (*_NUMBERED, "1.1"))


def _blocks_of(kind: BlockKind, kept: str, parted: bool) -> Iterator[Block]:
    if kind is BlockKind.TEXT:
        yield from _of_paragraph(lines_of(kept), parted)
    elif kind is BlockKind.ITEM:
        # A mark without text is dropped.
        if item := _ITEM.match(kept):
            marks = (item[one] for one in ("sign", "dotted", "number", "around"))
            written = "-" if item["bullet"] else next(filter(None, marks)).replace("\\", "")
            indent = len(item["indent"].expandtabs(_TAB))
            text = item["text"].strip()
            yield Block(kind, text, indent, _alike(written), parted=parted, written=written)
    else:
        yield Block(kind, kept.strip(), parted=parted)


def _alike(mark: str) -> str:
    """Maps the marks of a list to its first one: 2. to 1., 나) to 가), ③ to ①."""
    if "①" <= mark <= "⑳":
        return "①"
    for letters, first in _ALIKE:
        mark = letters.sub(first, mark)
    return mark


def _of_paragraph(lines: Sequence[str], parted: bool) -> Iterator[Block]:
    """Yields a paragraph's lines; a short first line introduces the others."""
    first, *others = lines
    if others and may_lead(first) and not _DIGIT.search(first):
        yield Block(BlockKind.LEAD, first, parted=parted)
        yield from (Block(BlockKind.TEXT, one, lead=first) for one in others)
    else:
        yield Block(BlockKind.TEXT, first, parted=parted)
        yield from (Block(BlockKind.TEXT, one) for one in others)


def _lines(text: str) -> Iterator[tuple[BlockKind, str, bool]]:
    """Yields stretches of one kind, and whether a blank line comes before.

    Wrapped lines are joined, and an item includes the paragraphs indented below it.
    """
    kind, kept, between, parted = BlockKind.HEADING, "", "\n", False
    for line in text.split("\n"):
        new = _kind(line)
        if new is None:
            between += f"{line}\n"
            continue
        if new is BlockKind.TEXT and _continues(kind, kept, line, parted=between != "\n"):
            kept += f"{between}{line}"
        else:
            if kept:
                yield kind, kept, parted
            kind, kept, parted = new, line, between != "\n"
        between = "\n"
    if kept:
        yield kind, kept, parted


def _continues(kind: BlockKind, kept: str, line: str, *, parted: bool) -> bool:
    """Whether a line of text continues the stretch before it."""
    if _ARTICLE.match(line) or kind not in (BlockKind.TEXT, BlockKind.ITEM):
        return False
    if parted:
        return kind is BlockKind.ITEM and bool(_INDENTED.match(line))
    return kind is BlockKind.TEXT or bool(_INDENTED.match(line)) or _was_wrapped(kept, line)


def _was_wrapped(kept: str, line: str) -> bool:
    """Whether a line at the margin continues the item above it."""
    last = kept.rpartition("\n")[2]
    if _STOPPED.search(last):
        return False
    return width_of(last) >= _WRAPPED or bool(_GOES_ON.search(last) or _SMALL.match(line))


def _kind(line: str) -> BlockKind | None:
    """Returns the kind of block that a line begins; None for a blank line or a rule."""
    if not line.strip() or _RULE.match(line):
        return None
    if _HEADING.match(line):
        return BlockKind.HEADING
    if ROW.match(line):
        return BlockKind.ROW
    return BlockKind.ITEM if _ITEM.match(line) or _BARE_MARK.match(line) else BlockKind.TEXT

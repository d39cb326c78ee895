"""A passage as statements that can stand alone: sentences, list items, table rows, records."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from knowledge.model import Passage

_ABBREVIATION = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|St|No|vs|etc|approx|e\.g|i\.e|a\.m|p\.m)|\b[A-Z])\.$"
)
_END = re.compile(r"(?<=[.!?。])[\"'”’)\]]*\s+(?=[^\sa-z])")
_ITEM = re.compile(r"^\s*(?:[-*+•]|(?:\d{1,2}\\?|[가-하]\\)[.)])\s+(?P<text>.+)$", re.DOTALL)
_ROW = re.compile(r"^\s*\|?(?P<cells>[^|\n]+(?:\|[^|\n]*)+?)\|?\s*$")
_RULE = re.compile(r"^\s*\|?\s*:?-{3,}")
_HEADING = re.compile(r"^\s*#{1,6}\s")
_LINK = re.compile(r"!?\[(?P<text>[^\]]*)\]\([^)]*\)")
_MARKS = re.compile(
    r"\*\*|__|`|(?<![\w*])[*_](?=[^\s*_])|(?<=[^\s*_])[*_](?![\w*])|^>\s?", re.MULTILINE
)

_COLONS = (":", "：")
_STOPS = (".", "!", "?", "。")
_LONGEST_LIST = 500
"""Characters of a list that is still said in one statement."""


@dataclass(frozen=True, slots=True)
class Statement:
    """What a passage says in one place."""

    text: str
    """To be read: without Markdown, a table's row with its column names."""
    quotes: tuple[str, ...]
    """The passage's own words that it is made of, verbatim; the most telling one first."""


def statements(passage: Passage) -> tuple[Statement, ...]:
    """The statements of a passage, in order."""
    if passage.record:
        return tuple(_of_record(passage.text))
    return tuple(_of_prose(passage.text))


def pieces(text: str, *, record: bool = False) -> tuple[str, ...]:
    """Each sentence, list item and table row of a text once, in order, to be read by itself."""
    if record:
        return tuple(plain(line) for line in text.split("\n") if line.strip())
    return tuple(piece for piece in _pieces(text) if piece)


def plain(text: str) -> str:
    """Text without Markdown's marks, in one line."""
    text = _LINK.sub(lambda match: match["text"], text)
    return " ".join(_MARKS.sub("", text).split())


def sentences(text: str) -> list[str]:
    """The sentences of a text without line structure; abbreviations do not end one."""
    found: list[str] = []
    start = 0
    for match in _END.finditer(text):
        piece = text[start : match.start()].strip()
        if not _ABBREVIATION.search(piece):
            found.append(text[start : match.end()].strip())
            start = match.end()
    found.append(text[start:].strip())
    return [sentence for sentence in found if sentence]


def _pieces(text: str) -> Iterator[str]:
    for kind, blocks in groupby(_blocks(text), key=itemgetter(0)):
        lines = [block for _, block in blocks]
        if kind == "row":
            yield from (row.text for row in _of_table([line.strip() for line in lines]))
        elif kind != "heading":
            for line in lines:
                yield from map(plain, sentences(_item_text(line)))


def _of_record(text: str) -> Iterator[Statement]:
    # A record is said whole: a policy's time frame means nothing without what it is the time for.
    lines = tuple(line.strip() for line in text.split("\n") if line.strip())
    between = " · " if text.startswith("Product: ") else " "
    yield Statement(plain(between.join(map(_ended, lines) if between == " " else lines)), lines)


def _ended(line: str) -> str:
    return line if line.endswith(_STOPS) else f"{line}."


def _of_prose(text: str) -> Iterator[Statement]:
    intro = ""
    for kind, blocks in groupby(_blocks(text), key=itemgetter(0)):
        lines = [block for _, block in blocks]
        if kind == "item":
            yield from _of_list(lines, intro)
        elif kind == "row":
            yield from _of_table([line.strip() for line in lines])
        elif kind == "text":
            found = [sentence for line in lines for sentence in sentences(line)]
            yield from (_said(one) for one in found if not one.endswith(_COLONS))
            intro = found[-1]
        if kind != "text":
            intro = ""


def _said(sentence: str) -> Statement:
    return Statement(plain(sentence), (sentence,))


def _of_list(blocks: list[str], intro: str) -> Iterator[Statement]:
    items = [_item_text(block) for block in blocks]
    introduced = intro.endswith(_COLONS)
    if introduced and items and sum(map(len, items)) <= _LONGEST_LIST:
        listed = "; ".join(plain(item).rstrip(".;") for item in items)
        yield Statement(f"{plain(intro)} {listed}.", (intro, *items))
    for item in items:
        for sentence in sentences(item):
            # "- Swimwear" says nothing without the sentence above the list.
            if intro and (introduced or not sentence.endswith(_STOPS)):
                yield Statement(f"{plain(intro)} {plain(sentence)}", (sentence, intro))
            else:
                yield _said(sentence)


def _item_text(block: str) -> str:
    match = _ITEM.match(block)
    return match["text"].strip() if match else block.strip()


def _of_table(lines: list[str]) -> Iterator[Statement]:
    # A later part of a table that was too long for one passage has no line of column names.
    if len(lines) > 1 and _RULE.match(lines[1]):
        names, rows = _cells(lines[0]), lines[2:]
        for row in rows:
            pairs = [
                f"{name}: {cell}" if name else cell
                for name, cell in zip(names, _cells(row), strict=False)
                if cell
            ]
            yield Statement("; ".join(pairs), (row, lines[0]))
        return
    for row in lines:
        yield Statement(" · ".join(cell for cell in _cells(row) if cell), (row,))


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """Headings, rows, items and paragraphs; a wrapped line belongs to what it continues."""
    kind, kept = "", ""
    for line in [*text.split("\n"), ""]:
        new = _kind(line)
        continues = new == "text" and kind in ("text", "item") and kept
        if continues:
            kept = f"{kept}\n{line}"
            continue
        if kept:
            yield kind, kept
        kind, kept = new, line
        if new == "blank":
            kept = ""


def _kind(line: str) -> str:
    if not line.strip():
        return "blank"
    if _HEADING.match(line):
        return "heading"
    if _ROW.match(line):
        return "row"
    return "item" if _ITEM.match(line) else "text"


def _cells(line: str) -> list[str]:
    match = _ROW.match(line)
    return [plain(cell) for cell in match["cells"].split("|")] if match else []

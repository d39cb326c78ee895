"""Cuts a document into passages: at headings, then by tokens; tables and lists stay whole."""

import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from markdown_it import MarkdownIt

from knowledge.language.sentences import plain, sentences
from knowledge.model.documents import Document, Passage
from knowledge.split.blocks import BlockKind, blocks, may_lead
from knowledge.split.context import introduces

MAX_TOKENS = 200
"""About 800 English or 330 Korean characters: search finds short passages better than long ones."""
MAX_WHOLE_TOKENS = 1000
"""A table or a list up to this size is never cut."""

_LONGEST = 20_000
"""Characters without an end of a sentence or line before a text is cut anywhere."""

_MARKDOWN = MarkdownIt("commonmark").enable("table")
_SENTENCE_END = re.compile(r"(?<=[.!?。])\s+(?=\S)|\n+")
_LINE_END = re.compile(r"\n+")

_Span = tuple[int, int]
Count = Callable[[str], int]
"""Counts the tokens of a text."""


@dataclass(frozen=True, slots=True)
class _Block:
    start: int
    end: int
    whole: bool = False
    """A table, a list or code: cut only when it is far too long, and then between lines."""


@dataclass(frozen=True, slots=True)
class _Section:
    path: tuple[str, ...]
    blocks: tuple[_Block, ...]


def split(document: Document, count: Count) -> list[Passage]:
    """Returns the document's passages, in order."""
    spans = _records(document) if document.records else _pieces(document, count)
    return list(_numbered(document, spans))


def sections(document: Document) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yields each section's headings and text; a record is a section headed by its name."""
    if document.records:
        for path, (start, end) in _records(document):
            yield path, document.text[start:end]
        return
    for section in _sections(document.text):
        start, end = section.blocks[0].start, section.blocks[-1].end
        yield _below_title(section.path, document), document.text[start:end]


def _records(document: Document) -> Iterator[tuple[tuple[str, ...], _Span]]:
    for record in document.records:
        for start in range(record.start, record.end, _LONGEST):
            yield (record.name,), (start, min(start + _LONGEST, record.end))


def _pieces(document: Document, count: Count) -> Iterator[tuple[tuple[str, ...], _Span]]:
    for section in _sections(document.text):
        path = _below_title(section.path, document)
        for span in _packed(document.text, section.blocks, count):
            yield path, span


def _below_title(path: tuple[str, ...], document: Document) -> tuple[str, ...]:
    # A first heading that repeats the title does not say where a passage is.
    return path[1:] if path and _alike(path[0], document.header.title) else path


def _alike(heading: str, title: str) -> bool:
    return plain(heading).casefold() == plain(title).casefold()


def _numbered(
    document: Document, spans: Iterator[tuple[tuple[str, ...], _Span]]
) -> Iterator[Passage]:
    seen: dict[str, int] = {}
    above = (document.header.section,) if document.header.section else ()
    for below, span in spans:
        path = (*above, *below)
        start, end = _trimmed(document.text, *span)
        if start == end:
            continue
        text = document.text[start:end]
        # The id comes from the content, so it stays the same when a neighbour changes.
        digest = hashlib.sha256("\n".join((*path, text)).encode()).hexdigest()[:8]
        seen[digest] = seen.get(digest, 0) + 1
        suffix = "" if seen[digest] == 1 else f"-{seen[digest]}"
        yield Passage(
            passage_id=f"{document.header.key}#{digest}{suffix}",
            header=document.header,
            section=path,
            text=text,
            start=start,
            end=end,
            page=_page(document.pages, start),
            record=bool(document.records),
        )


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    part = text[start:end]
    stripped = part.strip()
    start += part.index(stripped) if stripped else len(part)
    return start, start + len(stripped)


def _page(pages: tuple[int, ...], start: int) -> int | None:
    return sum(1 for page in pages if page <= start) or None


# --- sections: the blocks under each heading ---------------------------------------------------


def _sections(text: str) -> Iterator[_Section]:
    starts = [0, *(match.end() for match in re.finditer("\n", text)), len(text)]
    path: list[tuple[int, str]] = []
    blocks: list[_Block] = []
    tokens = _MARKDOWN.parse(text)
    for index, token in enumerate(tokens):
        if token.level or token.map is None or token.nesting < 0:
            continue
        start, end = starts[token.map[0]], starts[min(token.map[1], len(starts) - 1)]
        if token.type != "heading_open":
            blocks.append(_Block(start, end, whole=token.type != "paragraph_open"))
            continue
        if blocks:
            yield _Section(tuple(name for _, name in path), tuple(blocks))
            blocks = []
        level = int(token.tag[1])
        path = [above for above in path if above[0] < level]
        path.append((level, plain(tokens[index + 1].content)))
    if blocks:
        yield _Section(tuple(name for _, name in path), tuple(blocks))


# --- packing: as many blocks as fit into one passage -------------------------------------------


def _packed(text: str, blocks: tuple[_Block, ...], count: Count) -> Iterator[tuple[int, int]]:
    start = end = blocks[0].start
    for block in _fitting(text, blocks, count):
        fits = count(text[start : block.end]) <= MAX_TOKENS
        # "Not refundable:" belongs to the list that follows it, and a question to its reply.
        if end > start and not fits and not _introduces(text[start:end]):
            yield start, end
            start = block.start
        end = block.end
    yield start, end


def _introduces(text: str) -> bool:
    """Whether the last line of a text introduces what follows it."""
    last = text.rstrip().rpartition("\n")[2]
    outer = [one.text for one in blocks(last) if one.kind is BlockKind.TEXT or one.is_of_outline]
    return any(map(introduces, sentences(last)[-1:])) or any(map(may_lead, outer))


def _fitting(text: str, blocks: tuple[_Block, ...], count: Count) -> Iterator[_Block]:
    for block in blocks:
        limit = MAX_WHOLE_TOKENS if block.whole else MAX_TOKENS
        if count(text[block.start : block.end]) <= limit:
            yield block
            continue
        ends = _LINE_END if block.whole else _SENTENCE_END
        yield from _cut(text, block, ends, count)


def _cut(text: str, block: _Block, ends: re.Pattern[str], count: Count) -> Iterator[_Block]:
    start = last = block.start
    found = [match.end() for match in ends.finditer(text, block.start, block.end)]
    for cut in _without_gaps(block.start, [*found, block.end]):
        if last > start and count(text[start:cut]) > MAX_TOKENS:
            yield _Block(start, last)
            start = last
        # No part ends with a line that introduces the next one.
        if last == start or cut == block.end or not _introduces(text[start:cut]):
            last = cut
    if last > start:
        yield _Block(start, last)


def _without_gaps(start: int, cuts: list[int]) -> Iterator[int]:
    """Yields the places where a text may be cut, at least one every `_LONGEST` characters."""
    for cut in cuts:
        yield from range(start + _LONGEST, cut, _LONGEST)
        yield cut
        start = cut

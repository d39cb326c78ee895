"""Reports a review of the documents as lines: contradictions, copies, orders, versions."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from itertools import pairwise
from typing import Any

from bot.texts import PAGE
from bot.upkeep.indexing import index_texts as texts
from knowledge.index.preview import FileRead, How, Preview, Previews
from knowledge.model.documents import Document, Language, as_place
from knowledge.model.report import (
    Aside,
    Copies,
    Namesakes,
    NotedClash,
    NotedOrder,
    Quoted,
    Review,
    Where,
)
from knowledge.model.versions import ALWAYS, FOR_EVER

_ASIDES = 3
"""Versions that are listed for each standing; the rest are counted."""
_LONGEST = 160
"""Characters of a statement that are shown, including its value."""


def review_lines(review: Review, language: Language, most: int) -> list[str]:
    """Lists at most `most` findings of each kind, counts the rest, adds versions not in force."""
    lines: list[str] = []
    clashes = review.clashes
    if clashes:
        count = len(clashes) + review.more_clashes
        lines.append(texts.CLASHES[language].format(count=count))
        lines += [line for clash in clashes[:most] for line in _clash_lines(clash, language)]
        lines += more_lines(count - most, language)
    lines += _namesake_lines(review.namesakes, language, most)
    if review.copies:
        count = len(review.copies) + review.more_copies
        lines.append(texts.COPIES[language].format(count=count))
        lines += [_copies_line(copies, language) for copies in review.copies[:most]]
        lines += more_lines(count - most, language)
    lines += _order_lines(review, language, most)
    if review.compared < review.comparable:
        lines.append(
            texts.COMPARED[language].format(compared=review.compared, comparable=review.comparable)
        )
    if not review.whole:
        lines.append(texts.NOT_WHOLE[language])
    if review.asides:
        lines += [texts.ASIDES[language], *_aside_lines(review.asides, language)]
    return lines


def _clash_lines(clash: NotedClash, language: Language) -> Iterator[str]:
    yield f"- {clash.left.value} ≠ {clash.right.value}" + _days(clash, language)
    yield f"  {_quoted(clash.left, language)}"
    yield f"  {_quoted(clash.right, language)}"


def _days(clash: NotedClash, language: Language) -> str:
    """Says from when until when a clash lasts; "" if for ever."""
    begins, ends = clash.first != ALWAYS, clash.last != FOR_EVER
    if begins and ends:
        said = texts.TOGETHER[language].format(first=clash.first, last=clash.last)
    elif begins:
        said = texts.TOGETHER_FROM[language].format(day=clash.first)
    elif ends:
        said = texts.TOGETHER_UNTIL[language].format(day=clash.last)
    else:
        return ""
    return f" ({said})"


def _quoted(said: Quoted, language: Language) -> str:
    page = PAGE[language].format(page=said.page) if said.page else ""
    where = as_place(said.title, said.section, page)
    return f"{where} ({said.key}): “{_around(said.sentence, said.value)}”"


def _around(sentence: str, value: str) -> str:
    """Shortens a long statement around its value."""
    if len(sentence) <= _LONGEST:
        return sentence
    middle = max(0, sentence.find(value)) + len(value) // 2
    start = max(0, min(middle - _LONGEST // 2, len(sentence) - _LONGEST))
    end = start + _LONGEST
    cut = sentence[start:end].strip()
    return f"{'…' if start else ''}{cut}{'…' if end < len(sentence) else ''}"


def _namesake_lines(found: Sequence[Namesakes], language: Language, most: int) -> list[str]:
    if not found:
        return []
    head = texts.NAMESAKES[language].format(count=len(found))
    named = (_namesakes_line(one, language) for one in found[:most])
    return [head, *named, *more_lines(len(found) - most, language)]


def _namesakes_line(one: Namesakes, language: Language) -> str:
    files = (
        texts.NAMESAKE[language].format(version=version, file=file) for version, file in one.files
    )
    cure = texts.ONE_DOC_ID[language].format(doc_id=one.doc_id)
    return f"- {one.title}: {', '.join(files)}: {cure}"


def _copies_line(copies: Copies, language: Language) -> str:
    text = texts.COPIED_EXACTLY if copies.exact else texts.COPIED_NEARLY
    said = text[language].format(shared=copies.shared, passages=copies.passages)
    return f"- {', '.join(copies.keys)}: {said}"


def _order_lines(review: Review, language: Language, most: int) -> list[str]:
    if not review.orders:
        return []
    count = len(review.orders) + review.more_orders
    named = (_order_line(order, language) for order in review.orders[:most])
    head = texts.ORDERS[language].format(count=count)
    return [head, *named, *more_lines(count - most, language)]


def _order_line(order: NotedOrder, language: Language) -> str:
    where = texts.ORDER_IN[order.where][language]
    page = PAGE[language].format(page=order.page) if order.page else ""
    # A heading that is an order is shown once.
    section = "" if order.where is Where.HEADING else order.section
    place = as_place(order.source, section, page)
    if order.where is Where.FILE_NAME:
        return f"- {_around(order.source, '')} ({where})"
    return f"- {place} ({where}): “{_around(order.sentence, '')}”"


def _aside_lines(asides: Iterable[Aside], language: Language) -> list[str]:
    by_standing: dict[str, list[Aside]] = defaultdict(list)
    for aside in asides:
        by_standing[aside.standing].append(aside)
    lines = (
        texts.ASIDE[standing][language].format(count=len(some), named=_named(some, language))
        for standing, some in by_standing.items()
    )
    return [f"- {line}" for line in lines]


def _named(asides: list[Aside], language: Language) -> str:
    named = [
        texts.ASIDE_DAY[aside.standing][language].format(key=aside.key, day=aside.day)
        for aside in asides[:_ASIDES]
    ]
    return ", ".join([*named, *more_lines(len(asides) - _ASIDES, language)])


def more_lines(count: int, language: Language) -> list[str]:
    """Returns "and N more" as a line, if N is above 0."""
    return [texts.AND_MORE[language].format(count=count)] if count > 0 else []


# Shows documents as they would be indexed, for `storewise read`.

_COUNTS = (1, 2)
"""Columns of numbers among those of a list of files."""
_NOTES = 3
"""Notes of a file in a list; more is told of a file alone."""
_FIRST = ("doc_id", "version", "title", "source")


def preview_lines(previews: Previews) -> Iterator[str]:
    """Each document: its front matter, what is missing, and its text by pages."""
    for reason in previews.skipped:
        yield f"not read: {reason}"
    for number, one in enumerate(previews.documents):
        if number or previews.skipped:
            yield ""
        yield from _document_lines(one)


def preview_json(previews: Previews) -> dict[str, Any]:
    """The same for programs, with each passage."""
    return {
        "documents": [_json(one) for one in previews.documents],
        "skipped": list(previews.skipped),
    }


def file_lines(files: Sequence[FileRead]) -> Iterator[str]:
    """Each file of a folder in a line: how it was read, and how much of it."""
    head = ("", "words", "tables", "version", "in force from", "file")
    rows = [
        (one.read, f"{one.words:,}", str(one.tables), one.version, one.effective_from, _noted(one))
        for one in files
    ]
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for row in (head, *rows):
        *cells, name = (
            cell.rjust(width) if number in _COUNTS else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join((*cells, name.rstrip()))
    counts = Counter(one.read for one in files)
    yield f"{len(files):,} files: " + ", ".join(f"{counts[how]:,} {how}" for how in How)


def _noted(one: FileRead) -> str:
    notes = "; ".join([*one.notes[:_NOTES], *more_lines(len(one.notes) - _NOTES, "en")])
    return f"{one.file}: {notes}" if notes else one.file


def _document_lines(one: Preview) -> Iterator[str]:
    yield "---"
    for name, value in _front_matter(one.document).items():
        yield f"{name}: {', '.join(value) if isinstance(value, list) else value}"
    yield "---"
    yield from (f"taken from the text: {field}" for field in one.stated)
    yield from (f"not in the text: {what}" for what in one.lost)
    if not one.passages:
        yield "no passage: nothing can be answered from it"
    for page, text in _pages(one.document):
        yield ""
        if page:
            yield f"[page {page}]"
        yield text.strip()
    yield ""
    yield f"{len(one.passages)} passage{'s' if len(one.passages) != 1 else ''}"


def _front_matter(document: Document) -> dict[str, Any]:
    """The fields that are set, as front matter has them."""
    values = {
        name: [*value] if isinstance(value, tuple) else str(value)
        for name, value in asdict(document.header).items()
        if value
    }
    return {name: values[name] for name in (*_FIRST, *values) if name in values}


def _pages(document: Document) -> Iterator[tuple[int | None, str]]:
    """The pages with their numbers; the whole text without one where there are no pages."""
    if not document.pages:
        yield None, document.text
    cuts = [*document.pages, len(document.text)]
    for number, (start, end) in enumerate(pairwise(cuts), start=1):
        if document.pages and document.text[start:end].strip():
            yield number, document.text[start:end]


def _json(one: Preview) -> dict[str, Any]:
    return {
        "front_matter": _front_matter(one.document),
        "text": one.document.text,
        "pages": [{"page": page, "text": text} for page, text in _pages(one.document) if page],
        "passages": [
            {"section": list(passage.section), "page": passage.page, "text": passage.text}
            for passage in one.passages
        ],
        "not_in_the_text": list(one.lost),
        "taken_from_the_text": list(one.stated),
    }

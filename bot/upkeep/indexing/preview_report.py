"""Shows documents as they would be indexed, for `storewise read`."""

from collections.abc import Iterator
from dataclasses import asdict
from itertools import pairwise
from typing import Any

from knowledge.index.preview import Preview, Previews
from knowledge.model.documents import Document

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

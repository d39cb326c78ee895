"""The result of a format reader: the text of a file, before front matter is applied."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace

from knowledge.model.documents import CatalogueRecord
from knowledge.model.printable import without_orders
from knowledge.read.front_matter import Fields
from knowledge.read.text.encoding import text_of

_SURROGATE = re.compile("[\ud800-\udfff]")
_MAYBE_MARKS = re.compile(r"[^\w\s\x00-\u02ff]{31,}")
_MOST_MARKS = 30
"""Marks on one letter, as in Unicode's stream-safe format: normalising n takes n² steps."""


@dataclass(frozen=True, slots=True)
class Content:
    """A file's text as Markdown, with its pages, records and title if its format has them."""

    text: str
    pages: tuple[int, ...] = ()
    records: tuple[CatalogueRecord, ...] = ()
    title: str | None = None
    """A title found in the text. A title in the front matter takes precedence."""
    fields: Fields | None = None
    stated: Fields | None = None
    """What the document says of itself, such as its version; front matter and defaults precede."""
    unknown: tuple[str, ...] = ()
    """A sentence about each field of its front matter that is not known."""
    lost: tuple[str, ...] = ()
    """What the text lacks of the file, in words for its owner: "2 pictures", "the cell B7"."""


def with_texts(content: Content, others: Sequence[tuple[int, int, str]]) -> Content:
    """The content with other texts in some places, in order."""
    parts: list[str] = []
    end, starts = 0, [*content.pages]
    for start, stop, other in others:
        parts += [content.text[end:start], other]
        longer = len(other) - (stop - start)
        starts = [
            place + longer if page >= stop else place
            for page, place in zip(content.pages, starts, strict=True)
        ]
        end = stop
    return replace(content, text="".join((*parts, content.text[end:])), pages=tuple(starts))


def well_formed(text: str) -> str:
    """Replaces surrogates (which cannot be stored), control characters and heaps of accents.

    Normalising a letter with thousands of accents would take minutes. All offsets stay.
    """
    return _MAYBE_MARKS.sub(_with_few_marks, without_orders(_SURROGATE.sub("\ufffd", text)))


def decoded(raw: bytes, declared: str | None = None) -> str:
    """Decodes a file in any usual encoding. Raises UnreadableDocumentError."""
    text = text_of(raw, declared).replace("\r\n", "\n").replace("\r", "\n")
    return unicodedata.normalize("NFC", well_formed(text))


def _with_few_marks(found: re.Match[str]) -> str:
    kept: list[str] = []
    marks = 0
    for sign in found.group():
        marks = marks + 1 if unicodedata.combining(sign) else 0
        kept.append(sign if marks <= _MOST_MARKS else " ")
    return "".join(kept)

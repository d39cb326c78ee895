"""What a format reader gives: the text of one file, before the front matter is applied."""

import re
import unicodedata
from dataclasses import dataclass

from knowledge.model.documents import Record
from knowledge.model.errors import UnreadableDocumentError
from knowledge.model.printable import without_orders
from knowledge.read.front_matter import Fields

_SURROGATE = re.compile("[\ud800-\udfff]")
_MAYBE_MARKS = re.compile(r"[^\w\s\x00-\u02ff]{31,}")
_MOST_MARKS = 30
"""On one letter, as Unicode's stream-safe format has it: sorting n of them takes n² steps."""


@dataclass(frozen=True, slots=True)
class Content:
    """A file's text as Markdown, with what only its format knows."""

    text: str
    pages: tuple[int, ...] = ()
    records: tuple[Record, ...] = ()
    title: str | None = None
    """A title found in the text itself; the front matter's goes before it."""
    fields: Fields | None = None


def well_formed(text: str) -> str:
    """The text without halves of characters, which JSON may hold and nothing can store.

    And without orders to a terminal, and heaps of accents on one letter, which whoever normalises
    it would take minutes for. Every letter keeps its place.
    """
    return _MAYBE_MARKS.sub(_with_few_marks, without_orders(_SURROGATE.sub("\ufffd", text)))


def decoded(raw: bytes) -> str:
    """The text of a file in UTF-8, or in the Korean encoding that spreadsheets still write."""
    for encoding in ("utf-8-sig", "cp949"):
        try:
            text = raw.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
        except UnicodeDecodeError:
            continue
        return unicodedata.normalize("NFC", well_formed(text))
    raise UnreadableDocumentError("the text is neither UTF-8 nor CP949; save it as UTF-8")


def _with_few_marks(found: re.Match[str]) -> str:
    kept: list[str] = []
    marks = 0
    for sign in found.group():
        marks = marks + 1 if unicodedata.combining(sign) else 0
        kept.append(sign if marks <= _MOST_MARKS else " ")
    return "".join(kept)

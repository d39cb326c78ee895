"""What a format reader gives: the text of one file, before the front matter is applied."""

import unicodedata
from dataclasses import dataclass

from knowledge.errors import UnreadableDocumentError
from knowledge.reading.front_matter import Fields


@dataclass(frozen=True, slots=True)
class Content:
    """A file's text as Markdown, with what only its format knows."""

    text: str
    pages: tuple[int, ...] = ()
    rows: tuple[tuple[int, int], ...] = ()
    title: str | None = None
    """A title found in the text itself; the front matter's goes before it."""
    fields: Fields | None = None
    first_line: int = 1
    """The line of the file in which the text begins."""


def decoded(raw: bytes) -> str:
    """The text of a file in UTF-8, or in the Korean encoding that spreadsheets still write."""
    for encoding in ("utf-8-sig", "cp949"):
        try:
            text = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        return unicodedata.normalize("NFC", text.replace("\r\n", "\n"))
    raise UnreadableDocumentError("the text is neither UTF-8 nor CP949; save it as UTF-8")


def joined_rows(rows: list[str]) -> Content:
    """Records as one text, each with its own offsets."""
    spans: list[tuple[int, int]] = []
    start = 0
    for row in rows:
        spans.append((start, start + len(row)))
        start += len(row) + 2
    return Content("\n\n".join(rows), rows=tuple(spans))

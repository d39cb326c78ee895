"""Reads Markdown and plain text."""

import re
from dataclasses import replace

from knowledge.language.sentences import plain
from knowledge.read.content import Content, decoded
from knowledge.read.front_matter import FrontMatter, split_off
from knowledge.read.html.hidden_text import without_code, without_unseen
from knowledge.read.plain.exported import tidied

_TABLE = re.compile(r"<(?P<end>/?)table\b[^<>\n]{0,999}>", re.IGNORECASE)
_TITLE = re.compile(r"\A\s*# +(?P<title>[^\n]+)\n")


def read_markdown(raw: bytes) -> Content:
    """Reads front matter and text of a Markdown file."""
    found, body = split_off(decoded(raw))
    body = tidied(_with_tables(without_unseen(body)))
    heading = _TITLE.match(body)
    title = _title(heading["title"]) if heading else None
    return replace(_with_fields(body, found), title=title)


def read_text(raw: bytes) -> Content:
    """Reads a plain text, with front matter if it has any."""
    found, body = split_off(decoded(raw))
    return _with_fields(body, found)


def _with_fields(body: str, found: FrontMatter | None) -> Content:
    return Content(body, fields=found.fields, unknown=found.unknown) if found else Content(body)


def _with_tables(markdown: str) -> str:
    """Turns HTML tables into Markdown; an unreadable one stays as it is."""
    said: list[str] = []
    last = depth = start = 0
    for tag in _TABLE.finditer(without_code(markdown)):
        if not tag["end"]:
            start = start if depth else tag.start()
            depth += 1
        elif depth == 1:
            said += markdown[last:start], f"\n\n{_table(markdown[start : tag.end()])}\n\n"
            last, depth = tag.end(), 0
        else:
            depth = max(depth - 1, 0)
    return "".join((*said, markdown[last:]))


def _table(written: str) -> str:
    from knowledge.read.html.page import read_html  # noqa: PLC0415 - large, and rarely needed here

    try:
        return read_html(written.encode()).text.strip()
    except RecursionError:
        return written


def _title(heading: str) -> str:
    """A heading without Markdown's marks, including closing ones."""
    heading = heading.strip()
    text = heading.rstrip("#")
    return plain(text if text[-1:].isspace() else heading)

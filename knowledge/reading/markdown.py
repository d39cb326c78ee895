"""Reading Markdown and plain text."""

import re

from knowledge.reading.content import Content, decoded
from knowledge.reading.exported import tidied
from knowledge.reading.front_matter import split_off
from knowledge.reading.unseen import without_unseen
from knowledge.sentences import plain

_TITLE = re.compile(r"\A\s*# +(?P<title>[^\n]+)\n")


def read_markdown(raw: bytes) -> Content:
    """Front matter and text of a Markdown file."""
    fields, body = split_off(decoded(raw))
    body = tidied(without_unseen(body))
    found = _TITLE.match(body)
    return Content(body, title=_title(found["title"]) if found else None, fields=fields)


def read_text(raw: bytes) -> Content:
    """A plain text, with front matter if there is some."""
    fields, body = split_off(decoded(raw))
    return Content(body, fields=fields)


def _title(heading: str) -> str:
    """A heading without Markdown's marks, and without those that may close it."""
    heading = heading.strip()
    text = heading.rstrip("#")
    return plain(text if text[-1:].isspace() else heading)

"""Reading Markdown and plain text."""

import re

from knowledge.reading.content import Content, decoded
from knowledge.reading.front_matter import split_off

# What a reader of the rendered page does not see, or sees struck out, is nothing to tell staff.
_UNSEEN = re.compile(
    r"<!--.*?(?:-->|\Z)"
    r"|<(?P<tag>script|style|template)\b.*?(?:</(?P=tag)\s*>|\Z)"
    r"|<(?P<hidden>\w+)\b[^>]*(?:\bhidden\b|display:\s*none|visibility:\s*hidden)[^>]*>"
    r".*?(?:</(?P=hidden)\s*>|\Z)"
    r"|~~[^~\n]+~~",
    re.DOTALL | re.IGNORECASE,
)
_TITLE = re.compile(r"\A\s*# +(?P<title>[^\n]+)\n")


def read_markdown(raw: bytes) -> Content:
    """Front matter and text of a Markdown file."""
    fields, body, line = split_off(decoded(raw))
    body = _UNSEEN.sub("", body)
    found = _TITLE.match(body)
    title = found["title"].strip() if found else None
    return Content(body, title=title, fields=fields, first_line=line)


def read_text(raw: bytes) -> Content:
    """A plain text, with front matter if there is some."""
    fields, body, line = split_off(decoded(raw))
    return Content(body, fields=fields, first_line=line)

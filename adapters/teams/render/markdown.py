"""Text for a message in Teams' Markdown, without anything that names people or hides a link."""

import html
import re

from adapters.chat.words import (
    ZERO_WIDTH,
    apart_from_fences,
    seen,
    with_room,
    without_bars,
    without_headings,
    without_links,
)
from knowledge.language.sentences import plain

_TAG = re.compile(r"<(?=[a-z!/?])", re.IGNORECASE)
_ITEM = r"(?:[-*+•]|\d{1,3}[.)]) "
_LINE_END = re.compile(rf"(?<=\S)[ ]*\n(?=[ ]{{0,3}}\S)(?![ ]*{_ITEM})")
"""Before a line that is no item of a list, but may be below one."""
_MARKS = re.compile(r"([*`~]|(?<!\w)_|_(?!\w))")


def to_markdown(text: str) -> str:
    """Return an answer or a report for the text of a message."""
    return apart_from_fences(seen(text), _shown, _fenced).strip()


def to_line(text: str) -> str:
    """Return any words in one line, in which nothing means anything."""
    return without_links(html.escape(_MARKS.sub(r"\\\1", plain(seen(text))), quote=False))


def to_label(text: str) -> str:
    """Return any words in one line, for where Markdown means nothing."""
    return plain(seen(text))


def _shown(text: str) -> str:
    # There are no tables in a message, and a heading would be larger than the rest of the chat.
    words = without_headings(without_bars(text))
    calm = with_room(without_links(html.escape(words, quote=False)))
    # A single end of a line is shown as a blank: each line but those of a list is a paragraph.
    return _LINE_END.sub("\n\n", calm)


def _fenced(text: str) -> str:
    # Entities are no signs in code: a tag is broken instead.
    return _TAG.sub(f"<{ZERO_WIDTH}", text)

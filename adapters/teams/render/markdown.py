"""Text for Teams' Markdown, without mentions or hidden links."""

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
"""A line end before a line that is no list item."""
_MARKS = re.compile(r"([*`~]|(?<!\w)_|_(?!\w))")


def to_markdown(text: str) -> str:
    """Returns an answer or a report for a message's text."""
    return apart_from_fences(seen(text), _shown, _fenced).strip()


def to_line(text: str) -> str:
    """Returns any words in one line, without markup."""
    return without_links(html.escape(_MARKS.sub(r"\\\1", plain(seen(text))), quote=False))


def to_label(text: str) -> str:
    """Returns any words in one line, for places without Markdown."""
    return plain(seen(text))


def _shown(text: str) -> str:
    # Messages have no tables, and a heading would be larger than the rest of the chat.
    words = without_headings(without_bars(text))
    calm = with_room(without_links(html.escape(words, quote=False)))
    # Teams shows a single line end as a space, so each line outside lists is a paragraph.
    return _LINE_END.sub("\n\n", calm)


def _fenced(text: str) -> str:
    # Entities are not decoded in code, so break tags there instead.
    return _TAG.sub(f"<{ZERO_WIDTH}", text)

"""Text for Slack's dialects, without anything that calls people or hides a link."""

import re

from adapters.chat.words import (
    ZERO_WIDTH,
    apart_from_fences,
    seen,
    with_room,
    without_bars,
    without_bold,
    without_headings,
    without_links,
)
from knowledge.language.sentences import plain

_CALL = re.compile(r"@(?=(?:here|channel|everyone)(?![a-z0-9_]))", re.IGNORECASE)
_TOKEN = re.compile(r"(<|&lt;|&#0*60;|&#x0*3c;)(?=[!@#/a-z])", re.IGNORECASE)
_LINE_END = re.compile(r"(?<=[^\s|])\n(?=\S)")
_TILDE = "\u223c"
"""Looks like ~, of which two may strike out what is between: "3~5일 … 3~5일"."""


def to_markdown(text: str) -> str:
    """Return an answer for a `markdown` block."""
    # Entities would be shown or resolved there, depending on the client: break tokens instead.
    calm = _TOKEN.sub(rf"\1{ZERO_WIDTH}", _CALL.sub(f"@{ZERO_WIDTH}", seen(text)))
    calm = apart_from_fences(calm, lambda piece: piece.replace("~", _TILDE))
    # Markdown may take the end of a line for a blank; two blanks before it keep it.
    return _LINE_END.sub("  \n", with_room(without_links(calm)))


def to_mrkdwn(text: str) -> str:
    """Return any text for a mrkdwn object: as it is, nothing in it means anything to Slack."""
    escaped = seen(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _CALL.sub(f"@{ZERO_WIDTH}", escaped)


def to_plain(text: str) -> str:
    """Return an answer for a mrkdwn object, without its Markdown; what is fenced stays so."""
    return apart_from_fences(text, lambda piece: to_mrkdwn(_without_marks(piece)), to_mrkdwn)


def to_label(text: str) -> str:
    """Return any text for a plain_text object, in one line."""
    return _CALL.sub(f"@{ZERO_WIDTH}", plain(seen(text)))


def _without_marks(text: str) -> str:
    # No *bold*: next to Korean letters Slack would show the stars.
    words = without_headings(without_bold(seen(text)))
    return without_bars(without_links(words))

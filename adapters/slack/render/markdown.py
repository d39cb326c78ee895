"""Text for Slack's markup dialects, without mentions or hidden links."""

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
"""Looks like ~; two real ~ could strike out the text between: "3~5일 … 3~5일"."""


def to_markdown(text: str) -> str:
    """Returns an answer for a `markdown` block."""
    # Some clients show entities here, others resolve them: break the tokens instead.
    calm = _TOKEN.sub(rf"\1{ZERO_WIDTH}", _CALL.sub(f"@{ZERO_WIDTH}", seen(text)))
    calm = apart_from_fences(calm, lambda piece: piece.replace("~", _TILDE))
    # Markdown may join lines; two spaces at the end keep the line break.
    return _LINE_END.sub("  \n", with_room(without_links(calm)))


def to_mrkdwn(text: str) -> str:
    """Returns any text for a mrkdwn object, with all markup disabled."""
    escaped = seen(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _CALL.sub(f"@{ZERO_WIDTH}", escaped)


def to_plain(text: str) -> str:
    """Returns an answer for a mrkdwn object, without Markdown except code fences."""
    return apart_from_fences(text, lambda piece: to_mrkdwn(_without_marks(piece)), to_mrkdwn)


def to_label(text: str) -> str:
    """Returns any text for a plain_text object, in one line."""
    return _CALL.sub(f"@{ZERO_WIDTH}", plain(seen(text)))


def _without_marks(text: str) -> str:
    # No *bold*: Slack would show the stars next to Korean letters.
    words = without_headings(without_bold(seen(text)))
    return without_bars(without_links(words))

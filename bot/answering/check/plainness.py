"""Rejects links, mentions, markup, and instructions to a model."""

import re
import unicodedata
from collections.abc import Sequence

from bot.answering.instructions import repeats_instructions
from knowledge.language.addresses import ADDRESS
from knowledge.split.injections import is_injection

_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
_MENTION = re.compile(r"<[!@#][^>]*>|@(?:channel|here|everyone)\b", re.IGNORECASE)
_ELEMENTS = (
    "a|abbr|address|applet|article|aside|at|audio|b|base|blockquote|body|br|button|canvas|center|code|details"
    "|dialog|div|dl|embed|em|fieldset|font|footer|form|frame|frameset|h[1-6]|head|header|hr|html|i"
    "|iframe|img|input|label|li|link|main|map|mark|marquee|math|meta|nav|noscript|object|ol|option|p|param|picture"
    "|plaintext|portal|pre|s|script|section|select|small|source|span|strike|strong|style|sub|summary|sup|svg|table"
    "|tbody|td|template|textarea|tfoot|th|thead|time|title|tr|track|tt|u|ul|video|wbr|xmp"
)
_MARKUP = re.compile(
    rf"<(?:{_ELEMENTS})\s*>|<[a-z][^<>=]*=[^<>]*>|<[!?/]"
    r"|!\[|\]\(|\]\[|&(?:lt|gt|#\w+);|```|~~~",
    re.IGNORECASE,
)
"""HTML elements and Markdown, but not the <or> and <employee number> of handbooks."""
_CODE = re.compile(r"`([^`]+)`")


def not_plain(said: str, quotes: Sequence[str]) -> bool:
    """Whether a sentence holds a link, a mention, markup or code. Emphasis is allowed."""
    text = _UNSEEN.sub("", unicodedata.normalize("NFKC", said))
    if any(pattern.search(text) for pattern in (ADDRESS, _MENTION, _MARKUP)):
        return True
    # Backticks around words of the quotes are emphasis, not code.
    return any(not any(code in quote for quote in quotes) for code in _CODE.findall(text))


def tells_a_model(said: str) -> bool:
    """Whether a sentence instructs a language model, or repeats our instructions to it."""
    return is_injection(said) or repeats_instructions(said)

"""Rejects links, mentions, markup, instructions to a model, long sentences, another language."""

import re
import unicodedata

from bot.answering.check.claim import Claim
from bot.answering.instructions import repeats_instructions
from knowledge.language.addresses import ADDRESS
from knowledge.language.terms import language_of
from knowledge.split.injections import is_injection

_LONGEST = 400
"""Characters of a sentence; a model is asked for at most 30 words."""
_FEWEST_WORDS = 3
"""English words that make a sentence without Hangul English; fewer may be a product's name."""
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
_WORD = re.compile(r"\b[a-z]{2,}\b")
_IN_QUOTES = re.compile(r"\"[^\"]*\"|(?<!\w)'[^']*'(?!\w)|「[^」]*」")


def not_plain(claim: Claim) -> bool:
    """Whether a sentence holds a link, a mention, markup or code. Emphasis is allowed."""
    text = _UNSEEN.sub("", unicodedata.normalize("NFKC", claim.written))
    if any(pattern.search(text) for pattern in (ADDRESS, _MENTION, _MARKUP)):
        return True
    # Backticks around words of the quotes are emphasis, not code.
    return any(not any(code in quote for quote in claim.quotes) for code in _CODE.findall(text))


def tells_a_model(claim: Claim) -> bool:
    """Whether a sentence instructs a language model, or repeats our instructions to it."""
    return is_injection(claim.written) or repeats_instructions(claim.written)


def too_long(claim: Claim) -> bool:
    """Whether a sentence is too long to be read at the till."""
    return len(claim.text) > _LONGEST


def wrong_language(claim: Claim) -> bool:
    """Whether a sentence is not in the question's language. Verbatim quotes may be."""
    said = _IN_QUOTES.sub(" ", claim.text)
    if any(claim.text in quote for quote in claim.quotes):
        return False
    if claim.language == "en":
        return language_of(said) == "ko"
    hangul = any("가" <= char <= "힣" for char in said)
    return not hangul and len(_WORD.findall(said)) >= _FEWEST_WORDS

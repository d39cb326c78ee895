"""Signs that are not seen but do something, such as a line's end in a file's name, written out."""

import re

_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f"  # orders to a terminal, ends of lines
    "\u2028\u2029"  # more ends of lines
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # which way the text after them runs
    "\ud800-\udfff]"  # bytes of a file's name that are no text
)


_ORDERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f]")


def without_orders(text: str) -> str:
    """The text with blanks for what a terminal would obey; lines and tabs stay, all in place."""
    return _ORDERS.sub(" ", text)


def visible(text: str) -> str:
    """The text in one line that a terminal, a log and a person all read in the same way."""
    return _UNSEEN.sub(lambda found: f"\\u{ord(found.group()):04x}", text)

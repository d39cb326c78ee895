"""Makes control characters harmless, such as a line break in a file's name."""

import re

_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f"  # terminal control characters, line ends
    "\u2028\u2029"  # more line ends
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # direction of the text
    "\ud800-\udfff]"  # bytes of a file's name that are not UTF-8
)


_ORDERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f]")


def without_orders(text: str) -> str:
    """Replaces terminal control characters with blanks. Lines, tabs and all offsets stay."""
    return _ORDERS.sub(" ", text)


def visible(text: str) -> str:
    """The text in one line, with control characters written out: safe in terminals and logs."""
    return _UNSEEN.sub(lambda found: f"\\u{ord(found.group()):04x}", text)

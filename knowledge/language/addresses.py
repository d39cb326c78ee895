"""Addresses of the web in what people write, and text that is read without them."""

import re

ADDRESS = re.compile(
    r"(?:\b[a-z][a-z\d+.-]{1,9}://|\bwww\.|\b(?:javascript|vbscript|mailto|data):(?=\S)"
    r"|(?<![\w@.-])(?:[a-z\d-]{1,63}\.){1,9}[a-z]{2,12}/(?=\S))"
    r"[^\s<>\"'`“”‘’«»「」\[\](){}가-힣]*",
    re.IGNORECASE,
)
"""An address with what a client would open: a scheme, `www.`, or a path behind a host."""
LEFT_OUT = "[…]"
"""What stands in an address's place: a sentence is said without it, its source shows it."""
_STOPS = ".,;:!?…。"


def without_addresses(text: str) -> str:
    """The text with `[…]` in the place of each address; the stop behind it stays."""
    return ADDRESS.sub(_left_out, text)


def _left_out(address: re.Match[str]) -> str:
    stop = len(address[0].rstrip(_STOPS))
    return LEFT_OUT + address[0][stop:]

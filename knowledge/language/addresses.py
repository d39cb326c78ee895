"""Finds web addresses in text, and replaces them."""

import re

ADDRESS = re.compile(
    r"(?:\b[a-z][a-z\d+.-]{1,9}://|\bwww\.|\b(?:javascript|vbscript|mailto|data):(?=\S)"
    r"|(?<![\w@.-])(?:[a-z\d-]{1,63}\.){1,9}[a-z]{2,12}/(?=\S))"
    r"[^\s<>\"'`“”‘’«»「」\[\](){}가-힣]*",
    re.IGNORECASE,
)
"""An address that a client would open: with a scheme, `www.`, or a path behind a host."""
LEFT_OUT = "[…]"
"""Replaces an address in an answer; its source shows the address."""
_STOPS = ".,;:!?…。"


def without_addresses(text: str) -> str:
    """Replaces each address by `[…]`; punctuation after it stays."""
    return ADDRESS.sub(_left_out, text)


def _left_out(address: re.Match[str]) -> str:
    stop = len(address[0].rstrip(_STOPS))
    return LEFT_OUT + address[0][stop:]

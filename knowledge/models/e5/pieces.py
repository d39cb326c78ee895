"""Cuts text into the pieces of multilingual-e5-small's vocabulary.

The library `tokenizers` gives the same pieces, but loads the 250,000 of them in 0.6 s and 260 MB.
"""

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


class Pieces:
    """Turns texts into the numbers of their pieces."""

    def __init__(self, packed: Packed) -> None:
        self._vocabulary = packed.vocabulary
        self._written = str.maketrans(dict(packed.written))
        # The statements of one passage share their title and most words.
        self.of = lru_cache(maxsize=2_000)(self._of)
        self._of_word = remembered(self._cut)

    def surprisal(self, text: str) -> float:
        """How rare a text is in texts of every kind, in nats: "return" 12, "rigidity" 24."""
        return -sum(self._of_word(word)[0] for word in self._words(text))

    def _of(self, text: str) -> tuple[int, ...]:
        """The pieces of a text, in order."""
        of_each = (self._of_word(word)[1] for word in self._words(text))
        return tuple(chain.from_iterable(of_each))

    def _words(self, text: str) -> Iterator[str]:
        """The words, each with a space before it: no piece crosses a space."""
        plain = _SPACES.sub(" ", text.translate(self._written))
        if plain:
            yield from (_SPACE + word for word in plain.removeprefix(" ").split(" "))

    def _cut(self, word: str) -> tuple[float, tuple[int, ...]]:
        """The score and the pieces of a word. Unknown characters in a row become one piece."""
        score, pieces = self._vocabulary.cut(word)
        unknown = self._vocabulary.unknown
        return score, tuple(
            piece
            for before, piece in zip([None, *pieces], pieces, strict=False)
            if piece != unknown or before != unknown
        )

"""Cuts text into the model's tokens; remembers words."""

from collections.abc import Callable
from itertools import chain

from knowledge.language.patterns.words import remembered
from knowledge.models.vocabulary import Vocabulary

_BEGIN, _END = 1, 2
"""The tokens that begin and end a text."""


class Tokens:
    """Turns texts into tokens, word by word: no token crosses a space."""

    def __init__(self, vocabulary: Vocabulary, normalize: Callable[[str], str]) -> None:
        """`normalize` writes text as the vocabulary has it, with a mark for the space before."""
        self._vocabulary = vocabulary
        self._normalize = normalize
        # The statements of a handbook share most words.
        self._of_word = remembered(self._cut)

    def of(self, text: str) -> tuple[int, ...]:
        """The tokens of a text, in order, between the begin token and the end token."""
        found = tuple(chain.from_iterable(map(self._of_word, text.split(" "))))
        return _BEGIN, *(found or (self._vocabulary.unknown,)), _END

    def _cut(self, word: str) -> tuple[int, ...]:
        return tuple(self._vocabulary.cut(self._normalize(word))[1])

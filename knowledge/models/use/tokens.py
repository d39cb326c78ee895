"""Cutting text into the model's tokens, each word once."""

from itertools import chain
from typing import Protocol

from knowledge.language.patterns.words import remembered


class Tokenizer(Protocol):
    """What the model's package cuts text by."""

    def encode(self, texts: str, *, add_bos: bool, add_eos: bool) -> list[int]:
        """The numbers of a text's tokens."""
        ...


class Tokens:
    """The tokens of texts, as the package's tokenizer has them; no token reaches over a space."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        self._begin, *self._unknown, self._end = tokenizer.encode("", add_bos=True, add_eos=True)
        # The statements of a handbook have most words in common.
        self._of_word = remembered(self._cut)

    def of(self, text: str) -> tuple[int, ...]:
        """The tokens of a text, in order, between those that begin and end it."""
        found = tuple(chain.from_iterable(map(self._of_word, text.split(" "))))
        return self._begin, *(found or self._unknown), self._end

    def _cut(self, word: str) -> tuple[int, ...]:
        found = self._tokenizer.encode(word, add_bos=False, add_eos=False)
        # Alone it stands for no text: a sign that is unknown has a token for its space before it.
        return () if found == self._unknown else tuple(found)

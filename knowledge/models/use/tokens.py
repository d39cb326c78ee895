"""Cuts text into the model's tokens; remembers words."""

from itertools import chain
from typing import Protocol

from knowledge.language.patterns.words import remembered


class Tokenizer(Protocol):
    """The tokeniser of the model's package."""

    def encode(self, texts: str, *, add_bos: bool, add_eos: bool) -> list[int]:
        """The numbers of a text's tokens."""
        ...


class Tokens:
    """Turns texts into tokens, word by word: no token crosses a space."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        self._begin, *self._unknown, self._end = tokenizer.encode("", add_bos=True, add_eos=True)
        # The statements of a handbook share most words.
        self._of_word = remembered(self._cut)

    def of(self, text: str) -> tuple[int, ...]:
        """The tokens of a text, in order, between the begin token and the end token."""
        found = tuple(chain.from_iterable(map(self._of_word, text.split(" "))))
        return self._begin, *(found or self._unknown), self._end

    def _cut(self, word: str) -> tuple[int, ...]:
        found = self._tokenizer.encode(word, add_bos=False, add_eos=False)
        # This is what an empty text gives; an unknown character has a token for its space, too.
        return () if found == self._unknown else tuple(found)

"""Restores the original letters of a selected text in its quotes: the search normalises them."""

import unicodedata
from collections.abc import Iterator
from dataclasses import replace

from bot.model import Answer, Citation, SafeText, Sentence
from bot.model.text import as_seen
from knowledge.language.sentences import normalised
from knowledge.model.documents import Passage

_PASSED_OVER = frozenset("\u200c\u200d\ufe0e\ufe0f*_`")
"""Joiners and Markdown marks, which quotes may lack."""
_JAMO = (range(0x1160, 0x1200), range(0xD7B0, 0xD800))
"""Vowels and last consonants of decomposed Hangul."""


class OwnLetters:
    """The original text, in which normalised quotes can be found."""

    def __init__(self, written: SafeText) -> None:
        """Maps each normalised letter to its place in the original text."""
        self._written = written
        letters, spans = "", []
        for start, end in _clusters(written):
            shown = _letters(as_seen(written[start:end]))
            letters += shown
            spans += [(start, end)] * len(shown)
        self._letters = letters
        self._spans = spans

    def of(self, quote: str) -> str:
        """The quote in its original letters, or unchanged if the text does not have it."""
        letters = _letters(quote)
        place = self._letters.find(letters)
        if not letters or place < 0:
            return quote
        start, end = self._spans[place][0], self._spans[place + len(letters) - 1][1]
        own = self._written[start:end]
        return own if normalised(as_seen(own)) == normalised(quote) else quote


def in_own_letters(answer: Answer, written: SafeText) -> Answer:
    """Restores the original letters in an answer's quotes and their passage."""
    if not answer.citations or as_seen(written) == written:
        return answer
    own = OwnLetters(written)

    def cited(citation: Citation) -> Citation:
        quotes = [own.of(quote) for quote in citation.quotes]
        return Citation(_passage(citation.passage, written), quotes[0], tuple(quotes[1:]))

    def said(sentence: Sentence) -> Sentence:
        return replace(sentence, citations=tuple(map(cited, sentence.citations)))

    return replace(
        answer,
        citations=tuple(map(cited, answer.citations)),
        sentences=tuple(map(said, answer.sentences)),
    )


def _passage(whole: Passage, written: SafeText) -> Passage:
    return replace(whole, text=written, end=whole.start + len(written))


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    """Yields start and end of each letter with its accents and invisible characters."""
    start = 0
    for place in range(1, len(text) + 1):
        if place == len(text) or not _belongs(text[place]):
            yield start, place
            start = place


def _belongs(char: str) -> bool:
    """Whether a character belongs to the letter before it."""
    if char.isascii():
        return False
    is_vowel = any(ord(char) in some for some in _JAMO)
    return is_vowel or unicodedata.category(char) in ("Mn", "Mc", "Me", "Cf")


def _letters(text: str) -> str:
    return "".join(one for one in text if one not in _PASSED_OVER and not one.isspace())

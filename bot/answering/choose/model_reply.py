"""Reads a language model's reply as a draft. The check judges its sentences later."""

import re
import unicodedata
from collections.abc import Iterator, Mapping

from bot.answering.choose.json_in_text import UnreadableError, WireSentence, draft_in
from bot.model import Citation, Draft, Sentence
from knowledge.language.hidden import seen
from knowledge.language.sentences import sentences as split
from knowledge.model.documents import Passage
from knowledge.split.injections import is_injection

_LONGEST_TEXT = 400
"""Characters of a sentence; a longer one is not readable at the till."""
_MARKS = re.compile(r"\s*\[\d+\]")
_PASSED_OVER = frozenset("*_`|>#")
_SAME = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "−": "-"})


def read(said: str, passages: Mapping[int, Passage], *, cut: bool = False) -> Draft:
    """Parses a model's reply. Raises UnreadableError if it holds no draft.

    A sentence with an unknown passage number stays in the draft without a citation, so that the
    check reports it. A reply that the server `cut` off may have denied only in its thoughts.
    """
    wire = draft_in(said)
    if wire.denies and cut:
        raise UnreadableError("the reply was cut off")
    if wire.denies:
        # A reply that says "no answer" and answers all the same counts as neither.
        return Draft(denies=not wire.sentences)
    every = [one for each in wire.sentences for one in _sentences(each, passages.get(each.passage))]
    # Of equal sentences the first stays.
    return Draft(tuple({one.text: one for one in reversed(every)}.values())[::-1])


def _sentences(wire: WireSentence, passage: Passage | None) -> list[Sentence]:
    """Splits the text into sentences: a made-up one could hide among true ones."""
    text, quote = _MARKS.sub("", _unescaped(wire.text)), _unescaped(wire.quote).strip()
    readable = len(text) <= _LONGEST_TEXT and not any(map(is_injection, split(quote)))
    citations: tuple[Citation, ...] = ()
    if passage is not None and quote and readable:
        citations = (Citation(passage, _verbatim(quote, passage.text)),)
    pieces = split(" ".join(text[:_LONGEST_TEXT].split())) or [""]
    return [Sentence(piece, citations) for piece in pieces]


def _unescaped(text: str) -> str:
    return text.replace("&lt;", "<")


def _verbatim(quote: str, text: str) -> str:
    """The quote as the passage spells it: models drop Markdown and change quotation marks."""
    if quote in text:
        return quote
    letters = list(_letters(text))
    start = "".join(letter for _, letter in letters).find(
        sought := "".join(letter for _, letter in _letters(quote))
    )
    if start < 0 or not sought:
        return quote
    return text[letters[start][0] : letters[start + len(sought) - 1][0] + 1]


def _letters(text: str) -> Iterator[tuple[int, str]]:
    """The characters to compare, normalised, each with its place in the text."""
    for place, char in enumerate(text):
        for letter in unicodedata.normalize("NFKC", char).translate(_SAME):
            if not letter.isspace() and letter not in _PASSED_OVER and seen(letter):
                yield place, letter

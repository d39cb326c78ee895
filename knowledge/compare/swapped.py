"""Finds the one place where two sentences differ: every Monday here, every Wednesday there.

All other words must be the same. Two things of one sort are no contradiction: so the words may not
be what the sentences are about, nor stand in a condition: "Gold members …", "if it is unopened".
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from knowledge.language.conditional import conditional
from knowledge.language.korean.stems import stem_of
from knowledge.language.meanings.glossary import Glossary, load
from knowledge.language.terms import ENGLISH_STOP_WORDS, language_of, query_terms, terms
from knowledge.language.values import values
from knowledge.model.documents import Passage

_MOST = 2
"""Words that may stand in the place: front entrance, assistant manager."""
_LEAST = 2
"""Words that both sentences share at least: "Stock is counted every Monday"."""
_COMMON = 30
"""Statements with the same first or last words that are compared; more belong to a form."""
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_TELLING = frozenset("before after on off in out up over under until".split())
"""Small words that may be all the difference."""
_LIGHT = (ENGLISH_STOP_WORDS | frozenset("every each".split())) - _TELLING
_VERB = re.compile(
    r"\b(?:is|are|was|were|be|can|cannot|may|must|should|will|shall|needs?|has|have|do|does)\b"
    r"|\w(?=n't\b)",
    re.IGNORECASE,
)
_FRONTED = re.compile(r"(?:on|in|at|every|each|from|by|until|before|after)\b", re.IGNORECASE)
"""How a sentence begins whose first words are not its subject: "On Mondays the stock …"."""
_WHO_DOES_IT = re.compile(r"the (?:\w+ ){0,2}\w+$|(?:[^.]* )?[가-힣]+[이가]$", re.IGNORECASE)
"""A single person as the subject: "The store manager …", 점장이 …."""
_TOPIC = re.compile(r"(?:(?<![하되있없])는|은)$")
_SUBJECT = re.compile(r"[이가]$")


class Swap(NamedTuple):
    """The words of each sentence in the place where they differ."""

    one: str
    other: str


@dataclass(frozen=True, slots=True)
class _Word:
    key: str
    start: int
    end: int
    written: str

    def is_same(self, other: "_Word") -> bool:
        """Whether both are forms of one word; a Korean ending may stay: 폐기, 폐기한다."""
        if self.key == other.key or self.key.isascii():
            return self.key == other.key
        short, long = sorted((self.key, other.key), key=len)
        return len(short) > 1 and long.startswith(short)


@dataclass(frozen=True, slots=True)
class Worded:
    """A sentence by its words, without articles and the like."""

    text: str
    words: tuple[_Word, ...]

    @property
    def halves(self) -> list[tuple[str, ...]]:
        """Its first and its last words: one of both is the same in a sentence with a swap."""
        keys = [one.key for one in self.words]
        sizes = {max(1, (len(keys) + more - _MOST) // 2) for more in (0, 1)}
        return [
            (side, *some)
            for size in sizes
            for side, some in (("first", keys[:size]), ("last", keys[-size:]))
        ]


# Cached: a sentence is compared with every statement near it.
@lru_cache(maxsize=2_000)
def worded(text: str) -> Worded:
    """Reads a sentence."""
    found = [(match[0], match.span()) for match in _WORD.finditer(text)]
    return Worded(
        text,
        tuple(_Word(_key(word), *span, word) for word, span in found if word.lower() not in _LIGHT),
    )


def swapped(one: Worded, other: Worded, *, who: bool = False) -> Swap | None:
    """The words in the one place where two sentences differ; None if they differ otherwise.

    `who`: it is asked who does it, so "the store manager" may be a subject.
    """
    places = _place(one, other)
    if places is None:
        return None
    spans = [(place[0].start, place[-1].end) for place in places]
    texts = (one.text, other.text)
    if not all(
        _says_how_it_is(text, span, who=who) for text, span in zip(texts, spans, strict=True)
    ):
        return None
    swap = Swap(*(text[start:end] for text, (start, end) in zip(texts, spans, strict=True)))
    return None if _mean_the_same(*swap) else swap


def _place(one: Worded, other: Worded) -> list[tuple[_Word, ...]] | None:
    """The one place where the words of two sentences differ, if all others are the same."""
    if abs(len(one.words) - len(other.words)) >= _MOST:
        return None
    before = _shared(one.words, other.words)
    behind = _shared(one.words[before:][::-1], other.words[before:][::-1])
    if before + behind < _LEAST:
        return None
    places = [each.words[before : len(each.words) - behind] for each in (one, other)]
    return places if all(1 <= len(place) <= _MOST for place in places) else None


def swapped_in(
    one: Passage, text: str, other: Passage, other_text: str, *, who: bool = False
) -> Swap | None:
    """The same for two statements; no rows, and nothing that is a subject of its own document."""
    if one.header.language != other.header.language or one.record or other.record:
        return None
    if _is_row(text) or _is_row(other_text):
        return None
    swap = swapped(worded(text), worded(other_text), who=who)
    if swap is None or _names(swap.one, one, other) or _names(swap.other, other, one):
        return None
    return swap


def swaps(said: Sequence[tuple[Passage, str]]) -> Iterator[tuple[int, int, Swap]]:
    """Yields the places of statements of two documents that differ in one place, and the words.

    Not of lists, whose items have another word there in one document, nor of forms, which have
    another one in every document.
    """
    alike: dict[tuple[str, ...], list[int]] = defaultdict(list)
    read = [worded(text) for _, text in said]
    for number, sentence in enumerate(read):
        for half in sentence.halves:
            alike[half].append(number)
    near = (
        pair for some in alike.values() if len(some) <= _COMMON for pair in combinations(some, 2)
    )
    near = (pair for pair in near if _place(read[pair[0]], read[pair[1]]))
    found = {pair: swapped_in(*said[pair[0]], *said[pair[1]]) for pair in dict.fromkeys(near)}
    pairs = {pair: swap for pair, swap in found.items() if swap}
    words: dict[int, set[str]] = defaultdict(set)
    listed: set[int] = set()
    for pair, swap in pairs.items():
        for number, word in zip(pair, reversed(swap), strict=True):
            words[number].add(word.casefold())
        if said[pair[0]][0].header.doc_id == said[pair[1]][0].header.doc_id:
            listed |= {*pair}
    for (one, other), swap in pairs.items():
        if listed.isdisjoint((one, other)) and len(words[one]) == len(words[other]) == 1:
            yield one, other, swap


def _shared(some: Sequence[_Word], others: Sequence[_Word]) -> int:
    """How many words are the same from the start."""
    pairs = zip(some, others, strict=False)
    return next(
        (n for n, (one, other) in enumerate(pairs) if not one.is_same(other)),
        min(len(some), len(others)),
    )


def _key(word: str) -> str:
    if word.isascii():
        return next(iter(query_terms(word)), word.lower())
    return stem_of(word) or word


def _says_how_it_is(text: str, span: tuple[int, int], *, who: bool) -> bool:
    """Whether words of a sentence belong to neither its subject, a condition nor a value."""
    if who and _WHO_DOES_IT.match(text[: span[1]]):
        return True
    if _about(text, span[0]) or any(map(str.isdigit, text[slice(*span)])):
        return False
    parts = [*conditional(text), *(one.span for one in values(text))]
    return all(span[1] <= start or end <= span[0] for start, end in parts)


def _about(text: str, start: int) -> bool:
    """Whether words that begin here belong to what the sentence is about."""
    label = text.find(": ")
    if start < label:
        return True
    text, start = text[label + 1 :].lstrip(), start - (len(text) - len(text[label + 1 :].lstrip()))
    if language_of(text) == "ko":
        found = [match for match in _WORD.finditer(text) if stem_of(match[0]) != match[0]]
        marked = [
            next((one for one in found if mark.search(one[0])), None) for mark in (_TOPIC, _SUBJECT)
        ]
        about = next(filter(None, marked), None)
        return about is not None and start < about.end()
    if _FRONTED.match(text):
        return False
    verb = _VERB.search(text)
    if verb is not None:
        return start < verb.start()
    words = [match for match in _WORD.finditer(text) if match[0].lower() not in _LIGHT]
    return bool(words) and start <= words[0].start()


def _is_row(text: str) -> bool:
    return "; " in text and ": " in text


def _names(said: str, own: Passage, other: Passage) -> bool:
    """Whether the title or a heading above one statement has the words, and not the other's."""
    words = {*terms(said)}
    return words <= {*terms(own.above)} and not words <= {*terms(other.above)}


@lru_cache(maxsize=1)
def _glossary() -> Glossary:
    return load()


def _mean_the_same(one: str, other: str) -> bool:
    both = {tuple(terms(one)), tuple(terms(other))}
    return any(both <= {*group} for group in _glossary().groups)

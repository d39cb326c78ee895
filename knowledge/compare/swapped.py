"""Finds the one place where two sentences differ: every Monday here, every Wednesday there.

All other words must be the same, in whatever order. Two things of one sort are no contradiction:
so it matters whether the words belong to what the sentence is about, "Gold members …", or to a
condition, "if it is unopened".
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from knowledge.language.en.words import STOP_WORDS
from knowledge.language.grammars import conditional
from knowledge.language.ko.stems import marked_noun, stem_of
from knowledge.language.meanings.glossary import Glossary, load
from knowledge.language.meanings.kinds import name_two_of_a_kind
from knowledge.language.polarity.opposites import says_only
from knowledge.language.terms import language_of, query_terms, terms
from knowledge.language.values import UNCOMPARED, values
from knowledge.model.documents import Passage

MOST = 3
"""Words that may stand in the place: front entrance, a delivery text message."""
_LEAST = 2
"""Words that both sentences share at least: "Stock is counted every Monday"."""
_COMMON = 30
"""Statements with the same first or last words that are compared; more belong to a form."""
_WORD = re.compile(r"(?<![%])[^\W_]+(?:['’-][^\W_]+)*")
_TELLING = frozenset("before after on off in out up over under until".split())
"""Small words that may be all the difference."""
_LIGHT = (STOP_WORDS | frozenset("every each 매주".split())) - _TELLING
_VERB = re.compile(
    r"\b(?:is|are|was|were|be|can|cannot|may|must|should|will|shall|needs?|has|have|do|does)\b"
    r"|\w(?=n't\b)",
    re.IGNORECASE,
)
_FRONTED = re.compile(r"(?:on|in|at|every|each|from|by|until|before|after)\b", re.IGNORECASE)
"""How a sentence begins whose first words are not its subject: "On Mondays the stock …"."""
_BEFORE_NOUN = re.compile(
    r"\b(?:an?|the|every|each|on|in|at|by|to|into|from|with|for|of|over|under|behind|before|after"
    r"|until|near|via|as|your|our|their|this|that)(?: [\w'’-]+)? $",
    re.IGNORECASE,
)
"""The end of what stands before a noun: "comes to the (back) …"."""
_DETERMINER = re.compile(r" (?:an?|the|your|our|their|its|this|that|each|every)\b", re.IGNORECASE)
_TOPIC = re.compile(r"(?:(?<![하되있없])는|은)$")
_SUBJECT = re.compile(r"[이가]$")


class Part(Enum):
    """The part of a sentence that the words stand in."""

    SUBJECT = "subject"
    CONDITION = "condition"
    NUMBER = "number"
    """A number or a code that no value is known of: that of a door, a form, a telephone."""
    VERB = "verb"
    """What is done, or how: another word for it may mean the same, as in promptly, at once."""
    REST = "rest"


class Swap(NamedTuple):
    """The words of each sentence in the place where they differ."""

    one: str
    other: str
    part: Part = Part.REST


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a sentence with its place."""

    key: str
    start: int
    end: int

    def is_same(self, other: "Word") -> bool:
        """Whether both are forms of one word; a Korean ending may stay: 폐기, 폐기한다."""
        if self.key == other.key or self.key.isascii():
            return self.key == other.key
        short, long = sorted((self.key, other.key), key=len)
        return len(short) > 1 and long.startswith(short)


@dataclass(frozen=True, slots=True)
class Worded:
    """A sentence by its words, without articles and the like."""

    text: str
    words: tuple[Word, ...]
    keys: frozenset[str]

    @property
    def halves(self) -> set[tuple[str, ...]]:
        """Its first and its last words: one of both is the same in a sentence with a swap."""
        keys = [one.key for one in self.words]
        sizes = {max(1, (len(keys) + 1 - most) // 2) for most in range(1, MOST + 1)}
        return {
            (side, *some)
            for size in sizes
            for side, some in (("first", keys[:size]), ("last", keys[-size:]))
        }


# Cached: a sentence is compared with every statement near it.
@lru_cache(maxsize=2_000)
def worded(text: str) -> Worded:
    """Reads a sentence."""
    found = [(match[0], match.span()) for match in _WORD.finditer(text)]
    words = [Word(_key(word), *span) for word, span in found if not _is_light(word.lower())]
    return Worded(text, tuple(words), frozenset(one.key for one in words))


def apart(one: Worded, other: Worded) -> tuple[list[Word], list[Word]]:
    """The words that each of two sentences has and the other lacks."""
    mine, theirs = _lacking(one.words, other.words), _lacking(other.words, one.words)
    for word in [*mine]:
        twin = next(filter(word.is_same, theirs), None)
        if twin is not None:
            mine.remove(word)
            theirs.remove(twin)
    return mine, theirs


def mean_the_same(one: str, other: str) -> bool:
    """Whether two sentences have the same words, or one has a word of the same meaning."""
    read = worded(one), worded(other)
    mine, theirs = (
        " ".join(one.text[w.start : w.end] for w in words)
        for one, words in zip(read, apart(*read), strict=True)
    )
    return mine == theirs or _are_synonyms(mine, theirs)


def swapped(one: Worded, other: Worded) -> Swap | None:
    """The words in the one place where two sentences differ; None if they differ otherwise."""
    if abs(len(one.words) - len(other.words)) >= MOST:
        return None
    # Checked first, as it is fast: words of other forms may be the same, but not most of them.
    if 2 * len(one.keys & other.keys) < len(one.keys) - MOST:
        return None
    both = [*zip((one, other), apart(one, other), strict=True)]
    longest = max(len(words) for _, words in both)
    shared = len(one.words) - len(both[0][1])
    if longest > MOST or shared < max(_LEAST, longest):
        return None
    if not all(_is_one_place(sentence, words) for sentence, words in both):
        return None
    spans = [(sentence.text, words[0].start, words[-1].end) for sentence, words in both]
    mine, theirs = (text[start:end] for text, start, end in spans)
    parts = {part_of(*span) for span in spans}
    if None in parts or _are_synonyms(mine, theirs) or _only_say(mine, theirs):
        return None
    return Swap(mine, theirs, next(one for one in Part if one in parts))


def swapped_in(one: Passage, text: str, other: Passage, other_text: str) -> Swap | None:
    """The same for two statements; no rows, and nothing that is a subject of its own document."""
    if one.header.language != other.header.language or one.record or other.record:
        return None
    if _is_row(text) or _is_row(other_text):
        return None
    swap = swapped(worded(text), worded(other_text))
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
    found = {pair: swapped_in(*said[pair[0]], *said[pair[1]]) for pair in dict.fromkeys(near)}
    pairs = {pair: swap for pair, swap in found.items() if swap and swap.part is Part.REST}
    words: dict[int, set[str]] = defaultdict(set)
    listed: set[int] = set()
    for pair, swap in pairs.items():
        for number, word in zip(pair, (swap.other, swap.one), strict=True):
            words[number].add(word.casefold())
        if said[pair[0]][0].header.doc_id == said[pair[1]][0].header.doc_id:
            listed |= {*pair}
    for (one, other), swap in pairs.items():
        if listed.isdisjoint((one, other)) and len(words[one]) == len(words[other]) == 1:
            yield one, other, swap


def _lacking(some: Iterable[Word], others: Iterable[Word]) -> list[Word]:
    """The words that the others lack, or have less often."""
    left = Counter(one.key for one in others)
    found = []
    for one in some:
        left[one.key] -= 1
        found += [one] if left[one.key] < 0 else []
    return found


def _is_light(word: str) -> bool:
    """Whether a word says nothing: an article, or the mark of an item."""
    return word in _LIGHT or (word.isnumeric() and not word.isdecimal())


def _key(word: str) -> str:
    if word.isascii():
        return next(iter(query_terms(word)), word.lower())
    return stem_of(word) or word


def _is_one_place(sentence: Worded, words: Sequence[Word]) -> bool:
    """Whether the words stand together, with none of the others between them."""
    if not words:
        return False
    first = sentence.words.index(words[0])
    return [*words] == [*sentence.words[first : first + len(words)]]


def part_of(text: str, start: int, end: int) -> Part | None:
    """The part of a sentence in which words stand; None for a value, which `differ` compares."""

    def is_within(parts: Iterable[tuple[int, int]]) -> bool:
        return any(start < last and first < end for first, last in parts)

    known = [one for one in values(text) if one.kind not in UNCOMPARED]
    if is_within(one.span for one in known):
        return None
    is_conditional = is_within(conditional(text))
    # "점장이 동의하면 …" is a condition from its first word on, "회원은 물건을 사면 …" is not.
    words = (match[0] for match in _WORD.finditer(text, start))
    marked = next((word for word in words if stem_of(word) != word), "")
    if _is_about(text, start) and not (is_conditional and _SUBJECT.search(marked)):
        return Part.SUBJECT
    if is_conditional:
        return Part.CONDITION
    if any(map(str.isdigit, text[start:end])):
        return Part.NUMBER
    return Part.REST if _is_of_a_noun(text, start, end) else Part.VERB


def _is_of_a_noun(text: str, start: int, end: int) -> bool:
    """Whether a preposition, an article or a Korean particle marks words as those of a noun."""
    if language_of(text) == "en":
        return bool(_BEFORE_NOUN.search(text[:start])) or text[start:end].lower() in _TELLING
    words = [match[0] for match in _WORD.finditer(text, start)]
    last = len(_WORD.findall(text[start:end])) - 1
    is_whole = words[last] == stem_of(words[last])
    ends = words[last : last + 1 + is_whole]
    return any(marked_noun(one) or 0 < len(stem_of(one)) == 1 < len(one) for one in ends)


def _is_about(text: str, start: int) -> bool:
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
    words = [match for match in _WORD.finditer(text) if match[0].lower() not in _LIGHT]
    if _FRONTED.match(text) or (words and _is_verb(text, words[0])):
        return False
    verb = _VERB.search(text)
    if verb is not None:
        return start < verb.start()
    return bool(words) and start <= words[0].start()


def _is_verb(text: str, first: re.Match[str]) -> bool:
    """Whether the first word that says something is no subject: "Call the …"."""
    return first.start() == 0 and _DETERMINER.match(text, first.end()) is not None


def _is_row(text: str) -> bool:
    return "; " in text and ": " in text


def _names(said: str, own: Passage, other: Passage) -> bool:
    """Whether the title or a heading above one statement has the words, and not the other's."""
    words = {*terms(said)}
    return words <= {*terms(own.above)} and not words <= {*terms(other.above)}


@lru_cache(maxsize=1)
def _glossary() -> Glossary:
    return load()


def _only_say(*texts: str) -> bool:
    """Whether each text only says what may or must be: `opposed` compares these."""
    return all(says_only(word) for text in texts for word in _WORD.findall(text))


def _are_synonyms(one: str, other: str) -> bool:
    both = {tuple(terms(one)), tuple(terms(other))}
    if name_two_of_a_kind(one, other):  # 골드 and 실버 help to find the same rule, but are two
        return False
    return any(both <= {*group} for group in _glossary().groups)

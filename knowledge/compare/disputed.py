"""Finds all that two sentences on one subject dispute, and the words in which they differ besides.

Values, single days, and what may or must be are compared by what they mean; other words by their
places, at most three in each sentence, whatever the order: "Reserved items are held for three
days", "We hold reserved items for 5 days".
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from knowledge.compare.swapped import Part, Word, Worded, apart, part_of, worded
from knowledge.language.calendar.weekdays import weekday_spans, weekdays
from knowledge.language.grammars import conditional
from knowledge.language.polarity.opposites import contrary, deny_each_other, opposites_in, says_only
from knowledge.language.terms import query_terms
from knowledge.language.values import UNCOMPARED, Value, differ, same, values

_MOST_WORDS = 5
"""Words besides that either sentence may have."""
_LEAST_SHARED = 2
_MARK = "%"
"""Stands for a value or a day; a Korean particle behind it is no word."""
_CLAUSES = re.compile(r"[,;]\s|\s(?:and|but)\s|(?<=[가-힣][고며])\s")
_SINGLE = 2
"""Weekdays that answer when; more of them, or others, are a case: at weekends, on holidays."""


class Place(NamedTuple):
    """Words of one sentence that stand together and the other sentence lacks."""

    text: str
    part: Part
    beside: frozenset[str]
    """The words before and after them; the edge of the sentence is an empty one."""

    def is_in_place_of(self, other: "Place") -> bool:
        """Whether both stand beside the same word."""
        return bool(self.beside & other.beside)


@dataclass(frozen=True, slots=True)
class Difference:
    """How two sentences differ."""

    is_disputed: bool
    """Whether they give other values or days, or one denies what the other says."""
    same_values: bool
    shared: int
    """Words that both have."""
    mine: tuple[Place, ...]
    theirs: tuple[Place, ...]


def difference(one: str, other: str) -> Difference | None:
    """How two sentences differ; None if in too much, or by a case: opened here, unopened there."""
    if opposites_in(one) != opposites_in(other):
        return None
    mine, theirs = _compared(one), _compared(other)
    only = _unmatched(mine, theirs)
    other_values, other_days = _all_differ(*only), _days_differ(one, other)
    if other_values is None or other_days is None:
        return None
    read = [_without(text, found) for text, found in ((one, mine), (other, theirs))]
    left = [
        [word for word in words if _counts(word, text)]
        for words, text in zip(apart(*read), (one, other), strict=True)
    ]
    longest = max(map(len, left))
    shared = len(read[0].words) - len(left[0]) + len(mine)
    if longest > _MOST_WORDS or shared < max(_LEAST_SHARED, longest):
        return None
    places = [
        tuple(_places(text, sentence, words))
        for text, sentence, words in zip((one, other), read, left, strict=True)
    ]
    is_disputed = other_values or other_days or contrary(one, other)
    return Difference(is_disputed, not any(only), shared, *places)


def aligned(one: str, other: str) -> list[tuple[str, str]]:
    """The two sentences, and each clause of one with that of the other that shares most words.

    Sentences with a condition are not taken apart.
    """
    whole = [(one, other)]
    if any(conditional(one)) or any(conditional(other)):
        return whole
    mine, theirs = (dict.fromkeys(_CLAUSES.split(text)) for text in (one, other))
    if len(mine) == len(theirs) == 1:
        return whole

    def nearest(text: str, others: Iterable[str]) -> str:
        keys = worded(text).keys
        return max(others, key=lambda each: len(keys & worded(each).keys))

    pairs = [(each, nearest(each, theirs)) for each in mine]
    return whole + [(a, b) for a, b in pairs if nearest(b, mine) == a]


def differ_in_one(one: str, other: str) -> bool:
    """Whether sentences in two languages differ in one value, or in their days, or in a denial."""
    only = _unmatched(_compared(one), _compared(other))
    other_days = _days_differ(one, other)
    if other_days is None or max(map(len, only)) > 1:
        return False
    other_value = _all_differ(*only) and only[0][0].amount != only[1][0].amount
    return bool(other_value or other_days or (not any(only) and deny_each_other(one, other)))


def _unmatched(mine: Sequence[Value], theirs: Sequence[Value]) -> tuple[list[Value], list[Value]]:
    """The values of each that the other lacks."""
    return (
        [one for one in mine if not any(same(one, each) for each in theirs)],
        [one for one in theirs if not any(same(one, each) for each in mine)],
    )


def _compared(text: str) -> list[Value]:
    return [value for value in values(text) if value.kind not in UNCOMPARED]


def _all_differ(mine: Sequence[Value], theirs: Sequence[Value]) -> bool | None:
    """Whether values of the same kinds differ; None if they cannot be compared one by one."""
    if not mine or not theirs:
        return False
    if len(mine) != len(theirs) or not all(map(differ, mine, theirs)):
        return None
    return True


def _days_differ(one: str, other: str) -> bool | None:
    mine, theirs = weekdays(one), weekdays(other)
    if mine == theirs:
        return False
    is_case = not mine or not theirs or max(len(mine), len(theirs)) > _SINGLE or mine & theirs
    return None if is_case else True


def _without(text: str, found: Sequence[Value]) -> Worded:
    """The words of a sentence without its values and days, each at its old place."""
    for start, end in (*(one.span for one in found), *weekday_spans(text)):
        text = f"{text[:start]}{_MARK * (end - start)}{text[end:]}"
    return worded(text)


def _counts(word: Word, text: str) -> bool:
    said = text[word.start : word.end]
    return bool(query_terms(said)) and not says_only(said)


def _places(text: str, sentence: Worded, words: Sequence[Word]) -> Iterator[Place]:
    """Yields the words that stand together, with the part of the sentence they stand in."""
    kept = [at for at, word in enumerate(sentence.words) if word not in words]
    keys = ["^", *(word.key for word in sentence.words), "$"]
    for before, after in pairwise([-1, *kept, len(sentence.words)]):
        run = sentence.words[before + 1 : after]
        if run:
            start, end = run[0].start, run[-1].end
            beside = frozenset((f"{keys[before + 1]}<", f">{keys[after + 1]}"))
            yield Place(text[start:end], part_of(text, start, end) or Part.NUMBER, beside)

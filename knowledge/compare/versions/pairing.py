"""Pairs old texts with the new texts that they most likely became."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from knowledge.language.values import values, without_values

_WORD = re.compile(r"\w+")
_COMMON = 20
"""A word in more texts than this finds no candidates, but still counts in a comparison."""
_CANDIDATES = 5


def words(text: str) -> Counter[str]:
    """Counts the words of a text, every value as 0: a sentence with a new value still matches."""
    return Counter(_WORD.findall(without_values(text, values(text), " 0 ").lower()))


def likeness(one: Counter[str], other: Counter[str]) -> float:
    """Returns the share of words that two texts have in common, 0 to 1."""
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 0.0


def likeliest(olds: Sequence[str], news: Sequence[str], least: float) -> dict[int, int]:
    """Maps places of old texts to places of the new texts most like them, each used once.

    Pairs with less likeness than `least` are left out.
    """
    old_words, new_words = [words(text) for text in olds], [words(text) for text in news]
    scored = sorted(
        (-likeness(old_words[i], new_words[j]), abs(i - j), i, j)
        for i, j in _candidates(old_words, new_words)
    )
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for score, _, i, j in scored:
        if -score >= least and i not in pairs and j not in taken:
            pairs[i] = j
            taken.add(j)
    return pairs


def _candidates(
    olds: Sequence[Counter[str]], news: Sequence[Counter[str]]
) -> Iterator[tuple[int, int]]:
    places: dict[str, list[int]] = defaultdict(list)
    for j, found in enumerate(news):
        for word in found:
            places[word].append(j)
    for i, found in enumerate(olds):
        shared = Counter(
            j
            for word in found
            if len(places.get(word, ())) <= _COMMON
            for j in places.get(word, ())
        )
        for j, _ in shared.most_common(_CANDIDATES):
            yield i, j

"""Finds statements that use nearly the same words, values aside."""

import math
from collections import Counter, defaultdict
from collections.abc import Sequence

from knowledge.compare.contradictions.stated import Stated

_COMMON = 500
"""A word in more statements than this finds no candidates: it belongs to a form."""
_MOST_PAIRS = 8_000_000
"""Most pairs of statements that are compared, about a minute: thousands of records of one pattern
would take hours."""
_INSTEAD = 0.1
"""Share of all words that each of two statements may have and the other not."""


class Nearest:
    """Looks up statements by their words; rare words count more than common ones."""

    def __init__(self, stated: Sequence[Stated], least: float) -> None:
        self._stated = stated
        self._least = least
        counts = Counter(term for one in stated for term in one.terms)
        self._rarity = {term: math.log(1 + len(stated) / n) for term, n in counts.items()}
        self._weights = [sum(self._rarity[term] for term in one.terms) for one in stated]
        self._places: dict[str, list[int]] = defaultdict(list)
        for number, one in enumerate(stated):
            for term in one.terms:
                self._places[term].append(number)
        self._found: dict[int, list[tuple[float, int]]] = {}
        self._pairs = 0

    @property
    def whole(self) -> bool:
        """Whether every statement was compared; with too many pairs, the last ones are not."""
        return self._pairs <= _MOST_PAIRS

    def to(self, number: int) -> list[tuple[float, int]]:
        """Returns the statements most like one, each as likeness and place, the likest first."""
        if number not in self._found:
            self._found[number] = self._look_up(number)
        return self._found[number]

    def _look_up(self, number: int) -> list[tuple[float, int]]:
        candidates = {place for term in self._telling(number) for place in self._places[term]}
        candidates.discard(number)
        self._pairs += len(candidates)
        if not self.whole:
            return []
        found = [(self._likeness(number, place), place) for place in candidates]
        return sorted((one for one in found if one[0] >= self._least), key=lambda x: (-x[0], x[1]))

    def _telling(self, number: int) -> list[str]:
        """Returns enough of its rarest words that any similar statement shares one of them."""
        terms = self._stated[number].terms
        left = (1 - self._least) * self._weights[number]
        chosen: list[str] = []
        for term in sorted(terms, key=lambda term: (-self._rarity[term], term)):
            if left < 0:
                break
            left -= self._rarity[term]
            if len(self._places[term]) <= _COMMON:
                chosen.append(term)
        return chosen

    def _likeness(self, number: int, place: int) -> float:
        one, other = self._weights[number], self._weights[place]
        if min(one, other) < self._least * max(one, other):
            return 0.0
        mine, theirs = self._stated[number], self._stated[place]
        if mine.header.language != theirs.header.language:
            return 0.0
        shared = sum(map(self._rarity.__getitem__, mine.terms & theirs.terms))
        total = one + other - shared
        # Gold here and Silver there: words of its own make it another subject.
        return shared / total if min(one, other) - shared <= _INSTEAD * total else 0.0

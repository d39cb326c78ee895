"""Looks up the products that have a word in their name, category or description."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from knowledge.language.ko.sounds import alike, consonants
from knowledge.language.meanings.glossary import NO_GLOSSARY, Glossary
from knowledge.language.terms import language_of, runs, terms
from knowledge.search.catalogue.product_words import (
    RULES,
    ends_of,
    forms,
    is_korean,
    parts,
    plain,
    things_of,
)

_Numbers = dict[str, list[int]]
"""The numbers of the products that have a word, in order."""
InRules = Callable[[str], bool]
"""Whether the store's rules, passages that are no products, use a word."""
_HEARD = 4
"""Consonants from which a word is compared by sound even if the rules use it: with three, 규정
(rule) sounds like "kitchen"."""


class Where(NamedTuple):
    """The numbers of the products that have a word, by the place where they have it."""

    name: frozenset[int] = frozenset()
    category: frozenset[int] = frozenset()
    description: frozenset[int] = frozenset()
    thing: frozenset[int] = frozenset()
    """Products that the word names, by their category or by the noun of their name."""

    @property
    def name_or_category(self) -> frozenset[int]:
        """Returns the products with the word in their name or category."""
        return self.name | self.category

    @property
    def anywhere(self) -> frozenset[int]:
        """Returns the products with the word anywhere."""
        return self.name_or_category | self.description


class ProductIndex:
    """Looks up words of products, which it numbers in the order in which they are added."""

    def __init__(
        self, glossary: Glossary = NO_GLOSSARY, in_rules: InRules = lambda _: False
    ) -> None:
        """Makes an empty index; short words of the store's rules are never compared by sound."""
        self._glossary = glossary
        self._in_rules = in_rules
        self._names: _Numbers = {}
        self._categories: _Numbers = {}
        self._descriptions: _Numbers = {}
        self._category_terms: _Numbers = {}
        self._name_terms: _Numbers = {}
        self._thing_terms: _Numbers = {}
        self._sounds: dict[str, set[str]] = {}
        self._name_texts: list[str] = []
        self._things: _Numbers = {}
        self._korean: set[int] = set()
        self._english: set[int] = set()
        self._texts: list[str] = []

    def add(self, name: str, category: str, description: str) -> None:
        """Adds the next product."""
        number = len(self._texts)
        named, grouped = runs(name), runs(category)
        _note(self._names, number, _looked_up(named))
        _note(self._categories, number, _looked_up(grouped))
        _note(
            self._descriptions, number, (one for word in runs(description) for one in forms(word))
        )
        things = list(things_of(name))
        _note(self._things, number, (one for word in things for one in forms(word)))
        _note(self._thing_terms, number, (terms(word)[-1] for word in things))
        _note(self._name_terms, number, terms(name))
        _note(self._category_terms, number, terms(category))
        (self._korean if language_of(name) == "ko" else self._english).add(number)
        for word in (*named, *grouped):
            for heard in {consonants(word), consonants(word.removesuffix("s"))} - {""}:
                self._sounds.setdefault(heard, set()).add(word)
        self._name_texts.append(plain(name))
        self._texts.append(plain(f"{name}\n{category}\n{description}"))

    def where(self, word: str) -> Where:
        """Finds the products that have a word, in one piece or as two adjacent words."""
        indexes = (self._names, self._categories, self._descriptions, self._things)
        found = Where(*(_in_any(index, forms(word)) for index in indexes))
        apart = [(f"{one} {other}", self._both(one, other)) for one, other in _parts(word)]
        held = {number for text, both in apart for number in both if self.has(number, text)}
        in_name = {
            number
            for text, both in apart
            for number in both
            if f" {text} " in self._name_texts[number]
        }
        return Where(
            found.name | in_name,
            found.category,
            found.description | held,
            found.thing | found.category,
        )

    def stand_in(self, word: str, where: Where) -> Where:
        """Finds the products that a word names by its meaning or its sound.

        If products have the word itself, only those in the other language are returned.
        """
        found = self._meaning(word, is_category=bool(where.category))
        heard = [self.where(one) for one in self._sounding(word)]
        thing = found.union(*(one.thing for one in heard))
        others = thing.union(*(one.name for one in heard))
        if where.name_or_category:
            other = self._korean if not is_korean(word) else self._english
            thing, others = thing & other, others & other
        return Where(category=others, thing=thing)

    def _meaning(self, word: str, *, is_category: bool) -> frozenset[int]:
        """Finds the products that a word names by the glossary.

        Searches the nouns of names first and categories only if there are none: milk is no
        yoghurt, although both are dairy.
        """
        phrases = [one for some in self._glossary.alternatives(word).values() for one in some]
        things = self._all_of(phrases, self._name_terms, self._thing_terms)
        if things and not is_category:
            return things
        return things | self._all_of(phrases, self._category_terms, self._category_terms)

    def _sounding(self, word: str) -> tuple[str, ...]:
        """Finds words of products in the other script that sound like a word."""
        bare = forms(word)[0]
        sound = consonants(bare)
        names = [one for one in self._sounds.get(sound, ()) if is_korean(one) != is_korean(bare)]
        if not names or bare in RULES or (len(sound) < _HEARD and self._in_rules(bare)):
            return ()
        return alike(bare, names)

    def has(self, number: int, phrase: str) -> bool:
        """Whether a product has these adjacent words, each in its usual form."""
        return f" {phrase} " in self._texts[number]

    def _both(self, one: str, other: str) -> frozenset[int]:
        first = self._having(one)
        return first & self._having(other) if first else first

    def _having(self, form: str) -> frozenset[int]:
        indexes = (self._names, self._categories, self._descriptions)
        return frozenset(number for index in indexes for number in index.get(form, ()))

    def _all_of(
        self, phrases: Iterable[tuple[str, ...]], index: _Numbers, last: _Numbers
    ) -> frozenset[int]:
        """Returns the products that have all terms of a phrase, the last one in `last`."""
        return frozenset(
            number
            for *before, end in phrases
            for number in _in_any(last, [end]).intersection(
                *(_in_any(index, [term]) for term in before)
            )
        )


def _parts(word: str) -> Iterable[tuple[str, str]]:
    return ((forms(one)[0], forms(other)[0]) for one, other in parts(forms(word)[0]))


def _in_any(index: _Numbers, words: Iterable[str]) -> frozenset[int]:
    return frozenset(number for word in words for number in index.get(word, ()))


def _looked_up(words: Iterable[str]) -> Iterable[str]:
    return (one for word in words for one in (*forms(word), *ends_of(word)))


def _note(index: _Numbers, number: int, words: Iterable[str]) -> None:
    for word in dict.fromkeys(words):
        index.setdefault(word, []).append(number)

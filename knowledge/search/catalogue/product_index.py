"""Which products have a word: in their names, their categories, or what describes them."""

from collections.abc import Iterable
from typing import NamedTuple

from knowledge.language.glossary import NO_GLOSSARY, Glossary
from knowledge.language.sounds import alike, consonants
from knowledge.language.terms import runs, terms
from knowledge.search.catalogue.product_words import (
    ends_of,
    forms,
    is_korean,
    parts,
    plain,
    things_of,
)

_Numbers = dict[str, list[int]]
"""The numbers of the products that have a word, in order."""


class Where(NamedTuple):
    """The numbers of the products that have a word, by where they have it."""

    name: frozenset[int] = frozenset()
    category: frozenset[int] = frozenset()
    description: frozenset[int] = frozenset()

    @property
    def named(self) -> frozenset[int]:
        """Those that have it in their name or category."""
        return self.name | self.category

    @property
    def anywhere(self) -> frozenset[int]:
        """All of them."""
        return self.named | self.description


class ProductIndex:
    """Looks up words of products, which it numbers in the order in which they are added."""

    def __init__(self, glossary: Glossary = NO_GLOSSARY) -> None:
        self._glossary = glossary
        self._names: _Numbers = {}
        self._categories: _Numbers = {}
        self._descriptions: _Numbers = {}
        self._terms: _Numbers = {}
        self._sounds: dict[str, set[str]] = {}
        self._name_texts: list[str] = []
        self._things: list[frozenset[str]] = []
        self._texts: list[str] = []

    def add(self, name: str, category: str, description: str) -> None:
        """Add the next product."""
        number = len(self._texts)
        named, grouped = runs(name), runs(category)
        _note(self._names, number, _looked_up(named))
        _note(self._categories, number, _looked_up(grouped))
        _note(
            self._descriptions, number, (one for word in runs(description) for one in forms(word))
        )
        _note(self._terms, number, terms(f"{name}\n{category}"))
        for word in (*named, *grouped):
            for heard in {consonants(word), consonants(word.removesuffix("s"))} - {""}:
                self._sounds.setdefault(heard, set()).add(word)
        self._name_texts.append(plain(name))
        self._things.append(frozenset(one for word in things_of(name) for one in forms(word)))
        self._texts.append(plain(f"{name}\n{category}\n{description}"))

    def where(self, word: str) -> Where:
        """The products that have a word, as one or as two side by side."""
        found = Where(
            *(
                frozenset(number for form in forms(word) for number in index.get(form, ()))
                for index in (self._names, self._categories, self._descriptions)
            )
        )
        apart = [(f"{one} {other}", self._both(one, other)) for one, other in _parts(word)]
        held = {number for text, both in apart for number in both if self.has(number, text)}
        in_name = {
            number
            for text, both in apart
            for number in both
            if f" {text} " in self._name_texts[number]
        }
        return Where(found.name | in_name, found.category, found.description | held)

    def stand_in(self, word: str) -> Where:
        """The products whose name or category has a word that means or sounds the same."""
        alternatives = self._glossary.alternatives(word).values()
        found = {
            number
            for others in alternatives
            for phrase in others
            for number in frozenset.intersection(*(self._with_term(term) for term in phrase))
        }
        bare = forms(word)[0]
        heard = self._sounds.get(consonants(bare), set())
        names = alike(bare, (name for name in heard if is_korean(name) != is_korean(bare)))
        return Where(category=frozenset(found).union(*(self.where(one).named for one in names)))

    def has(self, number: int, phrase: str) -> bool:
        """Whether a product has words side by side, each in its usual form."""
        return f" {phrase} " in self._texts[number]

    def is_thing(self, number: int, word: str) -> bool:
        """Whether a word is what the name of a product says that it is."""
        return not self._things[number].isdisjoint(forms(word))

    def _both(self, one: str, other: str) -> frozenset[int]:
        first = self._having(one)
        return first & self._having(other) if first else first

    def _having(self, form: str) -> frozenset[int]:
        indexes = (self._names, self._categories, self._descriptions)
        return frozenset(number for index in indexes for number in index.get(form, ()))

    def _with_term(self, term: str) -> frozenset[int]:
        return frozenset(self._terms.get(term, ()))


def _parts(word: str) -> Iterable[tuple[str, str]]:
    return ((forms(one)[0], forms(other)[0]) for one, other in parts(forms(word)[0]))


def _looked_up(words: Iterable[str]) -> Iterable[str]:
    return (one for word in words for one in (*forms(word), *ends_of(word)))


def _note(index: _Numbers, number: int, words: Iterable[str]) -> None:
    for word in dict.fromkeys(words):
        index.setdefault(word, []).append(number)

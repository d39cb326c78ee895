"""Finds the products that a question is about, by words and without vectors."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple, Self

from knowledge.language.meanings.glossary import NO_GLOSSARY, Glossary
from knowledge.model.documents import Filters, Generation, Passage
from knowledge.search.catalogue.product_index import InRules, ProductIndex, Where
from knowledge.search.catalogue.product_words import ProductQuery, forms, joined, tells_what
from knowledge.search.library import Library

TOP_K = 3
"""Products that are returned by default."""
SEPARATOR = "\n---\n"

_PRODUCT = re.compile(
    r"Product: ?(?P<name>.+?)\nCategory: ?(?P<category>.*?)\nPrice: ?(?P<price>.*?)"
    r"(?:\nDescription: ?(?P<description>.*))?",
    re.DOTALL,
)
"""The layout of a product's text, written by `knowledge.read.plain.records`."""

_Place = tuple[int, int]
"""The place of a word in a question: number of the phrase, number of the word in it."""


@dataclass(frozen=True, slots=True)
class Product:
    """A product, read from its record."""

    name: str
    category: str
    price: str
    """The price as shown, with its currency."""
    description: str
    passage: Passage
    """The passage to cite."""

    @classmethod
    def of(cls, passage: Passage) -> Self | None:
        """Reads the product of a passage; None for any other passage."""
        found = _PRODUCT.fullmatch(passage.text) if passage.record else None
        if found is None:
            return None
        name, category, price, description = ((one or "").strip() for one in found.groups())
        return cls(name, category, price, description, passage)

    @property
    def line(self) -> str:
        """Returns name, category and price in one sentence: "Oak Desk (Furniture): $599.00."."""
        named = f"{self.name} ({self.category})" if self.category else self.name
        return f"{named}: {self.price}." if self.price else f"{named}."

    @property
    def block(self) -> str:
        """Returns a line for each known field."""
        lines = {
            "Product": self.name,
            "Category": self.category,
            "Price": self.price,
            "Description": self.description,
        }
        return "\n".join(f"{label}: {value}" for label, value in lines.items() if value)


class Fit(NamedTuple):
    """A product that fits a question, and how well."""

    product: Product
    score: int = 0
    is_asked_for: bool = True
    """Whether it is the product that the question names, with every word of the question."""


@dataclass(slots=True)
class _Scored:
    score: int = 0
    places: set[_Place] = field(default_factory=set)
    """The question's words that the product has."""
    name_or_category: set[_Place] = field(default_factory=set)
    """The question's words in its name or category."""
    things: set[_Place] = field(default_factory=set)
    """The question's words that say what it is: its category or its name's noun."""


class Catalogue:
    """Products, searched by the words of their names, categories and descriptions."""

    def __init__(
        self,
        products: Iterable[Product],
        glossary: Glossary = NO_GLOSSARY,
        in_rules: InRules = lambda _: False,
    ) -> None:
        """Indexes the products; the glossary gives other words for those of a question.

        Short words that the store's rules use are not compared by sound.
        """
        self.products = tuple(products)
        self._index = ProductIndex(glossary, in_rules)
        for one in self.products:
            self._index.add(one.name, one.category, one.description)

    def best(self, question: str, limit: int = TOP_K) -> tuple[Product, ...]:
        """Returns the products that a question is about, best first; none if it names no product.

        For a question about the whole catalogue, returns the first ones.
        """
        return tuple(fit.product for fit in self.fitting(question, limit))

    def fitting(self, question: str, limit: int = TOP_K) -> list[Fit]:
        """Returns the same, each with its score."""
        asked = ProductQuery.of(question)
        if asked.everything:
            return [Fit(one) for one in self.products[:limit]]
        size = sum(map(len, asked.phrases))
        found = {
            number: one
            for number, one in self._scored(asked).items()
            if len(one.places) == size or one.things
        }
        # For "desk" the desks, not a desk lamp.
        rank = max(map(_rank, found.values()), default=0)
        best = [number for number, one in found.items() if _rank(one) == rank]
        best.sort(key=lambda number: (-found[number].score, number))
        return [
            Fit(self.products[number], found[number].score, _is_asked_for(found[number], asked))
            for number in best[:limit]
        ]

    def _scored(self, asked: ProductQuery) -> Mapping[int, _Scored]:
        scored: dict[int, _Scored] = {}
        for number, phrase in enumerate(asked.phrases):
            for place, word in enumerate(phrase):
                where = self._index.where(word)
                self._count(scored, word, where, [(number, place)])
                others = self._index.stand_in(word, where)
                self._count(scored, word, others, [(number, place)])
            for place, word in joined(phrase):
                places = [(number, place), (number, place + 1)]
                self._count(scored, word, self._index.where(word), places)
        phrases = [" ".join(forms(word)[0] for word in phrase) for phrase in asked.phrases]
        for number, one in scored.items():
            one.score += sum(len(phrase) for phrase in phrases if self._index.has(number, phrase))
        return scored

    def _count(
        self, scored: dict[int, _Scored], word: str, where: Where, places: Sequence[_Place]
    ) -> None:
        """Adds a word's score: its length, and twice that in a name."""
        worth = len(forms(word)[0])
        for number in where.anywhere:
            one = scored.setdefault(number, _Scored())
            one.score += 2 * worth if number in where.name else worth
            one.places.update(places)
            if number in where.name_or_category:
                one.name_or_category.update(places)
            if number in where.thing:
                one.things.update(places)


def context(products: Iterable[Product]) -> str:
    """Joins products to one text that a model may answer from."""
    return SEPARATOR.join(product.block for product in products)


def _is_asked_for(one: _Scored, asked: ProductQuery) -> bool:
    """Whether its name and category have every word, and a phrase's last word says what it is.

    A gift card holder is no gift card.
    """
    size = sum(map(len, asked.phrases))
    heads = (
        [(number, place) for place, word in enumerate(phrase) if tells_what(word)][-1:]
        for number, phrase in enumerate(asked.phrases)
    )
    return len(one.name_or_category) == size and any(one.things & set(head) for head in heads)


def _rank(one: _Scored) -> int:
    """Ranks the product itself (2) over one named after it (1) or one that mentions it (0)."""
    return bool(one.name_or_category) + bool(one.things)


# Caches the catalogue that a person may see of a generation.

MOST_PRODUCTS = 20_000
"""Products of a catalogue: 3 s to read and 50 MB; further ones are found like other passages."""
_MOST_REMEMBERED = 8
"""Catalogues in memory: those of two generations, for people who may see different documents."""


class Catalogues:
    """Caches catalogues by the documents that they are read from."""

    def __init__(self, library: Library, glossary: Glossary) -> None:
        self._library = library
        self._glossary = glossary
        self._keys: dict[Generation, list[str]] = {}
        self._read: dict[tuple[Generation, tuple[str, ...]], Catalogue] = {}

    def of(self, generation: Generation, filters: Filters) -> Catalogue:
        """Returns the products that pass the filters, in the order of their documents."""
        keys = self._keys.get(generation)
        if keys is None:
            keys = self._library.with_products(generation.number)
            self._keys = {**dict(list(self._keys.items())[-1:]), generation: keys}
        if not keys:
            return Catalogue(())
        visible = self._library.visible(generation, filters)
        seen = tuple(key for key in keys if key in visible)
        known = self._read.get((generation, seen))
        if known is None:
            known = self._from(generation.number, seen)
            if len(self._read) >= _MOST_REMEMBERED:
                self._read = {}
            self._read[generation, seen] = known
        return known

    def _from(self, generation: int, keys: tuple[str, ...]) -> Catalogue:
        passages = self._library.products(generation, keys, MOST_PRODUCTS)
        products = (Product.of(passage) for passage in passages)
        in_rules = partial(self._library.in_rules, generation)
        return Catalogue((one for one in products if one), self._glossary, in_rules)

"""Caches the catalogue that a person may see of a generation."""

from functools import partial

from knowledge.language.meanings.glossary import Glossary
from knowledge.model.documents import Filters, Generation
from knowledge.search.catalogue.catalogue import Catalogue, Product
from knowledge.search.library import Library

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

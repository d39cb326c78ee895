"""Looks up a question's words in the documents: rarity, synonyms, other spellings."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from knowledge.language import terms as lexical
from knowledge.language.ko import sounds
from knowledge.language.meanings.glossary import Glossary
from knowledge.model.documents import Found
from knowledge.search.library import Library

Phrase = tuple[str, ...]
"""Adjacent terms."""
Known = Mapping[str, float | None]
"""Each term's rarity; None where the documents do not use it."""
Spellings = Iterator[tuple[str, tuple[Phrase, ...]]]
"""Terms of the question, each with its alternatives."""

_SHORTEST_PART = 3


@dataclass(frozen=True, slots=True)
class QuestionTerms:
    """A question's words, looked up in the documents."""

    found: Found
    """Rarity and alternatives of the terms, without hits yet."""
    weights: Mapping[Phrase, int]
    """How many terms of the question a name replaces; other phrases are missing here."""


@dataclass(frozen=True, slots=True)
class Wording:
    """Looks a question's words up in one generation."""

    library: Library
    glossary: Glossary
    generation: int

    def asked(self, text: str) -> QuestionTerms:
        """Finds the rarity and the alternatives of each term of a question."""
        terms = lexical.query_terms(text)
        known = dict(zip(terms, self._rarity([(term,) for term in terms]), strict=True))
        names = {term: phrases for term, phrases in self._names(text, known) if term in known}
        alternatives = dict(self.glossary.alternatives(text))
        for term, phrases in self._joined(text):
            if term in known:
                alternatives[term] = (*alternatives.get(term, ()), *phrases)
        for term, phrases in (*names.items(), *self._other_spellings(text, known)):
            alternatives.setdefault(term, phrases)
        rarity = {
            term: self._stand_in(alternatives.get(term, ())) if own is None else own
            for term, own in known.items()
        }
        weights = Counter(phrase for phrases in names.values() for phrase in phrases)
        return QuestionTerms(Found(rarity=rarity, alternatives=alternatives), weights)

    def _joined(self, text: str) -> Spellings:
        """Joins two words that are one in the documents: head phones."""
        pairs = list(pairwise(lexical.latin_words(text)))
        wholes = [tuple(lexical.terms(one + other)) for one, other in pairs]
        for (one, other), whole, rarity in zip(pairs, wholes, self._rarity(wholes), strict=True):
            if rarity is not None:
                yield from ((term, (whole,)) for term in lexical.terms(f"{one} {other}"))

    def _other_spellings(self, text: str, known: Known) -> Spellings:
        """Finds alternatives for Latin words that the documents do not use."""
        for word in lexical.latin_words(text):
            [term] = lexical.terms(word)
            if term in known and known[term] is None and lexical.may_be_misspelt(term):
                yield term, self._split(word) or self._misspelt(term)

    def _split(self, word: str) -> tuple[Phrase, ...]:
        """Splits a word that is two in the documents: headphones."""
        places = range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1)
        parts = [tuple(lexical.terms(f"{word[:place]} {word[place:]}")) for place in places]
        found = self._rarity(parts)
        return tuple(part for part, rarity in zip(parts, found, strict=True) if rarity is not None)

    def _misspelt(self, term: str) -> tuple[Phrase, ...]:
        return tuple((other,) for other in self.library.spelt_like(self.generation, term))

    def _names(self, text: str, known: Known) -> Spellings:
        """Finds the Latin spelling of a foreign name in Hangul: 트레일마스터."""
        for word in lexical.foreign_names(text):
            pairs = tuple(lexical.terms(word))
            sound = sounds.consonants(word)
            if not sound or all(known.get(pair) is not None for pair in pairs):
                continue
            likely = sounds.alike(word, self.library.sounding(self.generation, sound))
            phrases = tuple(dict.fromkeys(tuple(lexical.terms(name)) for name in likely))
            for pair in pairs if phrases else ():
                yield pair, phrases

    def _stand_in(self, others: Sequence[Phrase]) -> float:
        """Returns the rarity of a term missing from the documents: its alternatives' lowest."""
        known = [one for one in self._rarity(others) if one is not None]
        return min(known) if known else self.library.rarest(self.generation)

    def _rarity(self, phrases: Sequence[Sequence[str]]) -> list[float | None]:
        return self.library.rarity(self.generation, phrases)

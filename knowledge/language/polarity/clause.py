"""A clause by what it says of what: its words, and which of them it affirms or denies."""

from collections.abc import Mapping
from dataclasses import dataclass

from knowledge.model.documents import Language

ABLE = "able"
"""The key of what is possible or allowed: can, may, refundable, 가능, 할 수 있다."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a sentence."""

    language: Language
    words: frozenset[str]
    """Its content words, without those that only affirm or deny."""
    signs: Mapping[str, bool]
    """What it affirms (true) or denies (false), by word; what it does both to is left out."""
    hedges: frozenset[str] = frozenset()
    """Words that turn a sentence round, such as only and unless, anywhere in the sentence."""
    denials: int = 0
    """How many words such as not it has."""
    opposites: frozenset[str] = frozenset()
    """Words that it has as their opposites only: open, where it says unopened."""

    def shared(self, other: "Clause") -> float:
        """The share of this clause's words that the other has."""
        return len(self.words & other.words) / len(self.words) if self.words else 0.0

    def holds(self, other: "Clause") -> bool:
        """Whether every word of the other, and more than one, is a word of this clause."""
        same = other.words <= self.words and self.opposites == other.opposites
        return same and len(other.words) > 1

    def denies(self, other: "Clause") -> bool:
        """Whether one affirms what the other denies; no where that is unclear."""
        if self.hedges != other.hedges:
            return False
        differing = {
            key
            for key in self.signs
            if other.signs.get(key, self.signs[key]) is not self.signs[key]
        }
        # With a "not" on both sides, it may only stand at another word of the two.
        return bool(
            differing & {ABLE}
            or differing & (self.opposites | other.opposites)
            or (differing and 0 in (self.denials, other.denials))
        )

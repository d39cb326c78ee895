"""What each clause of a text affirms and denies."""

from collections.abc import Mapping
from dataclasses import dataclass

from knowledge.model.documents import Language

ABLE = "able"
"""The key for possible or allowed: can, may, refundable, 가능, 할 수 있다."""
NEED = "need"
"""The key for needed: must, required, 해야 한다, 필요."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a sentence."""

    language: Language
    words: frozenset[str]
    """Its content words, without words that only affirm or deny."""
    signs: Mapping[str, bool]
    """Whether it affirms (true) or denies (false) each word; without words that it does both to."""
    hedges: frozenset[str] = frozenset()
    """Words anywhere in the sentence that restrict or reverse it, such as only and unless."""
    denials: int = 0
    """How many negations it has, such as "not"."""
    opposites: frozenset[str] = frozenset()
    """Words that it has only in negated form: "opened" if it says "unopened"."""

    def denies(self, other: "Clause") -> bool:
        """Whether one clause affirms what the other denies; False if that is unclear."""
        if self.hedges != other.hedges:
            return False
        differing = {
            key
            for key in self.signs
            if other.signs.get(key, self.signs[key]) is not self.signs[key]
        }
        # If both have a "not", it may just be at another word.
        return bool(
            differing & {ABLE}
            or differing & (self.opposites | other.opposites)
            or (differing and 0 in (self.denials, other.denials))
        )

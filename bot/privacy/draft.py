"""A partly redacted text, with the place of each character in the original."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from bot.model import SafeText
from bot.privacy.entities import Entity, Redaction, Span, merged


@dataclass(frozen=True, slots=True)
class PartialRedaction:
    """The text so far, its places in the original, and the spans replaced there."""

    text: str
    origin: Sequence[int]  # place in the original of each character and of the end
    replaced: tuple[Span, ...] = ()

    @classmethod
    def of(cls, text: str) -> Self:
        """The draft of an original text, with nothing replaced."""
        return cls(text, range(len(text) + 1))

    def without(self, hits: Sequence[Span]) -> Self:
        """Replaces these hits, which must be in order and must not overlap."""
        pieces: list[str] = []
        origin: list[int] = []
        position = 0
        for hit in hits:
            pieces += [self.text[position : hit.start], hit.replacement]
            origin += self.origin[position : hit.start]
            origin += [self.origin[hit.start]] * len(hit.replacement)
            position = hit.end
        pieces.append(self.text[position:])
        origin += self.origin[position:]
        located = tuple(self._located(hit) for hit in hits)
        return type(self)("".join(pieces), origin, self.replaced + located)

    def redaction(self) -> Redaction:
        """The finished redaction. Replaced mentions of people are not listed as personal data."""
        entities = tuple(
            Entity(hit.type, hit.start, hit.end, hit.rule)
            for hit in merged(self.replaced)
            if hit.type is not None
        )
        return Redaction(SafeText(self.text), entities)

    def _located(self, hit: Span) -> Span:
        return replace(hit, start=self.origin[hit.start], end=self.origin[hit.end])

"""What the redaction finds, and what it gives back."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from bot.model import SafeText

MENTION = "@user"
"""Stands for a mentioned person: the model still sees that somebody was meant."""


class EntityType(StrEnum):
    """A kind of personal data; of two equally long finds, the one listed first gives the name."""

    SECRET = "SECRET"  # noqa: S105 -- the word for the kind, not a password
    EMAIL = "EMAIL"
    RRN = "RRN"
    SSN = "SSN"
    CARD = "CARD"
    IBAN = "IBAN"
    LICENSE = "LICENSE"
    PASSPORT = "PASSPORT"
    BRN = "BRN"
    PHONE = "PHONE"
    ACCOUNT = "ACCOUNT"
    ADDRESS = "ADDRESS"
    IP = "IP"
    NAME = "NAME"

    @property
    def placeholder(self) -> str:
        """What the reader sees in place of the value."""
        return f"[REDACTED_{self}]"


OPT_IN = frozenset({EntityType.ADDRESS, EntityType.IP, EntityType.NAME})
"""Kinds that are taken out only where a store asks for it: rules find them less surely."""


class Profile(StrEnum):
    """How careful to be: strict for what people write, document for what the store publishes."""

    STRICT = "strict"
    DOCUMENT = "document"


@dataclass(frozen=True, slots=True)
class Entity:
    """Where personal data stood in the original text; the value itself is never kept."""

    type: EntityType
    start: int
    end: int
    rule: str


@dataclass(frozen=True, slots=True, repr=False)
class Redaction:
    """A text without personal data, and what was taken out."""

    text: SafeText
    entities: tuple[Entity, ...]

    @property
    def counts(self) -> dict[str, int]:
        """How many values of each kind were taken out."""
        return dict(Counter(str(entity.type) for entity in self.entities))

    def __repr__(self) -> str:
        return f"Redaction(counts={self.counts})"


@dataclass(frozen=True, slots=True)
class Hit:
    """A span to replace; a mention of a person has no type and is not counted."""

    start: int
    end: int
    type: EntityType | None
    rule: str

    @property
    def replacement(self) -> str:
        """What goes in the place of the span."""
        return MENTION if self.type is None else self.type.placeholder

    def joined(self, other: Self) -> Self:
        """Both spans as one, named by the longer of the two."""
        name = min(self, other, key=_rank)
        start, end = min(self.start, other.start), max(self.end, other.end)
        return type(self)(start, end, name.type, name.rule)


def merged(hits: Iterable[Hit]) -> list[Hit]:
    """The hits in the order of the text, overlapping ones joined."""
    result: list[Hit] = []
    for hit in sorted(hits, key=lambda hit: (hit.start, -hit.end)):
        if result and hit.start < result[-1].end:
            result[-1] = result[-1].joined(hit)
            continue
        result.append(hit)
    return result


_ORDER: dict[EntityType | None, int] = {
    kind: place for place, kind in enumerate((*EntityType, None))
}


def _rank(hit: Hit) -> tuple[int, int]:
    return hit.start - hit.end, _ORDER[hit.type]

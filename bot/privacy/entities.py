"""The kinds of personal data, the spans found, and the result of a redaction."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from bot.model import SafeText

MENTION = "@user"
"""Replaces a mention, so that a model still sees that somebody was meant."""


class EntityType(StrEnum):
    """A kind of personal data. If finds of equal length overlap, the first listed here wins."""

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
        """The text shown in place of the value."""
        return f"[REDACTED_{self}]"


OPT_IN = frozenset({EntityType.ADDRESS, EntityType.IP, EntityType.NAME})
"""Kinds redacted only if a store turns them on: their rules are less reliable."""


class Profile(StrEnum):
    """How careful to be: `strict` for people's words, `document` for the store's documents."""

    STRICT = "strict"
    DOCUMENT = "document"


@dataclass(frozen=True, slots=True)
class Entity:
    """The place of personal data in the original text. It never holds the value itself."""

    type: EntityType
    start: int
    end: int
    rule: str


@dataclass(frozen=True, slots=True, repr=False)
class Redaction:
    """A redacted text, and the places of the personal data in the original."""

    text: SafeText
    entities: tuple[Entity, ...]

    @property
    def counts(self) -> dict[str, int]:
        """The number of redacted values of each kind."""
        return dict(Counter(str(entity.type) for entity in self.entities))

    def __repr__(self) -> str:
        return f"Redaction(counts={self.counts})"


@dataclass(frozen=True, slots=True)
class Span:
    """A span to replace; a mention of a person has no type and is not counted."""

    start: int
    end: int
    type: EntityType | None
    rule: str

    @property
    def replacement(self) -> str:
        """The text that replaces the span."""
        return MENTION if self.type is None else self.type.placeholder

    def joined(self, other: Self) -> Self:
        """Joins two spans; the longer one gives type and rule."""
        name = min(self, other, key=_rank)
        start, end = min(self.start, other.start), max(self.end, other.end)
        return type(self)(start, end, name.type, name.rule)


def merged(hits: Iterable[Span]) -> list[Span]:
    """Sorts hits by place and joins overlapping ones."""
    result: list[Span] = []
    for hit in sorted(hits, key=lambda hit: (hit.start, -hit.end)):
        if result and hit.start < result[-1].end:
            result[-1] = result[-1].joined(hit)
            continue
        result.append(hit)
    return result


_ORDER: dict[EntityType | None, int] = {
    kind: place for place, kind in enumerate((*EntityType, None))
}


def _rank(hit: Span) -> tuple[int, int]:
    return hit.start - hit.end, _ORDER[hit.type]

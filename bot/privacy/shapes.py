"""A rule made of one pattern and one condition, enough for most kinds of personal data."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self

from bot.model import SafeText
from bot.privacy.entities import Entity, EntityType, Redaction, Span, merged
from bot.privacy.reading import NormalisedText

Condition = Callable[[NormalisedText, re.Match[str]], bool]


def always(_reading: NormalisedText, _match: re.Match[str]) -> bool:
    """The condition of a rule whose pattern is enough."""
    return True


@dataclass(frozen=True, slots=True)
class Shape:
    """A pattern for one kind of value, with a condition if the pattern is not enough."""

    type: EntityType
    rule: str
    pattern: re.Pattern[str]
    holds: Condition = always

    def find(self, reading: NormalisedText) -> Iterator[Span]:
        """Yields the spans that match the pattern and meet the condition."""
        for match in self.pattern.finditer(reading.text):
            if self.holds(reading, match):
                yield Span(match.start(), match.end(), self.type, self.rule)


def digits_of(text: str) -> str:
    """The digits of a number, without separators."""
    return "".join(character for character in text if character.isdigit())


# The check digits of cards, barcodes, bank accounts abroad, and Korean numbers.

_RRN_WEIGHTS = (2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5)
_LUHN_DOUBLED = (0, 2, 4, 6, 8, 1, 3, 5, 7, 9)
_BRN_WEIGHTS = (1, 3, 7, 1, 3, 7, 1, 3, 5)


def luhn_holds(digits: str) -> bool:
    """Whether a card number passes the Luhn check."""
    numbers = [int(digit) for digit in reversed(digits)]
    doubled = sum(_LUHN_DOUBLED[number] for number in numbers[1::2])
    return (sum(numbers[::2]) + doubled) % 10 == 0


def ean_holds(digits: str) -> bool:
    """Whether a barcode (EAN, UPC or GTIN) passes its check."""
    numbers = [int(digit) for digit in reversed(digits)]
    return (sum(numbers[::2]) + 3 * sum(numbers[1::2])) % 10 == 0


def rrn_holds(digits: str) -> bool:
    """Whether a Korean resident's or foreigner's number passes the check used to October 2020."""
    total = sum(int(digit) * weight for digit, weight in zip(digits, _RRN_WEIGHTS, strict=False))
    return int(digits[-1]) in {(11 - total % 11) % 10, (13 - total % 11) % 10}


def brn_holds(digits: str) -> bool:
    """Whether a Korean business registration number of ten digits passes its check."""
    total = sum(int(digit) * weight for digit, weight in zip(digits, _BRN_WEIGHTS, strict=False))
    return (total + int(digits[8]) * 5 // 10 + int(digits[9])) % 10 == 0


def iban_holds(iban: str) -> bool:
    """Whether an IBAN without separators passes mod 97. Does not check its length."""
    turned = iban[4:] + iban[:4]
    return int("".join(str(int(character, 36)) for character in turned)) % 97 == 1


# A partly redacted text, with the place of each character in the original.


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

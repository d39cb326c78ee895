"""A rule made of one pattern and one condition, enough for most kinds of personal data."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bot.privacy.entities import EntityType, Span
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

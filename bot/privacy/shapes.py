"""A rule that is one pattern and one condition; most kinds of personal data need no more."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bot.privacy.entities import EntityType, Hit
from bot.privacy.reading import Reading

Condition = Callable[[Reading, re.Match[str]], bool]


def always(_reading: Reading, _match: re.Match[str]) -> bool:
    """The condition of a pattern that needs none."""
    return True


@dataclass(frozen=True, slots=True)
class Shape:
    """How one kind of value looks, and when the look is not enough."""

    type: EntityType
    rule: str
    pattern: re.Pattern[str]
    holds: Condition = always

    def find(self, reading: Reading) -> Iterator[Hit]:
        """The places in the text that have this shape."""
        for match in self.pattern.finditer(reading.text):
            if self.holds(reading, match):
                yield Hit(match.start(), match.end(), self.type, self.rule)


def digits_of(text: str) -> str:
    """The digits of a number, without what separates them."""
    return "".join(character for character in text if character.isdigit())

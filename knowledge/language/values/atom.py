"""The smallest parts that values are made of: 3만, 5천 원, 10시, March, 1시간."""

import re
from collections.abc import Callable
from decimal import Decimal
from typing import NamedTuple

from knowledge.language.values.model import Kind


class Atom(NamedTuple):
    """A value as it stands in one place, before its neighbours are looked at."""

    kind: Kind
    amount: Decimal
    unit: str = ""
    high: Decimal | None = None
    word: str = ""
    """What the unit alone does not tell: week where it is second, 오후 for a time of day."""
    scale: Decimal = Decimal(1)
    """What the figure was multiplied by: 10,000 for 3만."""
    start: int = 0
    end: int = 0


class Form(NamedTuple):
    """One way to write a value: its pattern, and how a match of it is read."""

    pattern: str
    read: Callable[[re.Match[str]], Atom | None]
    """None for what only looks like a value."""


def given(match: re.Match[str], *names: str) -> str:
    """The first of these groups that holds something."""
    return next((match[name] for name in names if match[name]), "")

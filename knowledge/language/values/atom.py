"""The parts of values: 3만, 5천 원, 10시, March, 1시간."""

import re
from collections.abc import Callable
from decimal import Decimal
from typing import NamedTuple

from knowledge.language.values.value import ValueKind


class Atom(NamedTuple):
    """A value by itself, before it is joined with its neighbours."""

    kind: ValueKind
    amount: Decimal
    unit: str = ""
    high: Decimal | None = None
    word: str = ""
    """The unit as written, such as week (its `unit` is second), or 오후 of a time of day."""
    scale: Decimal = Decimal(1)
    """The factor of the figure: 10,000 for 3만."""
    start: int = 0
    end: int = 0


class Form(NamedTuple):
    """A way to write a value: its pattern, and a reader of a match."""

    pattern: str
    read: Callable[[re.Match[str]], Atom | None]
    """Returns None if the match only looks like a value."""


def given(match: re.Match[str], *names: str) -> str:
    """The first of these groups that is not empty."""
    return next((match[name] for name in names if match[name]), "")

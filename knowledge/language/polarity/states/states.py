"""The states that a text names."""

from typing import NamedTuple


class States(NamedTuple):
    """What a text affirms, what it denies, and what it says does not matter."""

    affirmed: frozenset[str]
    denied: frozenset[str]
    either: frozenset[str] = frozenset()

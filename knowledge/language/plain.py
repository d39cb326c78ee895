"""Reads sentences of a language without a folder: nothing that they affirm or deny is known."""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from knowledge.language.clause import Clause

CONDITION = re.compile(r"(?!)")
"""Never matches."""
TALK: Mapping[str, str] = MappingProxyType({})


def clauses(_: str) -> Iterator[Clause]:
    """None."""
    return iter(())


def says_only(_: str) -> bool:
    """False: each word may be about something."""
    return False

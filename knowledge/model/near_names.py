"""Names that may have been meant instead of an unknown one."""

from collections.abc import Sequence
from difflib import get_close_matches

_NEAREST = 3
_NEAR = 0.4
"""Likeness of two names from which one may be a slip for the other."""


def near_names(name: str, ids: Sequence[str]) -> list[str]:
    """Returns those that hold the name, else the most alike."""
    by_letters = {doc_id.casefold(): doc_id for doc_id in ids}
    wanted = name.casefold()
    holding = [one for letters, one in by_letters.items() if wanted in letters]
    close = [by_letters[one] for one in get_close_matches(wanted, by_letters, _NEAREST, _NEAR)]
    return (holding or close)[:_NEAREST]

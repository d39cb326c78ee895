"""What a model makes of many texts, made on two cores: questions are answered meanwhile."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

_CORES = min(2, os.cpu_count() or 1)
"""Not more: several people ask at once, and while an index is made."""
_AT_ONCE = 8
"""Texts of one call; more are not faster."""

_Text = TypeVar("_Text")
Rows = NDArray[np.float32]


def in_parts(
    make: Callable[[list[_Text]], Rows], texts: Sequence[_Text], length: Callable[[_Text], int]
) -> Rows:
    """A row for each of the texts, in order; at least one text."""
    # Those of about one length together: some models fill each up to the longest one beside it.
    size = max(1, min(_AT_ONCE, len(texts) // (2 * _CORES)))
    order = sorted(range(len(texts)), key=lambda place: -length(texts[place]))
    starts = range(0, len(order), size)
    parts = [[texts[at] for at in order[start : start + size]] for start in starts]
    rows = np.concatenate(_made(make, parts), dtype=np.float32)
    return rows[np.argsort(order)]


def _made(make: Callable[[list[_Text]], Rows], parts: Sequence[list[_Text]]) -> list[Rows]:
    if len(parts) == 1:
        return [make(parts[0])]
    with ThreadPoolExecutor(_CORES) as beside:
        return list(beside.map(make, parts))

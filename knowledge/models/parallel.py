"""Runs a model over many texts in two threads, so questions are still answered."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

_CORES = min(2, os.cpu_count() or 1)
"""No more: people ask meanwhile, also while an index is built."""
_AT_ONCE = 8
"""Texts in one call; more are not faster."""

_Text = TypeVar("_Text")
Rows = NDArray[np.float32]


def in_parts(
    make: Callable[[list[_Text]], Rows], texts: Sequence[_Text], length: Callable[[_Text], int]
) -> Rows:
    """Computes a row for each text, in order. Needs at least one text."""
    # Batches texts of similar length: some models pad each to the longest one in its batch.
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

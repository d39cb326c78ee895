"""What a model makes of many texts, made on two cores: questions are answered meanwhile."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

CORES = min(2, os.cpu_count() or 1)
"""Not more: several people ask at once, and while an index is made."""

_Text = TypeVar("_Text")


def in_turn(
    make: Callable[[list[_Text]], NDArray[np.float32]],
    texts: Sequence[_Text],
    parts: Sequence[Sequence[int]],
) -> NDArray[np.float32]:
    """A row for each of the texts, in order; a call for each part, which is places of texts."""
    with ThreadPoolExecutor(CORES) as beside:
        made = beside.map(make, [[texts[place] for place in part] for part in parts])
        rows = np.concatenate(list(made), dtype=np.float32)
    return rows[np.argsort(np.concatenate(parts))]

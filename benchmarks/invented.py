"""The invented stores of benchmarks/stores, and their use: training, the gate, or held out."""

from pathlib import Path

STORES = Path(__file__).parent / "stores"
LISTS = ("golden", "plain")
"""Files of questions: in people's own words, and in the handbook's words."""
NEAR = "near"
"""A file of some stores: questions in the handbook's words that it nearly answers."""
HELD_OUT = ("audio", "baby", "cinema", "convenience", "department_store", "market", "outlet")
"""Stores for scoring only: nothing was trained or tuned on them."""
FOR_THE_GATE = ("music", "outdoor", "secondhand")
"""Stores for fitting the gate and the weights of reranking.py; no model was trained on them."""


def names() -> list[str]:
    """Returns the names of all stores."""
    return sorted(folder.name for folder in STORES.iterdir() if folder.is_dir())


def learnt_from() -> list[str]:
    """Returns the names of the stores for training."""
    return [name for name in names() if name not in (*HELD_OUT, *FOR_THE_GATE)]

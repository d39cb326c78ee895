"""The invented stores of benchmarks/stores, and what each of them is for."""

from pathlib import Path

STORES = Path(__file__).parent / "stores"
LISTS = ("golden", "plain")
"""Files of questions: in people's own words, and in the handbook's."""
NEAR = "near"
"""A file that some stores have: the handbook's words about what it does not say."""
HELD_OUT = ("audio", "baby", "cinema", "convenience", "department_store", "market", "outlet")
"""They say what is worth how much: nothing has learnt from them."""
FOR_THE_GATE = ("music", "outdoor", "secondhand")
"""The gate and the weights of reranking.py are fitted to these: what learns has not seen them."""


def names() -> list[str]:
    """All stores."""
    return sorted(folder.name for folder in STORES.iterdir() if folder.is_dir())


def learnt_from() -> list[str]:
    """All that are for learning."""
    return [name for name in names() if name not in (*HELD_OUT, *FOR_THE_GATE)]

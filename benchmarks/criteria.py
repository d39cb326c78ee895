"""Measures each criterion: asks the golden questions of the sample handbook without it.

    python -m benchmarks.criteria [NAME ...]

Asks all lists of `tests/quality` as `benchmarks.sample` does: once with every criterion of
`bot.answering.find.adjustments.CRITERIA`, then once without each one (or each NAME). Takes a minute
for each on two cores. Prints the numbers of questions answered rightly and wrongly, and of
unanswerable ones refused; without a criterion, the differences.
"""

import asyncio
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.sample import asked, together
from bot.answering.find import adjustments

Figures = tuple[int, int, int]


def main() -> None:
    """Asks with and without each criterion, and prints a row for each."""
    names = sys.argv[1:] or [*adjustments.CRITERIA]
    if unknown := set(names) - set(adjustments.CRITERIA):
        sys.exit(
            f"No criterion: {', '.join(unknown)}. There are {', '.join(adjustments.CRITERIA)}."
        )
    print(f"{'':24}{'right':>8}{'wrong':>8}{'refused':>8}")
    whole = _figures()
    print(f"{'with all':24}" + "".join(f"{one:8}" for one in whole))
    for name in names:
        with _without(name):
            without = _figures()
        differences = (one - all_ for one, all_ in zip(without, whole, strict=True))
        print(f"{'without ' + name:24}" + "".join(f"{one:+8}" for one in differences), flush=True)


@contextmanager
def _without(name: str) -> Iterator[None]:
    whole = adjustments.CRITERIA
    adjustments.CRITERIA = {key: one for key, one in whole.items() if key != name}
    try:
        yield
    finally:
        adjustments.CRITERIA = whole


def _figures() -> Figures:
    with tempfile.TemporaryDirectory() as data:
        outcomes = together(asyncio.run(asked(Path(data))).values())
    answerable = [one for one in outcomes if one.golden.answerable]
    right = sum(one.right for one in answerable)
    wrong = sum(one.answered and not one.right for one in answerable)
    refused = sum(not one.answered for one in outcomes if not one.golden.answerable)
    return right, wrong, refused


if __name__ == "__main__":
    main()

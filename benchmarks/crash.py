"""Kills an indexing process twenty times at random moments, and checks what is left.

python -m benchmarks.crash [SEED]
"""

import sys
import tempfile
import time
from pathlib import Path

from tests.flow.stand_in.crashing import Crash, crashes

TIMES = 20


def main() -> None:
    """Kills, checks, and prints a line for each kill; exits with 1 if one went wrong."""
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    start = time.perf_counter()
    print("killed after   published   served   left over   after the next run   left over")
    with tempfile.TemporaryDirectory() as folder:
        good = [_printed(crash) for crash in crashes(Path(folder), TIMES, seed)]
    took = time.perf_counter() - start
    print(f"{sum(good)} of {TIMES} kills took no answer away and were tidied up ({took:.0f} s)")
    sys.exit(0 if all(good) else 1)


def _printed(crash: Crash) -> bool:
    served = {edition for each in crash.served for edition in each}
    then = {edition for each in crash.served_then for edition in each}
    print(
        f"{crash.after_s:10.2f} s   {crash.least}–{crash.most}   {_named(served):6} "
        f"{crash.left:10}   {_named(then):18} {crash.left_then:10}"
    )
    one = len(served) == 1 and all(crash.served)
    whole = one and crash.least <= min(served) <= crash.most
    return whole and crash.served_then == [{crash.following}] * 2 and crash.left_then == 0


def _named(editions: set[int]) -> str:
    return " ".join(map(str, sorted(editions))) or "none"


if __name__ == "__main__":
    main()

"""Compares two checkouts by the CPU time that the reader of each format takes.

    PYTHONPATH=.:.ci/formats .venv/bin/python .ci/formats/times.py OTHER_CHECKOUT [SUFFIX ...]

Makes the documents of made.py and reads those of one format in a process of its own, in turns with the other checkout.
Prints the least time of each for reading all of them once.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from made import CASES, COMPARISONS, TEXTS, made

ROUNDS = 4
_READ = """
import pathlib, sys, time
from knowledge.read.formats import all_readers
files = [one.read_bytes() for one in sorted(pathlib.Path(sys.argv[1]).iterdir())]
read, taken = all_readers("KRW")[sys.argv[2]], []
for _ in range(12):
    start = time.process_time()
    for raw in files:
        read(raw)
    taken.append(time.process_time() - start)
print(min(taken))
"""


def main(other: Path, wanted: list[str]) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        print("format   other     this  share")
        for suffix, folder in sorted(_folders(Path(scratch)).items()):
            if wanted and suffix not in wanted:
                continue
            taken = [(_taken(other, folder), _taken(Path.cwd(), folder)) for _ in range(ROUNDS)]
            before, now = (1000 * min(one[side] for one in taken) for side in (0, 1))
            print(f"{suffix:6} {before:5.0f} ms {now:5.0f} ms {now / before:6.2f}", flush=True)


def _folders(scratch: Path) -> dict[str, Path]:
    """A folder for each format, with all its documents."""
    folders: dict[str, Path] = {}
    for number, texts in enumerate((TEXTS, COMPARISONS, tuple(one.text for one in CASES))):
        drawn = scratch / f"drawn{number}"
        drawn.mkdir()
        for _, path in made(drawn, texts):
            folder = folders[path.suffix] = scratch / path.suffix[1:]
            folder.mkdir(exist_ok=True)
            (folder / path.name).write_bytes(path.read_bytes())
    return folders


def _taken(checkout: Path, folder: Path) -> float:
    """The seconds of the processor for reading a folder once."""
    settings = (f"PYTHONPATH={checkout}", "OMP_NUM_THREADS=1")
    command = ["env", *settings, sys.executable, "-c", _READ, str(folder), f".{folder.name}"]
    done = subprocess.run(command, cwd=checkout, check=True, capture_output=True)  # noqa: S603 - fixed
    return float(done.stdout)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), sys.argv[2:])

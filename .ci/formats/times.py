"""Compares two checkouts by the CPU time that reading each format takes.

    PYTHONPATH=.:.ci/formats .venv/bin/python .ci/formats/times.py OTHER_CHECKOUT [SUFFIX ...]

Makes the documents of made.py, many times each, and reads those of one format in a process of its own: first with one
checkout, then with the other. Prints the least of five such readings of each, less the least for a fifth of the files,
so that a start does not count.
"""

import resource
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from made import CASES, COMPARISONS, TEXTS, made

ROUNDS = 5
COPIES = 25
_READ = "import sys, pathlib, knowledge.read as r; r.read_folder(pathlib.Path(sys.argv[1]), 'KRW')"


def main(other: Path, wanted: list[str]) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        folders = _folders(Path(scratch))
        print("format    other      this   share")
        for suffix, folder in sorted(folders.items()):
            if wanted and suffix not in wanted:
                continue
            few = folder.with_name(f"few-{folder.name}")
            runs = [(side, place) for side in (other, Path.cwd()) for place in (folder, few)]
            taken = [[_taken(*run) for run in runs] for _ in range(ROUNDS)]
            all_before, few_before, all_now, few_now = map(min, zip(*taken, strict=True))
            before, now = all_before - few_before, all_now - few_now
            print(f"{suffix:7} {before:7.2f} s {now:7.2f} s {now / before:7.2f}", flush=True)


def _folders(scratch: Path) -> dict[str, Path]:
    """A folder for each format, with many copies of each document."""
    files: dict[str, list[Path]] = defaultdict(list)
    for number, texts in enumerate((TEXTS, COMPARISONS, tuple(one.text for one in CASES))):
        drawn = scratch / f"drawn{number}"
        drawn.mkdir()
        for _, path in made(drawn, texts):
            files[path.suffix].append(path)
    folders = {}
    for suffix, paths in files.items():
        folder = folders[suffix] = scratch / suffix[1:]
        few = folder.with_name(f"few-{folder.name}")
        for place, copies in ((folder, COPIES), (few, COPIES // 5)):
            place.mkdir()
            for path in paths:
                for copy in range(copies):
                    (place / f"{path.stem}-{copy}{suffix}").write_bytes(path.read_bytes())
    return folders


def _taken(checkout: Path, folder: Path) -> float:
    def spent() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    start = spent()
    settings = (f"PYTHONPATH={checkout}", "OMP_NUM_THREADS=1")
    command = ["env", *settings, sys.executable, "-c", _READ, str(folder)]
    subprocess.run(command, cwd=checkout, check=True)  # noqa: S603 - a fixed program
    return spent() - start


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), sys.argv[2:])

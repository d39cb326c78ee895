"""Measures time and disk space of indexing: everything, nothing, or one document changed.

python -m benchmarks.reindex SOURCE
"""

import asyncio
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from bot.main.app import App, build
from bot.settings import OpenAISettings, Settings, SlackSettings, StoreSettings
from bot.upkeep.indexing.golden_gate import GOLDEN
from knowledge.model.report import IndexReport, Run

RUNS = 10


@dataclass(frozen=True)
class Measured:
    """One run."""

    name: str
    report: IndexReport
    seconds: float
    processor_s: float
    """CPU seconds of this process and of those that it started."""
    disk_mb: float


def main() -> None:
    """Indexes a copy of SOURCE in several ways, and prints a table."""
    if len(sys.argv) != 2:
        sys.exit("usage: python -m benchmarks.reindex SOURCE")
    with tempfile.TemporaryDirectory() as folder:
        source = _copied(Path(sys.argv[1]), Path(folder) / "source")
        settings = Settings(
            slack=SlackSettings(bot_token=None),
            openai=OpenAISettings(api_key=None),
            store=StoreSettings(source=source, data=Path(folder) / "data"),
        )
        with closing(build(settings)) as app:
            rows = _measured(app, source, settings.store.data)
    _print(rows)


def _copied(source: Path, copy: Path) -> Path:
    if source.is_dir():
        return shutil.copytree(source, copy)
    copy.mkdir()
    shutil.copy(source, copy)
    return copy


def _measured(app: App, source: Path, data: Path) -> list[Measured]:
    changing = sorted(path for path in source.rglob("*.md") if path.stem.upper() != "README")
    changing += sorted(source.rglob("*.txt"))
    golden = source / GOLDEN
    asked = golden.read_bytes() if golden.exists() else None
    golden.unlink(missing_ok=True)

    def run(name: str, how: Run = Run()) -> Measured:  # noqa: B008 - it is frozen
        start, processor = time.perf_counter(), sum(os.times()[:4])
        report = asyncio.run(app.indexer.rebuild(how))
        spent = (time.perf_counter() - start, sum(os.times()[:4]) - processor)
        return Measured(name, report, *spent, disk_mb=_disk_mb(data))

    def change(number: int) -> None:
        with changing[0].open("a", encoding="utf-8") as page:
            page.write(f"\n\n## Note {number}\n\nRead again for the {number}th time.\n")

    rows = [run("everything, the first time"), run("unchanged")]
    if not changing:
        return [*rows, run("everything anew (--full)", Run(full=True))]
    for number in range(2, RUNS + 1):
        change(number)
        rows.append(run(f"one document changed, run {number}"))
    rows.append(run("everything anew (--full)", Run(full=True)))
    if asked is not None:
        golden.write_bytes(asked)
        change(RUNS + 1)
        rows.append(run("one document changed, golden questions", Run(accept_worse=True)))
    return rows


def _disk_mb(data: Path) -> float:
    return sum(path.stat().st_size for path in data.rglob("*") if path.is_file()) / 1e6


def _print(rows: Sequence[Measured]) -> None:
    first = rows[0]
    print(f"{first.report.documents} documents, {first.report.passages} passages\n")
    print(f"{'run':40} {'seconds':>8} {'share':>7} {'processor':>10} {'embedded':>9} {'disk':>9}")
    for row in rows:
        asked = f"   {row.report.asked} questions asked twice" if row.report.asked else ""
        print(
            f"{row.name:40} {row.seconds:8.2f} {row.seconds / first.seconds:7.1%} "
            f"{row.processor_s:8.2f} s {row.report.embedded:9} {row.disk_mb:6.1f} MB{asked}"
        )


if __name__ == "__main__":
    main()

"""Replaces the files of a data directory in steps that can be finished after a crash."""

import json
import os
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path

from bot.upkeep.backup.contents import replaced
from knowledge.index.storage.lock import UNFINISHED

_PLAN = "plan.json"


@dataclass(frozen=True, slots=True)
class _Plan:
    """The moves of a swap; written before the first one."""

    entries: list[str]
    """The files and folders that come in."""
    before: str
    """The folder that receives those that they replace."""


def swap(data: Path, part: Path, entries: list[str], before: str) -> None:
    """Puts the present files aside and moves those of `part` in. Raises OSError.

    Nothing leaves the data directory: it may be the only folder that can be written.
    """
    plan = json.dumps(asdict(_Plan(entries, before)))
    with (part / _PLAN).open("w", encoding="utf-8") as file:
        file.write(plan)
        file.flush()
        os.fsync(file.fileno())
    part.rename(data / UNFINISHED)
    finish(data)


def finish(data: Path) -> None:
    """Ends a swap that was begun, also by a process that was killed. Raises OSError."""
    ready = data / UNFINISHED
    if not ready.exists():
        return
    if not (ready / _PLAN).exists():  # all files are in; only the empty folder is left
        shutil.rmtree(ready)
        return
    plan = _Plan(**json.loads((ready / _PLAN).read_text(encoding="utf-8")))
    for entry in list(replaced(data)):
        is_in = entry in plan.entries and not (ready / entry).exists()
        if not is_in:
            _move(data / entry, data / plan.before / entry)
    for entry in plan.entries:
        if (ready / entry).exists():
            _move(ready / entry, data / entry)
    (ready / _PLAN).unlink()
    shutil.rmtree(ready)


def _move(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    source.rename(target)

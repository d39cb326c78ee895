"""`storewise report`: what was asked and not answered, as tables, files and stubs."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from bot.console.remote_commands import done, printed
from bot.settings import Settings
from bot.upkeep.desk import Call
from bot.upkeep.reports.page import page
from bot.upkeep.reports.table import to_csv


def report(settings: Settings, arguments: argparse.Namespace) -> int:
    """Makes a report, and writes the files that are asked for."""
    names = ("kind", "store", "category", "owner")
    about = {name: getattr(arguments, name) for name in names}
    call = Call("report", {**about, "since_s": arguments.since.total_seconds()})
    made = done(settings, call)
    if made.code:
        print(f"storewise: {made.text}", file=sys.stderr)
        return made.code
    if arguments.csv and not _written(arguments.csv, to_csv(made.value)):
        return 1
    if arguments.html and not _written(arguments.html, page(made.value)):
        return 1
    if arguments.stubs and not _stubbed(arguments.stubs, made.value.get("stubs", [])):
        return 1
    return printed(made, as_json=arguments.json)


def _stubbed(folder: Path, stubs: list[dict[str, Any]]) -> bool:
    """Writes a document for each gap, and their golden questions. Overwrites none."""
    golden = [json.dumps(one, ensure_ascii=False) for stub in stubs for one in stub["golden"]]
    files = {stub["name"]: stub["text"] for stub in stubs}
    files["golden.jsonl"] = "".join(f"{line}\n" for line in golden)
    if there := [name for name in files if (folder / name).exists()]:
        print(f"storewise: {folder / there[0]} exists; choose another folder", file=sys.stderr)
        return False
    return all(_written(folder / name, text) for name, text in files.items())


def _written(path: Path, text: str) -> bool:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        print(f"storewise: {path} cannot be written: {error.strerror}", file=sys.stderr)
        return False
    return True

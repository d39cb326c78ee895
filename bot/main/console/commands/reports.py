"""`storewise report`: what was asked and not answered, as tables, files and stubs."""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bot.main.console.remote_commands import done, done_by_server, printed
from bot.settings import Settings
from bot.shown.rendering import styled
from bot.upkeep.desk import Call, CommandResult
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


# `storewise correct`: posts corrections where a rule was quoted that no longer holds.

_NO_SERVER = (
    "no server runs with this data directory; only `storewise serve` has the connections to Slack"
    " and Teams"
)
_UNASKED = "nothing was posted: add --yes to post this without a question"


def correct(settings: Settings, arguments: argparse.Namespace) -> int:
    """Shows the corrections, asks, and posts them; returns 1 if some are not posted."""
    about = {"rule": arguments.rule, "since_s": arguments.since.total_seconds(), "dry_run": True}
    prepared = done_by_server(settings, Call("correct", about))
    if prepared is None:
        return _failed(_NO_SERVER, 1)
    if prepared.code:
        return _failed(prepared.text, prepared.code)
    token = prepared.value.pop("token")
    if not arguments.json:
        print(prepared.text, flush=True)
    count = sum(prepared.value["threads"].values())
    if arguments.dry_run or not count:
        return _printed(arguments, prepared.value)
    if why := _why_not(arguments, count):
        _printed(arguments, prepared.value)
        return _failed(why, 1)
    posted = done_by_server(settings, Call("correct", {"token": token}))
    if posted is None:
        return _failed(_NO_SERVER, 1)
    return _told(arguments, prepared, posted)


def _why_not(arguments: argparse.Namespace, count: int) -> str | None:
    """Asks in the terminal; returns why nothing is posted, None if it may be."""
    if arguments.yes:
        return None
    if arguments.json or not sys.stdin.isatty():
        return _UNASKED
    try:
        typed = input(f"\nPost these corrections ({count})? [y/N] ")
    except EOFError:
        typed = ""
    return None if typed.strip().casefold() in ("y", "yes") else "nothing was posted"


def _told(arguments: argparse.Namespace, prepared: CommandResult, posted: CommandResult) -> int:
    if posted.value is None:
        return _failed(posted.text, posted.code)
    if not arguments.json:
        print(f"\n{posted.text}")
    _printed(arguments, {**prepared.value, "outcome": posted.value})
    return posted.code


def _printed(arguments: argparse.Namespace, value: Any) -> int:
    if arguments.json:
        print(json.dumps(value, ensure_ascii=False, indent=2))
    return 0


def _failed(text: str, code: int) -> int:
    print(f"storewise: {text}", file=sys.stderr)
    return code


# Writes a report as one page for screen and paper, without scripts or external files.


Row = Mapping[str, Any]

_MOST_PARTS = 60


def page(report: Mapping[str, Any]) -> str:
    """Returns the whole page of a report's JSON (`Report.to_json`)."""
    tables = {
        name: rows for name, rows in report.items() if isinstance(rows, list) and name != "stubs"
    }
    return styled(
        "bot.upkeep.reports",
        kind=report["report"],
        about=report["about"],
        tables=tables,
        counted={name: _counted(rows) for name, rows in tables.items() if rows},
        most_parts=_MOST_PARTS,
    )


def _counted(rows: Sequence[Row]) -> tuple[str, float] | None:
    """The first column of numbers, with its largest: bars show the shares of it."""
    numbers = [name for name, value in rows[0].items() if isinstance(value, int)]
    if not numbers or len(rows) == 1:
        return None
    return numbers[0], max(float(row[numbers[0]] or 0) for row in rows)

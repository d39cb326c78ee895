"""`storewise correct`: posts corrections where a rule was quoted that no longer holds."""

import argparse
import json
import sys
from typing import Any

from bot.console.remote_commands import done_by_server
from bot.settings import Settings
from bot.upkeep.desk import Call, CommandResult

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

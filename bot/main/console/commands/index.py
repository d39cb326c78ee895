"""Commands about the index."""

import argparse
import asyncio
import json
import sys
from dataclasses import asdict
from datetime import UTC, datetime

from bot.main.app import open_kept
from bot.main.console.remote_commands import done, plain, printed
from bot.settings import Settings
from bot.upkeep.desk import Call
from bot.upkeep.history.replay import audit_lines


def reindex(settings: Settings, arguments: argparse.Namespace) -> int:
    """Indexes the documents; returns 1 if the new index is not published."""
    return printed(done(settings, Call("reindex", plain(arguments)), changes="reindex"))


def roll_back(settings: Settings, arguments: argparse.Namespace) -> int:
    """Publishes the previous index again; returns 1 if there is none."""
    return printed(done(settings, Call("rollback", {}), changes="rollback"))


def status(settings: Settings, arguments: argparse.Namespace) -> int:
    """Prints the status of the index."""
    return printed(done(settings, Call("status", plain(arguments))), as_json=arguments.json)


def diff(settings: Settings, arguments: argparse.Namespace) -> int:
    """Prints the documents that differ from the index, or the changes in one, in colour."""
    said = done(settings, Call("diff", plain(arguments)))
    if sys.stdout.isatty():
        from bot.upkeep.colour import print_changes  # noqa: PLC0415 - rich takes a while to load

        print_changes(said.text)
        return said.code
    return printed(said)


# Commands about the past: how one answer was made, and the audit log.


def replay(settings: Settings, arguments: argparse.Namespace) -> int:
    """Shows how an answer was made; returns 1 if nothing is stored about it."""
    said = done(settings, Call("replay", plain(arguments)))
    if not said.code:
        return printed(said, as_json=arguments.json)
    print(f"storewise: {said.text}", file=sys.stderr)
    return said.code


def audit(settings: Settings, arguments: argparse.Namespace) -> int:
    """Lists the audit log and verifies it; returns 1 if it was changed."""
    with open_kept(settings) as kept:
        log = asyncio.run(kept.audit.read(datetime.now(UTC) - arguments.since))
    if arguments.json:
        print(json.dumps(asdict(log), ensure_ascii=False, indent=2, default=datetime.isoformat))
    else:
        print("\n".join(audit_lines(log)))
    return 1 if log.broken else 0

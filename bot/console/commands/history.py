"""Commands about the past: how one answer was made, and the audit log."""

import argparse
import asyncio
import json
import sys
from dataclasses import asdict
from datetime import UTC, datetime

from bot.app import audit_log
from bot.console.remote_commands import done, plain, printed
from bot.settings import Settings
from bot.upkeep.desk import Call
from bot.upkeep.history.replay_report import audit_lines


def replay(settings: Settings, arguments: argparse.Namespace) -> int:
    """Shows how an answer was made; returns 1 if nothing is stored about it."""
    said = done(settings, Call("replay", plain(arguments)))
    if not said.code:
        return printed(said, as_json=arguments.json)
    print(f"storewise: {said.text}", file=sys.stderr)
    return said.code


def audit(settings: Settings, arguments: argparse.Namespace) -> int:
    """Lists the audit log and verifies it; returns 1 if it was changed."""
    with audit_log(settings) as kept:
        log = asyncio.run(kept.read(datetime.now(UTC) - arguments.since))
    if arguments.json:
        print(json.dumps(asdict(log), ensure_ascii=False, indent=2, default=datetime.isoformat))
    else:
        print("\n".join(audit_lines(log)))
    return 1 if log.broken else 0

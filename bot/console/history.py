"""Commands that look back: at one answer, and at what was done."""

import argparse
import asyncio
import json
import sys
from dataclasses import asdict
from datetime import UTC, datetime

from bot.app import audit_log
from bot.console.orders import done, plain, printed
from bot.settings import Settings
from bot.upkeep.desk import Call
from bot.upkeep.history.replay_report import audit_lines


def replay(settings: Settings, arguments: argparse.Namespace) -> int:
    """Show how an answer came about; 1 when nothing is kept of it."""
    told = done(settings, Call("replay", plain(arguments)))
    if not told.code:
        return printed(told, as_json=arguments.json)
    print(f"storewise: {told.text}", file=sys.stderr)
    return told.code


def audit(settings: Settings, arguments: argparse.Namespace) -> int:
    """List what was done, and verify the whole log; 1 when it was changed."""
    log = asyncio.run(audit_log(settings).read(datetime.now(UTC) - arguments.since))
    if arguments.json:
        print(json.dumps(asdict(log), ensure_ascii=False, indent=2, default=datetime.isoformat))
    else:
        print("\n".join(audit_lines(log)))
    return 1 if log.broken else 0

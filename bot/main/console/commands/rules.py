"""Commands about rules that people wrote: list them, take them out as Markdown, and in again."""

import argparse
import asyncio
import json
import sys
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from bot.main.app import open_kept
from bot.model.kept import CONSOLE
from bot.model.rules import WrittenRule
from bot.privacy import Redactor
from bot.rules.transfer import read_in, take_in, write_out
from bot.settings import Settings
from bot.upkeep.history.trail import Trail
from knowledge.index.drafts import Drafts
from knowledge.model.printable import visible
from knowledge.split.token_count import TokenCounter


def list_rules(settings: Settings, arguments: argparse.Namespace) -> int:
    """Lists the rules that count or counted, and those that wait."""
    with open_kept(settings) as kept:
        found = [*asyncio.run(kept.rules.waiting()), *asyncio.run(kept.rules.counting())]
    if arguments.json:
        print(json.dumps(list(map(_shown, found)), ensure_ascii=False, indent=2))
        return 0
    for one in found:
        rule = one.rule
        until = f" to {rule.effective_until}" if rule.effective_until else ""
        days = f"from {rule.effective_from}{until}"
        title = visible(rule.title)
        print(f"{rule.doc_id}@{rule.version}  {one.state.replace('_', ' ')}  {days}  {title}")
    if not found:
        print("nobody has written a rule yet")
    return 0


def export_rules(settings: Settings, arguments: argparse.Namespace) -> int:
    """Writes the rules into a folder; returns 1 if that is not possible."""
    zone = ZoneInfo(settings.store.timezone)
    with open_kept(settings) as kept:
        rules = asyncio.run(kept.rules.counting())
    try:
        count = write_out(rules, Path(arguments.folder), zone)
    except OSError as error:
        print(f"storewise: {arguments.folder}: {error.strerror}", file=sys.stderr)
        return 1
    print(f"{count} rules are in {arguments.folder}")
    return 0


def import_rules(settings: Settings, arguments: argparse.Namespace) -> int:
    """Puts the rules of a folder into force, and names the files that cannot be taken."""
    folder = Path(arguments.folder)
    if not folder.is_dir():
        print(f"storewise: there is no folder {folder}", file=sys.stderr)
        return 2
    drafts = Drafts(Redactor(settings.privacy.choices).published, TokenCounter().count)
    today = datetime.now(ZoneInfo(settings.store.timezone)).date()
    with open_kept(settings) as kept:
        found = asyncio.run(take_in(read_in(folder), kept.rules, drafts, CONSOLE, today))
        about = {"taken": len(found.taken), "skipped": len(found.skipped)}
        asyncio.run(Trail(kept.audit).command(CONSOLE, "rules import", about))
    for name, reason in found.skipped.items():
        print(f"skipped {visible(name)}: {visible(reason)}", file=sys.stderr)
    print(f"{len(found.taken)} rules are in force; a running server answers within a minute")
    if found.taken:
        print("without one, run: storewise reindex")
    return 0


def _shown(written: WrittenRule) -> dict[str, object]:
    rule = written.rule
    return {
        "rule_id": written.rule_id,
        "doc_id": rule.doc_id,
        "version": rule.version,
        "state": written.state.value,
        "title": rule.title,
        "owner": rule.owner,
        "effective_from": rule.effective_from.isoformat(),
        "effective_until": rule.effective_until and rule.effective_until.isoformat(),
        "review_by": rule.review_by and rule.review_by.isoformat(),
    }

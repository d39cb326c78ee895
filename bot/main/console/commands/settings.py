"""`storewise settings`: what is in force, and where it comes from; no secret is shown."""

import argparse
import json

import shtab

from bot.main.console.parser import parser
from bot.settings import Settings
from bot.settings.page import GROUPS, name_of, written

_OF = {field.annotation: name for name, field in Settings.model_fields.items()}
"""The name of each group in the settings."""


def settings(chosen: Settings, arguments: argparse.Namespace) -> int:
    """Prints every setting with its value, and whether it is set or the default."""
    rows = [
        {
            "name": name_of(group, field),
            "value": written(getattr(getattr(chosen, _OF[group]), field)) or None,
            "set": field in getattr(chosen, _OF[group]).model_fields_set,
            "group": title,
        }
        for title, group in GROUPS
        for field in group.model_fields
    ]
    shown = [row for row in rows if row["set"] or not arguments.changed]
    if arguments.json:
        print(json.dumps(shown, ensure_ascii=False, indent=2))
        return 0
    title = ""
    for row in shown:
        if row["group"] != title:
            title = str(row["group"])
            print(f"\n# {title}")
        mark = "" if row["set"] else "  (default)"
        print(f"{row['name']}={row['value'] or ''}{mark}")
    return 0


# `storewise completion`: lets a shell complete commands and options.


def completion(settings: Settings, arguments: argparse.Namespace) -> int:
    """Prints the script for a shell."""
    print(shtab.complete(parser(), arguments.shell))
    return 0

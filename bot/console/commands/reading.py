"""`storewise read`: shows a file as it would be indexed."""

import argparse
import json
import sys

from bot.privacy.harmless import harmless
from bot.privacy.redaction import Redactor
from bot.settings import Settings
from bot.upkeep.indexing.preview_report import preview_json, preview_lines
from knowledge.index.preview import previews
from knowledge.model.errors import UnreadableDocumentError
from knowledge.split.token_count import TokenCounter


def read(settings: Settings, arguments: argparse.Namespace) -> int:
    """Prints the documents of a file or a folder; returns 1 if one cannot be read."""
    tokens = TokenCounter()
    clean = Redactor(settings.privacy.choices).published
    try:
        found = previews(arguments.path, clean, settings.store.currency, tokens.count)
    except UnreadableDocumentError as error:
        print(f"storewise: {error}", file=sys.stderr)
        return 1
    if arguments.json:
        print(json.dumps(preview_json(found), ensure_ascii=False, indent=2))
    else:
        print(harmless("\n".join(preview_lines(found)), files=True))
    return 1 if found.skipped else 0

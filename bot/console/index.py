"""Commands about the index."""

import argparse
import sys

from bot.console.orders import done, plain, printed
from bot.settings import Settings
from bot.upkeep.desk import Call


def reindex(settings: Settings, arguments: argparse.Namespace) -> int:
    """Read the documents anew; 1 when the new index is not published."""
    return printed(done(settings, Call("reindex", plain(arguments)), changes="reindex"))


def roll_back(settings: Settings, arguments: argparse.Namespace) -> int:
    """Answer from the index before again; 1 when there is none."""
    return printed(done(settings, Call("rollback", {}), changes="rollback"))


def status(settings: Settings, arguments: argparse.Namespace) -> int:
    """Say what is indexed."""
    return printed(done(settings, Call("status", {})))


def diff(settings: Settings, arguments: argparse.Namespace) -> int:
    """Say which documents differ from the index, or what changed in one; in colour if it can."""
    told = done(settings, Call("diff", plain(arguments)))
    if sys.stdout.isatty():
        from bot.upkeep.colour import print_changes  # noqa: PLC0415 - rich takes a while to load

        print_changes(told.text)
        return told.code
    return printed(told)

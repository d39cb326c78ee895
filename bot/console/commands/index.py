"""Commands about the index."""

import argparse
import sys

from bot.console.remote_commands import done, plain, printed
from bot.settings import Settings
from bot.upkeep.desk import Call


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

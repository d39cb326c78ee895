"""`storewise completion`: lets a shell complete commands and options."""

import argparse

import shtab

from bot.console.parser import parser
from bot.settings import Settings


def completion(settings: Settings, arguments: argparse.Namespace) -> int:
    """Prints the script for a shell."""
    print(shtab.complete(parser(), arguments.shell))
    return 0

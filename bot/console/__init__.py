"""Runs the commands of the command line: settings and arguments in, an exit code out."""

from bot.console.answers import ask, evaluate, retrieve
from bot.console.history import audit, replay
from bot.console.index import diff, reindex, roll_back, status
from bot.console.keys import add_key, list_keys, revoke_key
from bot.console.platforms import doctor, manifest, package
from bot.console.serving import mcp, serve

__all__ = [
    "add_key",
    "ask",
    "audit",
    "diff",
    "doctor",
    "evaluate",
    "list_keys",
    "manifest",
    "mcp",
    "package",
    "reindex",
    "replay",
    "retrieve",
    "revoke_key",
    "roll_back",
    "serve",
    "status",
]

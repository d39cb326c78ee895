"""Runs a command with the settings of the environment, and says what is wrong with them."""

import argparse
import logging
import sys

from pydantic import ValidationError

from bot.main.console import stderr as logs
from bot.model.errors import (
    AuditError,
    BackupError,
    ChannelsError,
    GoldenFileError,
    KeyNameError,
    KeysError,
    ListeningError,
    ManifestError,
    PackageMissingError,
    StoresError,
    TextFileError,
)
from bot.privacy import Redactor
from bot.settings import Settings, names_of
from bot.settings.group import unknown_names
from bot.settings.page import names
from knowledge.model.errors import KnowledgeError, SegmentError
from knowledge.model.printable import visible

# The doctor prints its findings; log lines would repeat them.
_LOGGED = {"serve": logging.INFO, "doctor": logging.CRITICAL}


def run(arguments: argparse.Namespace) -> int:
    """Returns the exit code: 0; 1 if it failed; 2 for wrong input."""
    level = _LOGGED.get(arguments.command, logging.WARNING)
    logs.configure(level)
    try:
        settings = Settings()
        _name_unknown_settings()
        logs.configure(level, Redactor(settings.privacy.choices))
        return int(arguments.run(settings, arguments))
    except ValidationError as error:
        for name, problem in names_of(error):
            print(f"storewise: setting {name}: {problem}", file=sys.stderr)
        return 2
    except (
        GoldenFileError,
        KeyNameError,
        ManifestError,
        PackageMissingError,
        StoresError,
        TextFileError,
        SegmentError,
    ) as error:
        print(f"storewise: {error}", file=sys.stderr)
        return 2
    except (
        KnowledgeError,
        ListeningError,
        ChannelsError,
        AuditError,
        KeysError,
        BackupError,
    ) as error:
        print(f"storewise: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _name_unknown_settings() -> None:
    for name, near in unknown_names(names()):
        hint = f"did you mean {near}?" if near else "docs/SETTINGS.md lists all"
        print(f"storewise: {visible(name)} is no setting; {hint}", file=sys.stderr)

"""The command line: `storewise serve`, `ask`, `reindex`, `status`, `eval` and more."""

import argparse
import logging
import os
import sys

from pydantic import ValidationError

from bot.main.console import stderr as logs
from bot.main.console.parser import parser
from bot.main.console.printing import printed_anywhere
from bot.main.console.stderr import forgiving_stderr
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


def main(argv: list[str] | None = None) -> int:
    """Runs one command and returns its exit code: 0; 1 if it failed; 2 for wrong input."""
    # onnxruntime comes with Chroma and would report its first use to Microsoft.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # noqa: TID251
    # BLAS reads this when numpy is loaded, so nothing above may import numpy. Two threads would
    # wait for each other: 130 ms a question on a busy machine.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # noqa: TID251
    os.umask(0o077)  # new files are readable only by the user who runs the bot
    with forgiving_stderr(sys.stderr):
        return printed_anywhere(lambda: _run(parser().parse_args(argv)))


def _run(arguments: argparse.Namespace) -> int:
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


if __name__ == "__main__":
    sys.exit(main())

"""The command line: `storewise serve`, `ask`, `reindex`, `status`, `eval` and more."""

import os
import sys

from bot.main.console.loading import loading
from bot.main.console.parser import parser
from bot.main.console.printing import forgiving_stderr, printed_anywhere


def main(argv: list[str] | None = None) -> int:
    """Runs one command and returns its exit code: 0; 1 if it failed; 2 for wrong input."""
    # onnxruntime comes with Chroma and would report its first use to Microsoft.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # noqa: TID251
    # BLAS reads this when numpy is loaded, so nothing above may import numpy. Two threads would
    # wait for each other: 130 ms a question on a busy machine.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # noqa: TID251
    os.umask(0o077)  # new files are readable only by the user who runs the bot
    with forgiving_stderr(sys.stderr):
        return printed_anywhere(lambda: _parsed_and_run(sys.argv[1:] if argv is None else argv))


def _parsed_and_run(words: list[str]) -> int:
    command = next((word for word in words if not word.startswith("-")), "")
    arguments = parser(command).parse_args(words)
    # Everything else is loaded once there is something to run.
    with loading():
        from bot.main.console.running import run

    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())

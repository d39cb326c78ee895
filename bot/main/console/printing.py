"""Prints into any terminal and any file: a sign that it lacks becomes `?`, a full disk is said."""

import errno
import io
import os
import sys
from collections.abc import Callable

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG})


def printed_anywhere(run: Callable[[], int]) -> int:
    """Runs a command and returns its exit code; 1 if what it prints cannot be written.

    A Windows terminal or the C locale lacks most signs, and Python would stop at the first one.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        try:
            return run()
        finally:  # also after `--help`, which leaves by an exception
            if sys.stdout is not None:
                sys.stdout.flush()
    except BrokenPipeError:  # the reader stopped reading (`| head`)
        _let_go_of_stdout()
        return 0
    except OSError as error:
        if error.errno not in _FULL:
            raise
        _let_go_of_stdout()
        print(f"storewise: nothing more can be written: {error.strerror}", file=sys.stderr)
        return 1


def _let_go_of_stdout() -> None:
    """Drops what waits to be written: at its exit Python would complain because of it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

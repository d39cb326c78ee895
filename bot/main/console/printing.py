"""Prints into any terminal and any file: a sign that it lacks becomes `?`, a full disk is said."""

import errno
import io
import os
import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager, redirect_stderr, suppress
from typing import Any, TextIO, cast

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


# Standard error that may be full, closed or broken: nothing stops because of it.


class Forgiving:
    """Writes what can be written and drops the rest."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        """Everything else is the stream's own: its encoding, whether it is a terminal."""
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Writes a text, or drops it."""
        with suppress(OSError, ValueError):  # no space, a closed pipe, a closed file
            return self._stream.write(text)
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Writes lines, or drops them."""
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        """Writes what is waiting; what cannot be written waits on."""
        with suppress(OSError, ValueError):
            self._stream.flush()


@contextmanager
def forgiving_stderr(stream: TextIO) -> Generator[None]:
    """Keeps a full disk or a closed pipe behind standard error from ending the command."""
    try:
        with redirect_stderr(cast(TextIO, Forgiving(stream))):
            yield
    finally:
        _emptied(stream)


def _emptied(stream: TextIO) -> None:
    """Drops what still waits to be written: at its exit Python would fail because of it."""
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except ValueError:  # closed
        return

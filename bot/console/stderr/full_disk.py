"""Standard error that may be full, closed or broken: nothing stops because of it."""

import contextlib
import os
from collections.abc import Generator, Iterable
from contextlib import contextmanager, redirect_stderr
from typing import Any, TextIO, cast


class Forgiving:
    """Writes what can be written and drops the rest."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        """Everything else is the stream's own: its encoding, whether it is a terminal."""
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Writes a text, or drops it."""
        with contextlib.suppress(OSError, ValueError):  # no space, a closed pipe, a closed file
            return self._stream.write(text)
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Writes lines, or drops them."""
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        """Writes what is waiting; what cannot be written waits on."""
        with contextlib.suppress(OSError, ValueError):
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

"""Reads a file in a child process, which may hang, crash or run out of memory without the bot.

A deadline checked between two pages would be simpler, but a single page can keep a parser busy: a
floor plan of a hundred thousand lines, a stream that unpacks to gigabytes. Only a process can be
stopped there. It also keeps the bot's memory and processor free while it indexes.
"""

import hashlib
import logging
import math
import multiprocessing
import signal
import sys
import time
import warnings
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Self

from knowledge.model.errors import UnreadableDocumentError
from knowledge.read.content import Content
from knowledge.read.formats import all_readers
from knowledge.read.limits import MAX_CPU_S, MAX_MEMORY_MB, MAX_SECONDS, check_text

Slow = Callable[[str, bytes, str], Content]
"""Reads a file that may take long: its suffix, its bytes, the currency of its prices."""

_START_S = 60.0
_CPU_TIME_IS_UP = getattr(signal, "SIGXCPU", 0)
"""The signal that ends a process there; Windows has none."""
_TOO_LONG = "reading it takes too long; split it, or save it in a simpler form"
_TOO_LARGE = "reading it takes too much memory; split it, or save it in a simpler form"
_BROKEN_OFF = "reading it failed midway; save or export it again, or split it"
_NOT_STARTED = "no process could be started to read it; is this machine out of memory?"


class ParserError(Exception):
    """A parser failed on a file. Names only the type of the error, which quotes no document."""


def read_here(suffix: str, raw: bytes, currency: str) -> Content:
    """Reads a file in this process, where nothing stops a parser."""
    content = all_readers(currency)[suffix](raw)
    check_text(len(content.text))
    return content


class Apart:
    """Reads files in a child process, started for the first file and again after a bad one."""

    def __init__(
        self,
        cpu_s: float = MAX_CPU_S,
        memory_mb: int = MAX_MEMORY_MB,
        seconds: float = MAX_SECONDS,
    ) -> None:
        """Limits the CPU time and memory of a file, and the seconds that it is waited for.

        A busy machine takes longer for the same work, so the CPU time should be what ends it.
        """
        self._limits = cpu_s, memory_mb
        self._seconds = seconds
        self._child: tuple[SpawnProcess, Connection] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end()

    def read(self, suffix: str, raw: bytes, currency: str) -> Content:
        """Reads a file. Raises UnreadableDocumentError and ParserError."""
        child, connection = self._child or self._started()
        try:
            connection.send((suffix, raw, currency))
            outcome = connection.recv() if connection.poll(self._seconds) else _TOO_LONG
        except (EOFError, OSError):
            child.join()
            outcome = _TOO_LONG if child.exitcode == -_CPU_TIME_IS_UP else _BROKEN_OFF
        if isinstance(outcome, Content):
            return outcome
        if isinstance(outcome, Exception):
            raise outcome
        self._end()
        raise UnreadableDocumentError(outcome)

    def _started(self) -> tuple[SpawnProcess, Connection]:
        # Spawned, not forked: a forked child may inherit locks that the bot's threads hold.
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        child = context.Process(target=_serve, args=(theirs, *self._limits), daemon=True)
        try:
            with _without_main():
                child.start()
        except OSError as error:
            raise UnreadableDocumentError(_NOT_STARTED) from error
        theirs.close()
        self._child = child, ours
        if not _is_ready(ours):
            self._end()
            raise UnreadableDocumentError(_NOT_STARTED)
        return self._child

    def _end(self) -> None:
        if self._child is None:
            return
        child, connection = self._child
        self._child = None
        child.kill()
        child.join()
        connection.close()


@contextmanager
def _without_main() -> Generator[None]:
    """Hides the main script: a spawned child would run it again."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def _is_ready(connection: Connection) -> bool:
    try:
        return connection.poll(_START_S) and bool(connection.recv())
    except EOFError:
        return False


def _serve(connection: Connection, cpu_s: float, memory_mb: int) -> None:
    """Runs the child: loads the parsers, then reads each file until the bot closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Parsers log errors with pieces of the document.
    logging.disable()
    warnings.simplefilter("ignore")
    all_readers("")
    _limit_memory(memory_mb)
    # The bot may end at any time, also in the middle of a file.
    with suppress(EOFError, ConnectionError):
        connection.send(True)
        while True:
            suffix, raw, currency = connection.recv()
            _limit_cpu(cpu_s)
            connection.send(_outcome(suffix, raw, currency))


def _outcome(suffix: str, raw: bytes, currency: str) -> Content | Exception | str:
    try:
        return read_here(suffix, raw, currency)
    except UnreadableDocumentError as error:
        # Without its cause, which may quote the document and may not be picklable.
        return UnreadableDocumentError(error.reason, error.line)
    except MemoryError:
        return _TOO_LARGE
    except Exception as error:  # noqa: BLE001 - a parser may raise anything on a damaged file
        return ParserError(type(error).__name__)


def _limit_memory(megabytes: int) -> None:
    """Limits the memory that the parsers may take on top; on Linux only, which reports it."""
    if sys.platform != "linux":
        return
    import resource  # noqa: PLC0415 - Windows has none

    pages = int(Path("/proc/self/statm").read_text().split()[0])
    limit = pages * resource.getpagesize() + megabytes * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (limit, resource.getrlimit(resource.RLIMIT_AS)[1]))


def _limit_cpu(seconds: float) -> None:
    """Limits the CPU time from now on; the system ends the process there. Not on Windows."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - Windows has none

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    until = math.ceil(time.process_time() + seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (until, resource.getrlimit(resource.RLIMIT_CPU)[1]))


# Caches the results of large parsers: a file that has not changed is not parsed again.
#
# In memory only, because it still has the personal data that is redacted before anything is stored.

_MOST_CHARACTERS = 50_000_000


class Remembered:
    """The contents of the files of the last run."""

    def __init__(self, most: int = _MOST_CHARACTERS) -> None:
        """Holds at most `most` characters; files beyond them are parsed in each run."""
        self._most = most
        self._known: dict[bytes, Content] = {}

    @contextmanager
    def of_run(self, slow: Slow) -> Generator[Slow]:
        """Reads like `slow`, but known files from memory. Forgets files not read in this run."""
        seen: dict[bytes, Content] = {}
        room = self._most

        def read(suffix: str, raw: bytes, currency: str) -> Content:
            nonlocal room
            key = hashlib.sha256(f"{suffix} {currency} ".encode() + raw).digest()
            content = seen.get(key) or self._known.get(key) or slow(suffix, raw, currency)
            if key not in seen and len(content.text) <= room:
                seen[key] = content
                room -= len(content.text)
            return content

        yield read
        self._known = seen

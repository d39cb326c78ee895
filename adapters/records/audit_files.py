"""The audit log on disk: one file a day; each line has the hash of the one before."""

import asyncio
import errno
import hashlib
import json
import os
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, fields
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from filelock import FileLock

from bot.model.errors import AuditError
from bot.model.kept import AuditLog, Entry, EntryKind

_BUSY_S = 0.5
"""Seconds to wait for another process: a person is waiting for the answer."""
_TURN_S = 2.0
"""Seconds to wait for our own threads."""
_TAIL = 1 << 16
"""Bytes read at a time, backwards, to find the last line."""

Now = Callable[[], datetime]
"""Returns the present time, with a time zone."""


def _utc_now() -> datetime:
    return datetime.now(UTC)


class AuditFiles:
    """Appends lines to today's file and deletes old files."""

    def __init__(self, folder: Path, keep_days: int = 365, now: Now = _utc_now) -> None:
        """Keeps each day for `keep_days`; 0 writes and deletes nothing."""
        self._folder = folder
        self._keep_days = keep_days
        self._now = now
        self._alone = threading.Lock()
        self._tidied: date | None = None

    async def keep(self, entry: Entry) -> None:
        """Appends a line. Raises AuditError."""
        if self._keep_days:
            await asyncio.to_thread(self._keep, entry)

    async def answer(self, answer_id: str) -> Entry | None:
        """The entry of an answer; None if it is not stored. Raises AuditError."""
        return await asyncio.to_thread(self._answer, answer_id)

    async def read(self, since: datetime) -> AuditLog:
        """The entries since then; verifies every stored line. Raises AuditError."""
        return await asyncio.to_thread(self._read, since)

    def _keep(self, entry: Entry) -> None:
        with self._usable(), self._locked():
            self._tidy()
            files = self._files()
            name = max([self._today().isoformat(), *(path.stem for path in files[-1:])])
            before = hash_of(_last_of(files))
            _append(self._folder / f"{name}.jsonl", to_line(entry, before) + b"\n")

    def _answer(self, answer_id: str) -> Entry | None:
        wanted, latest = answer_id.encode(), None
        with self._usable():
            for path in reversed(self._files()):
                with suppress(FileNotFoundError):
                    for line in _lines(path):
                        entry = to_entry(line) if wanted in line else None
                        if entry and (entry.kind, entry.what) == (EntryKind.ANSWER, answer_id):
                            latest = entry
                if latest is not None:
                    return latest
        return None

    def _read(self, since: datetime) -> AuditLog:
        chain = Chain()
        # Without the lock: writers must not wait while a year's lines are verified.
        with self._usable():
            for path in self._files():
                try:
                    for number, line in enumerate(_lines(path), start=1):
                        entry = chain.verified(line, f"{path.name}:{number}")
                        if entry and entry.at >= since:
                            chain.entries.append(entry)
                except FileNotFoundError:
                    chain.head = None  # the file was just deleted as too old
        return chain.log()

    def _tidy(self) -> None:
        """Deletes old days, at most once a day."""
        today = self._today()
        if self._tidied == today:
            return
        kept = self._files()
        for path in self._all():
            if path not in kept:
                path.unlink(missing_ok=True)
        self._tidied = today

    def _files(self) -> list[Path]:
        """The files within `keep_days`, the earliest first."""
        if not self._keep_days:
            return self._all()
        oldest = (self._today() - timedelta(days=self._keep_days)).isoformat()
        return [path for path in self._all() if path.stem >= oldest]

    def _all(self) -> list[Path]:
        return sorted(self._folder.glob("[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9].jsonl"))

    def _today(self) -> date:
        return self._now().astimezone(UTC).date()

    @contextmanager
    def _locked(self) -> Generator[None]:
        """Holds the lock between threads, then between processes."""
        if not self._alone.acquire(timeout=_TURN_S):
            raise TimeoutError
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = FileLock(self._folder / "lock", timeout=_BUSY_S, mode=0o600, poll_interval=0.01)
            with lock:
                yield
        finally:
            self._alone.release()

    @contextmanager
    def _usable(self) -> Generator[None]:
        try:
            yield
        except TimeoutError as error:
            raise AuditError(f"{self._folder} is busy; try again in a minute") from error
        except OSError as error:
            raise AuditError(
                f"{self._folder} cannot be read or written; make room on its disk, and let this"
                " user own it"
            ) from error


def _append(path: Path, line: bytes) -> None:
    """Appends a line in one write, after a possible partial line of a killed process."""
    path.touch(mode=0o600)
    path.chmod(0o600)
    with path.open("ab+", buffering=0) as file:
        if file.seek(0, os.SEEK_END):
            file.seek(-1, os.SEEK_END)
            line = line if file.read(1) == b"\n" else b"\n" + line
        if file.write(line) != len(line):
            raise OSError(errno.ENOSPC, "a line was only partly written")


def _lines(path: Path) -> Iterator[bytes]:
    """The present lines of a file, with a partial one at its end."""
    with path.open("rb") as file:
        left = os.fstat(file.fileno()).st_size
        while left > 0 and (line := file.readline(left)):
            left -= len(line)
            if text := line.rstrip(b"\n"):
                yield text


def _last_of(files: Sequence[Path]) -> bytes | None:
    return next((line for path in reversed(files) if (line := _last_line(path))), None)


def _last_line(path: Path) -> bytes:
    with path.open("rb") as file:
        start = file.seek(0, os.SEEK_END)
        tail = b""
        while start > 0 and b"\n" not in tail.rstrip(b"\n"):
            step = min(_TAIL, start)
            start -= step
            file.seek(start)
            tail = file.read(step) + tail
    return tail.rstrip(b"\n").rpartition(b"\n")[2]


# The lines of the audit log: each has the hash of the one before.


@dataclass(slots=True)
class Chain:
    """The state of the verification, line by line."""

    lines: int = 0
    broken: list[str] = field(default_factory=list)
    unfinished: int = 0
    head: str | None = None
    """The hash of the line before; None for the first line, as its predecessor may be deleted."""
    entries: list[Entry] = field(default_factory=list)

    def verified(self, line: bytes, place: str) -> Entry | None:
        """Verifies the next line and returns its entry; None for a partial line."""
        entry = to_entry(line)
        self.lines += 1
        if entry is None:
            # A line inserted by hand shows up at the line after it.
            self.unfinished += 1
        elif self.head is not None and _before(line) != self.head:
            self.broken.append(place)
        self.head = hash_of(line)
        return entry

    def log(self) -> AuditLog:
        """Returns what was verified, with the entries that were noted."""
        return AuditLog(
            tuple(self.entries),
            self.lines,
            tuple(self.broken),
            self.unfinished,
            self.head or "",
        )


def to_line(entry: Entry, before: str) -> bytes:
    """Returns an entry as a line, without its end."""
    values = {one.name: getattr(entry, one.name) for one in fields(entry)}
    values |= {"at": entry.at.astimezone(UTC).isoformat(), "before": before}
    return json.dumps(values, ensure_ascii=False, default=str).encode("utf-8", "replace")


def to_entry(line: bytes) -> Entry | None:
    """The entry of a line; None for a partial line."""
    with suppress(ValueError, TypeError, KeyError):
        values = json.loads(line)
        return Entry(
            datetime.fromisoformat(values["at"]),
            EntryKind(values["kind"]),
            values["who"],
            values["what"],
            values["outcome"],
            dict(values["about"]),
        )
    return None


def hash_of(line: bytes | None) -> str:
    """Returns the hash that the next line names; "" if there is no line yet."""
    return "" if line is None else hashlib.sha256(line).hexdigest()


def _before(line: bytes) -> str:
    return str(json.loads(line).get("before"))

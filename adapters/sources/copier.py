"""Brings the copy of one source up to date: only what is new, changed, moved or gone."""

import errno
import hashlib
import logging
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event

from adapters.sources import copy_files
from adapters.sources.connector import (
    Connector,
    Facts,
    GoneError,
    Listing,
    Remote,
    check_name,
    placed,
    shown,
)
from adapters.sources.copy_files import RULES, Kept, State
from knowledge.model.documents import Audience
from knowledge.model.errors import SourceError, UnreadableDocumentError
from knowledge.model.report import Progress, Show, Skipped

logger = logging.getLogger(__name__)

_AT_ONCE = 6
"""Files that are read at the same time: most of the time is waiting for the network."""
_WRITE_STATE_S = 5.0
_MB = 1024 * 1024

IsWanted = Callable[[str, int | None], bool]
"""Whether to copy a file of this name and size. Raises UnreadableDocumentError with the reason."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that one run copies, and how long deleted files stay."""

    files: int = 10_000
    mb: int = 4_000
    grace: timedelta = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Copied:
    """The outcome of a run."""

    skipped: tuple[Skipped, ...]
    is_whole: bool
    """Whether nothing is left for the next run."""
    count: int
    """Files that were copied."""


@dataclass(slots=True)
class _Run:
    """What a run gathers."""

    paths: Mapping[str, Remote]
    skipped: list[Skipped]
    todo: list[tuple[str, Remote]] = field(default_factory=list)
    bytes: int = 0
    count: int = 0
    is_whole: bool = True


class Copier:
    """Copies the files of one connector into one folder, with a state beside it."""

    def __init__(
        self,
        connector: Connector,
        folder: Path,
        state: State,
        is_wanted: IsWanted,
        limits: Limits | None = None,
        options: Mapping[str, str] | None = None,
        stop: Event | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """`options` are those of the address; `stop` ends a run after the file in hand."""
        self._connector = connector
        self._folder = folder
        self._state = state
        self._is_wanted = is_wanted
        self._limits = limits or Limits()
        self._options = options or {}
        self._stop = stop or Event()
        self._now = now

    def run(self, show: Show = lambda _: None) -> Copied:
        """Brings the copy up to date. Raises SourceError; what was copied till then stays."""
        listing = self._connector.listing(self._state.memory)
        run = self._planned(listing)
        self._state.memory = dict(listing.memory)
        try:
            self._move(run)
            self._copy(run, show)
            self._follow_deletions(run)
            copy_files.sweep(self._folder, {one.path for one in self._state.files.values()})
        except OSError as error:
            raise _of_disk(error) from error
        finally:
            self._state.write(self._folder)
        if run.is_whole:
            self._state.whole = True
        return Copied(tuple(run.skipped), run.is_whole, run.count)

    def _planned(self, listing: Listing) -> _Run:
        wanted, skipped, refused = [], list(listing.refused.values()), dict(listing.refused)
        for file in listing.files:
            try:
                check_name(file.path)
                if self._is_wanted(file.path, file.size):
                    wanted.append(self._with_options(file))
            except UnreadableDocumentError as error:
                if file.path.endswith(RULES) and file.id in self._state.files:
                    raise SourceError("not_copied", error.located(shown(file.path))) from error
                refused[file.id] = Skipped(shown(file.path), error.located(shown(file.path)))
                skipped.append(refused[file.id])
        paths, misnamed = placed(wanted)
        if not paths:
            cure = "Nothing there is a document that can be read, or the rights do not reach it."
            raise SourceError("empty", cure)
        run = _Run(paths, [*skipped, *misnamed])
        self._drop(refused, run)
        return run

    def _with_options(self, file: Remote) -> Remote:
        """Adds what the address says of all its files."""
        facts = file.facts
        if base := self._options.get("url"):
            facts = replace(facts, url=copy_files.joined(base, file.path))
        if limit := self._options.get("audience"):
            said = [Audience(one) for one in (facts.audience, limit) if one]
            facts = replace(facts, audience=max(said, key=list(Audience).index).value)
        return replace(file, facts=facts)

    def _drop(self, refused: Iterable[str], run: _Run) -> None:
        """Removes files that may not be answered from any more, without a grace."""
        for id_ in refused:
            if kept := self._state.files.pop(id_, None):
                copy_files.remove(self._folder, kept.path, run.paths)

    def _move(self, run: _Run) -> None:
        """Moves files whose path at the source is another; decides which ones to copy."""
        moved: dict[str, str] = {}
        for path, file in run.paths.items():
            kept = self._state.files.get(file.id)
            if kept and kept.path != path:
                moved[kept.path] = path
                kept.path = path
        copy_files.move(self._folder, moved)
        for path, file in run.paths.items():
            kept = self._state.files.get(file.id)
            if kept is None or kept.version != file.version or not (self._folder / path).is_file():
                run.todo.append((path, file))
            else:
                kept.missing_since = None
                self._write_facts(kept, file.facts)
        run.todo.sort(key=lambda one: (not one[0].endswith(RULES), one[0]))

    def _copy(self, run: _Run, show: Show) -> None:
        written_at = time.monotonic()
        for done, (path, file, content) in enumerate(self._read(run), start=1):
            self._store(run, path, file, content)
            show(Progress("files", done, len(run.todo)))
            if time.monotonic() - written_at > _WRITE_STATE_S:
                self._state.write(self._folder)
                written_at = time.monotonic()

    def _read(self, run: _Run) -> Iterator[tuple[str, Remote, bytes | GoneError]]:
        """Reads the files to copy, a few at once, until a limit is reached.

        Raises SourceError, after the files that were under way: none is copied twice.
        """
        coming = iter(run.todo)
        waiting: dict[Future[bytes], tuple[str, Remote]] = {}
        failed: list[SourceError] = []
        with ThreadPoolExecutor(_AT_ONCE, "copying") as pool:
            while not failed and (first := next(coming, None)):
                if not self._goes_on(run, len(waiting)):
                    break
                waiting[pool.submit(self._connector.read, first[1])] = first
                # One by one until the rules are there: no document comes before its audience.
                if len(waiting) >= (1 if first[0].endswith(RULES) else _AT_ONCE):
                    yield from _finished(waiting, failed)
            while waiting:
                yield from _finished(waiting, failed)
        if failed:
            raise failed[0]
        if self._stop.is_set():
            raise SourceError("stopped", "The next run goes on.")

    def _goes_on(self, run: _Run, under_way: int) -> bool:
        if self._stop.is_set():
            return False
        full = run.count + under_way >= self._limits.files or run.bytes >= self._limits.mb * _MB
        run.is_whole = run.is_whole and not full
        return not full

    def _store(self, run: _Run, path: str, file: Remote, content: bytes | GoneError) -> None:
        if isinstance(content, GoneError):
            if path.endswith(RULES):
                raise SourceError("access_denied", f"{shown(path)} cannot be read: {content}.")
            run.skipped.append(Skipped(path, f"{path}: {content}"))
            return
        try:
            self._is_wanted(path, len(content))
        except UnreadableDocumentError as error:
            run.skipped.append(Skipped(path, error.located(path)))
            self._drop([file.id], run)
            return
        kept = self._state.files.get(file.id) or Kept(path, "")
        try:
            self._write_facts(kept, file.facts)
            copy_files.write(self._folder / path, content)
        except (NotADirectoryError, FileExistsError, IsADirectoryError):
            said = "a folder has the same name; rename one of them at the source"
            run.skipped.append(Skipped(path, f"{path}: {said}"))
            return
        self._state.files[file.id] = replace(
            kept,
            version=file.version,
            digest=hashlib.sha256(content).hexdigest(),
            missing_since=None,
        )
        run.count += 1
        run.bytes += len(content)

    def _write_facts(self, kept: Kept, facts: Facts) -> None:
        """Writes what the source says of a file beside it, before the file itself."""
        if not kept.path.endswith(RULES):
            kept.facts = copy_files.write_facts(self._folder / kept.path, facts, kept.facts)

    def _follow_deletions(self, run: _Run) -> None:
        """Removes what is gone at the source: missing in two runs with the grace between them."""
        there = {file.id for file in run.paths.values()}
        known = {self._state.files[one].digest for one in there if one in self._state.files}
        for id_ in self._state.files.keys() - there:
            kept = self._state.files[id_]
            since = datetime.fromisoformat(kept.missing_since) if kept.missing_since else None
            is_over = since is not None and self._now() - since >= self._limits.grace
            if kept.path in run.paths or kept.digest in known or is_over:
                self._drop([id_], run)
            elif since is None:
                kept.missing_since = self._now().isoformat(timespec="seconds")


def _finished(
    waiting: dict[Future[bytes], tuple[str, Remote]], failed: list[SourceError]
) -> Iterator[tuple[str, Remote, bytes | GoneError]]:
    """Waits for the next file; notes an error of the whole source."""
    done, _ = wait(waiting, return_when=FIRST_COMPLETED)
    for one in done:
        path, file = waiting.pop(one)
        try:
            yield path, file, one.result()
        except GoneError as error:
            yield path, file, error
        except SourceError as error:
            failed.append(error)


def _of_disk(error: OSError) -> SourceError:
    if error.errno == errno.ENOSPC:
        return SourceError("disk_full", "Make room on the disk of the data folder.")
    logger.warning("a copy cannot be written", extra={"error": type(error).__name__})
    return SourceError("not_written", "Let this user write in STOREWISE_DATA.")

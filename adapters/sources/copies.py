"""The copies of all addresses: brought up to date before a run, and what is wrong with them."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from threading import Event

from adapters.sources import copy_files
from adapters.sources.connector import Connector
from adapters.sources.copier import Copied, Copier, IsWanted, Limits
from adapters.sources.copy_files import STATE, State, now
from adapters.web.edge import wordless
from bot.model.health import Trouble
from knowledge.model.errors import KnowledgeError, SourceError
from knowledge.model.places import Address, Places
from knowledge.model.report import Show, Skipped

logger = logging.getLogger(__name__)

Open = Callable[[Address, Path], Connector]
"""Opens the connector for an address, with a folder for its own files. Raises SourceError."""

_NOT_WHOLE = "not_whole"
_FORGOTTEN_S = 7 * 24 * 3600.0
"""One `reindex` of other places, or a wrong setting, costs no second download."""


class Copies:
    """Copies documents from addresses into the data folder."""

    def __init__(
        self, folder: Path, opens: Open, is_wanted: IsWanted, limits: Limits | None = None
    ) -> None:
        """`folder` holds all copies, each in a folder of its own with its state."""
        self._folder = folder.resolve()
        self._opens = opens
        self._is_wanted = is_wanted
        self._limits = limits or Limits()
        self._seen: dict[Path, tuple[int, str, Trouble | None]] = {}
        """Of each state: when it was written, its address and its trouble."""

    async def fetch(self, source: Places, show: Show) -> Sequence[Skipped]:
        """Brings the copies among these places up to date; names what was left out.

        A copy that cannot be renewed stays as it is. Raises KnowledgeError if there is none yet.
        """
        skipped = self._without_password(source)
        failed: list[KnowledgeError] = []
        stop = Event()
        try:
            for path, address in self._addresses(source):
                try:
                    skipped += await asyncio.to_thread(self._fetched, path, address, show, stop)
                except KnowledgeError as error:
                    failed.append(error)  # the others are copied all the same
        finally:
            stop.set()
        if failed:
            raise failed[0]
        await asyncio.to_thread(self._forget_others, source)
        return skipped

    async def left_out(self, source: Places) -> Sequence[Skipped]:
        """Names what the last run left out, without asking anybody."""
        states = [State.read(path) for path in source.paths if self.is_copy(path)]
        return [Skipped(*one) for state in states if state for one in state.skipped]

    def is_copy(self, path: Path) -> bool:
        """Whether a path is a copy of an address."""
        return path.resolve().is_relative_to(self._folder)

    def named(self, source: Places) -> str:
        """The places as people know them: addresses instead of their copies."""
        addresses = {path: str(address) for path, address in source.addresses.items()}
        names = []
        for path in source.paths:
            address = self._of(path)[0] if self.is_copy(path) else ""
            names.append(addresses.get(path) or address or str(path))
        return ", ".join(names)

    async def trouble(self, source: Places) -> Trouble | None:
        """Says which addresses could not be copied in the last run, and what to do."""
        return await asyncio.to_thread(self._trouble, source)

    async def tried(self, source: Places) -> Mapping[str, SourceError | None]:
        """Tries the rights to each address by a request or two."""
        found: dict[str, SourceError | None] = {}
        for path, address in self._addresses(source):
            found[str(address)] = await asyncio.to_thread(self._tried, path, address)
        return found

    def _addresses(self, source: Places) -> Iterator[tuple[Path, Address]]:
        for path in source.paths:
            address = source.addresses.get(path)
            if address is None and self.is_copy(path) and (state := State.read(path)):
                address = state.known_address  # of an index whose setting is gone
            if address:
                yield path, address

    def _without_password(self, source: Places) -> list[Skipped]:
        """Names the copies of an index whose setting is gone, and with it the password."""
        unset = [path for path in source.paths if path not in source.addresses]
        states = [State.read(path) for path in unset if self.is_copy(path)]
        return [
            Skipped(one.address, f"{one.address}: name it in STOREWISE_SOURCE with its password")
            for one in states
            if one and one.known_address is None
        ]

    def _fetched(self, path: Path, address: Address, show: Show, stop: Event) -> list[Skipped]:
        state = State.read(path) or State(str(address))
        state.address = str(address)
        about = {"scheme": address.scheme, "copy": path.parent.name}
        try:
            copied = self._copied(path, address, state, show, stop)
        except SourceError as error:
            state.trouble, state.cure = error.word, error.cure
            since = f"its copy of {state.at} answers" if state.at else "its copy answers"
            self._write(state, path, [Skipped(str(address), f"{address}: {error} Now {since}.")])
            logger.warning("a source was not copied", extra={**about, "reason": error.word})
            if not (state.whole and copy_files.is_there(path)):
                raise KnowledgeError(f"{address}: {error}") from error
            return [Skipped(*one) for one in state.skipped]
        state.trouble = None if copied.is_whole else _NOT_WHOLE
        state.cure = "" if copied.is_whole else self._more
        state.at = now().isoformat(timespec="minutes")
        skipped = [*copied.skipped, *self._left(address, copied)]
        self._write(state, path, skipped)
        logger.info("a source was copied", extra={**about, "files": copied.count})
        return skipped

    def _copied(
        self, path: Path, address: Address, state: State, show: Show, stop: Event
    ) -> Copied:
        with closing(self._opens(address, path.parent)) as connector:
            copier = Copier(
                connector,
                path,
                state,
                self._is_wanted,
                self._limits,
                address.options,
                stop,
            )
            try:
                return copier.run(show)
            except KnowledgeError:
                raise
            except Exception as error:  # an answer of an odd form; the other sources go on
                logger.exception("a bug stopped a copy", exc_info=wordless(error))
                raise SourceError(
                    "failed", "Please report the error that the log names."
                ) from error

    @property
    def _more(self) -> str:
        return "The next run copies more; or raise SOURCES_MAX_FILES or SOURCES_MAX_MB."

    def _left(self, address: Address, copied: Copied) -> list[Skipped]:
        if copied.is_whole:
            return []
        return [Skipped(str(address), f"{address}: {copied.count} files were copied. {self._more}")]

    def _forget_others(self, source: Places) -> None:
        """Removes copies that no run has used for a week: nobody watches over them any more."""
        used = {path.resolve().parent for path in source.paths}
        for beside in [one for one in self._folder.glob("*") if one not in used]:
            state = beside / STATE
            if not state.is_file() or time.time() - state.stat().st_mtime < _FORGOTTEN_S:
                continue
            for inside in [one for one in beside.iterdir() if one.is_dir()]:
                copy_files.sweep(inside, ())
                with suppress(OSError):
                    inside.rmdir()  # fitted weights may be left in it
            state.unlink(missing_ok=True)
            with suppress(OSError):
                beside.rmdir()
            logger.info("an unused copy was removed", extra={"copy": beside.name})

    def _write(self, state: State, path: Path, skipped: Sequence[Skipped]) -> None:
        state.skipped = [(one.source, one.reason) for one in skipped]
        try:
            state.write(path)
        except OSError as error:
            raise KnowledgeError("the data folder cannot be written; make room on it") from error

    def _trouble(self, source: Places) -> Trouble | None:
        found = [self._of(path) for path in source.paths if self.is_copy(path)]
        troubles = [(address, trouble) for address, trouble in found if trouble]
        if not troubles:
            return None
        said = (
            f"{address}: {one.reason.replace('_', ' ')}. {one.cure}" for address, one in troubles
        )
        return Trouble(troubles[0][1].reason, " ".join(said))

    def _of(self, path: Path) -> tuple[str, Trouble | None]:
        """The address and the trouble of a copy. Probes ask often, and a state may be large."""
        at = State.written_at(path)
        if path not in self._seen or self._seen[path][0] != at:
            state = State.read(path) or State("")
            trouble = Trouble(state.trouble, state.cure) if state.trouble else None
            self._seen[path] = at, state.address, trouble
        return self._seen[path][1:]

    def _tried(self, path: Path, address: Address) -> SourceError | None:
        try:
            with closing(self._opens(address, path.parent)) as connector:
                connector.probe()
        except SourceError as error:
            return error
        return None

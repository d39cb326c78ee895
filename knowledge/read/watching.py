"""Watches the documents for changes."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from knowledge.model.places import Places, folder_of

if TYPE_CHECKING:
    from watchfiles.main import FileChange


logger = logging.getLogger(__name__)

_QUIET_MS = 2000
"""Changes within this time count as one: an editor writes a file in several steps."""
_LOOK_AGAIN_S = 30.0
_POLL_MS = 5000


async def changes(source: Callable[[], Places]) -> AsyncGenerator[None]:
    """Yields after each change of the documents; waits if there are none yet.

    Also yields whenever it starts to watch, as it missed any change before. Goes on if another
    folder replaces the documents', such as a fresh copy or a mount.
    """
    polled = False
    while True:
        standing = await asyncio.to_thread(_standing, source())
        if standing is not None:
            try:
                async for _ in _within(source, standing, polled):
                    yield
            except OSError as error:
                # Linux limits the number of watched folders; some network drives report nothing.
                logger.warning("documents are polled", extra={"error": type(error).__name__})
                polled = True
        await asyncio.sleep(_LOOK_AGAIN_S if standing is None or polled else 0)


_Standing = tuple[tuple[Path, int, int], ...]


def _standing(source: Places) -> _Standing | None:
    """The identity of the folders behind the paths; None if one does not exist."""
    try:
        if not source.paths or source.missing():
            return None
        return tuple((path, *_identity(path)) for path in source.paths)
    except OSError:
        return None


def _identity(path: Path) -> tuple[int, int]:
    # An editor replaces a file by another one: only its folder stays the same.
    found = folder_of(path).stat()
    return found.st_dev, found.st_ino


async def _within(
    source: Callable[[], Places], standing: _Standing, polled: bool
) -> AsyncGenerator[None]:
    """Yields at once and after each change, until the folders are others. Raises OSError."""
    paths = [path for path, *_ in standing]
    async for changed in _all_of(_watches(paths, polled)):
        if changed:
            yield
        if await asyncio.to_thread(_standing, source()) != standing:
            return


_Watch = AsyncGenerator[set["FileChange"]]


def _watches(paths: Sequence[Path], polled: bool) -> list[_Watch]:
    """One watch for all folders, recursive, and one for the folders of single files."""
    # Loaded only if documents are watched, after they have been read.
    from watchfiles import Change, DefaultFilter, awatch  # noqa: PLC0415

    from knowledge.read.source import DEFAULTS, SIDECAR  # noqa: PLC0415

    known = DefaultFilter()
    folders = [path for path in paths if path.is_dir()]
    files = [path for path in paths if path not in folders]
    names = {DEFAULTS, *(path.name for path in files), *(path.name + SIDECAR for path in files)}

    def counts(change: Change, name: str) -> bool:
        return known(change, name) and Path(name).name in names

    watch = partial(
        awatch,
        debounce=_QUIET_MS,
        step=_QUIET_MS // 4,
        rust_timeout=round(_LOOK_AGAIN_S * 1000),
        yield_on_timeout=True,
        force_polling=polled or None,
        poll_delay_ms=_POLL_MS,
        ignore_permission_denied=True,
    )
    around = {folder_of(path) for path in files}
    of_folders = [watch(*folders, watch_filter=known)] if folders else []
    of_files = [watch(*around, watch_filter=counts, recursive=False)] if files else []
    return of_folders + of_files


async def _all_of(watches: Sequence[_Watch]) -> AsyncGenerator[bool]:
    """Yields whether something changed; True at the start, once all watches run."""
    upcoming = {asyncio.ensure_future(anext(watch)): watch for watch in watches}
    try:
        await asyncio.sleep(0)  # Lets each watch start before the first wait.
        yield True
        while True:
            done, _ = await asyncio.wait(upcoming, return_when=asyncio.FIRST_COMPLETED)
            seen = {upcoming.pop(task): task.result() for task in done}
            upcoming |= {asyncio.ensure_future(anext(watch)): watch for watch in seen}
            yield any(seen.values())
    finally:
        for task in upcoming:
            task.cancel()
        await asyncio.gather(*upcoming, return_exceptions=True)
        for watch in watches:
            await watch.aclose()

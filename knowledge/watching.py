"""Seeing that a document has changed."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from pathlib import Path

logger = logging.getLogger(__name__)

_QUIET_MS = 2000
"""Changes that come within this time are one: an editor writes a file in several steps."""
_LOOK_AGAIN_S = 30.0
_POLL_MS = 5000


async def changes(source: Callable[[], Path]) -> AsyncGenerator[None]:
    """Yield after each change of the documents; waits where there are none yet.

    Follows them when another folder takes their place, as a fresh copy or a mount does.
    """
    missed = polled = False
    while True:
        place = await asyncio.to_thread(_place, source())
        if place is not None:
            if missed:
                yield
            try:
                async for _ in _within(source, place, polled):
                    yield
            except OSError as error:
                # Linux watches so many folders and no more; some network drives tell nothing.
                logger.warning("documents are polled", extra={"error": type(error).__name__})
                polled = True
        missed = True
        await asyncio.sleep(_LOOK_AGAIN_S if place is None or polled else 0)


async def _within(
    source: Callable[[], Path], place: "_Place", polled: bool
) -> AsyncGenerator[None]:
    """Yield after each change, until the documents are in another place. Raises OSError."""
    from watchfiles import Change, DefaultFilter, awatch  # noqa: PLC0415 - for those who want it

    path, known = place[0], DefaultFilter()
    # An editor puts another file in a file's place: that is seen in its folder only.
    one = None if path.is_dir() else path.name

    def counts(change: Change, name: str) -> bool:
        return known(change, name) and one in (None, Path(name).name)

    async for changed in awatch(
        path.parent if one else path,
        watch_filter=counts,
        debounce=_QUIET_MS,
        step=_QUIET_MS // 4,
        rust_timeout=round(_LOOK_AGAIN_S * 1000),
        yield_on_timeout=True,
        force_polling=polled or None,
        poll_delay_ms=_POLL_MS,
        recursive=one is None,
        ignore_permission_denied=True,
    ):
        if changed:
            yield
        if await asyncio.to_thread(_place, source()) != place:
            return


_Place = tuple[Path, int, int]


def _place(source: Path) -> _Place | None:
    """What tells a folder from another one of the same name; None where there is none."""
    try:
        found = (source if source.is_dir() else source.parent).stat()
        return (source, found.st_dev, found.st_ino) if source.exists() else None
    except OSError:
        return None

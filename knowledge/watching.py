"""Seeing that a document has changed."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path

_QUIET_MS = 2000
"""Changes that come within this time are one: an editor writes a file in several steps."""
_LOOK_AGAIN_S = 30.0


async def changes(source: Path) -> AsyncGenerator[None]:
    """Yield after each change below a folder, or of a file; waits for one that is not there yet."""
    from watchfiles import awatch  # noqa: PLC0415 - only for those who want it

    while True:
        if await asyncio.to_thread(source.exists):
            async for _ in awatch(source, debounce=_QUIET_MS, step=_QUIET_MS // 4):
                yield
        await asyncio.sleep(_LOOK_AGAIN_S)

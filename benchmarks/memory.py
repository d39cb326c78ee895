"""Reads the memory that a process holds."""

import asyncio
from contextlib import suppress
from pathlib import Path

from bot.upkeep.memory import give_back

_GIVEN_BACK_S = 15.0
"""The server gives freed memory back after ten."""


async def held_mb() -> float:
    """Returns the memory of this process once the freed part is given back, as in the server."""
    with suppress(TimeoutError):
        async with asyncio.timeout(_GIVEN_BACK_S):
            await give_back()
    return rss_mb("self")


def rss_mb(process: int | str) -> float:
    """Returns the memory that a process holds now, by its id. Raises LookupError, OSError."""
    for line in Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise LookupError("VmRSS")

"""Gives memory back to the machine that Python has freed."""

import asyncio
import ctypes
from collections.abc import Callable

_FIRST_S = 10.0
"""Seconds after the start, when the models are loaded."""
_PAUSE_S = 60.0


async def give_back() -> None:
    """Gives it back now and then, until it is cancelled; only glibc keeps any.

    Loading the models frees 150 MB in small parts, an indexing run more, which glibc would keep
    for later.
    """
    trim, pause_s = _trim(), _FIRST_S
    while trim is not None:
        await asyncio.sleep(pause_s)
        await asyncio.to_thread(trim, 0)
        pause_s = _PAUSE_S


def _trim() -> Callable[[int], int] | None:
    try:
        trim: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError, TypeError):  # musl, macOS, Windows
        return None
    return trim

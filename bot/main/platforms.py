"""The chat platforms, for the command line, which is one itself."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adapters.chat.platform import Platform
    from bot.ports import Handle


def platforms() -> "tuple[Platform, ...]":
    """Returns all platforms."""
    from adapters.platforms import PLATFORMS

    return PLATFORMS


async def converse(
    handle: "Handle",
    lines: Iterable[str],
    write: Callable[[str], object],
    thread: str,
    *,
    echo: bool,
) -> None:
    """Answers each line in the terminal; `echo` repeats a line that nobody sees typed."""
    from adapters.terminal import chat

    await chat.converse(handle, lines, write, thread, echo=echo)

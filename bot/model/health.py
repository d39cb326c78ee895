"""How the server is: its figures now, why a part does not work, and what cures it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from bot.model.kept import Depth


@dataclass(frozen=True, slots=True)
class Trouble:
    """The reason in one word, and the cure in a sentence."""

    reason: str
    cure: str


Check = Callable[[], Awaitable[Trouble | None]]
"""Returns why something does not work; None if it does."""


@dataclass(frozen=True, slots=True)
class IndexSize:
    """The published index."""

    number: int
    documents: int
    passages: int
    made_at_s: float
    """Unix time."""


@dataclass(frozen=True, slots=True)
class State:
    """The server now."""

    inbox: Depth | None
    """None if the database does not answer."""
    oldest_s: float
    """Seconds since the oldest question in the inbox came."""
    running: int
    waiting: int
    loop_blocks: int
    longest_block_s: float
    suggestions_tried: int
    """Questions tried so that they can be suggested."""
    index: IndexSize | None
    """None before the first one."""
    is_indexing: bool
    leads: bool
    """Whether this process does what one of all replicas does; true without others."""
    troubles: Mapping[str, Trouble]

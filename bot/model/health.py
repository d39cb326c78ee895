"""Why a part of the bot does not work, and what an operator can do about it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Trouble:
    """The reason in one word, and the cure in a sentence."""

    reason: str
    cure: str


Check = Callable[[], Awaitable[Trouble | None]]
"""Returns why something does not work; None if it does."""

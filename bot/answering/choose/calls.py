"""Counts the calls to a language model for one question: two at most, whoever makes them.

The choice takes the first. The adapter makes another one if the server refuses a part of it, finds
it too long, or runs out of tokens. Wording the answer has two calls of its own: four are the most.
"""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

MOST_CALLS = 2
"""Calls for one question; people do not wait for a third."""

MayBeAsked = Callable[[], Awaitable[bool]]
"""Counts a call in the quota of the day. False if that is used up."""


class Calls:
    """The calls for one question."""

    def __init__(self) -> None:
        self.made = 0
        self._for_wording: Calls | None = None
        self._counted: MayBeAsked | None = None

    @property
    def for_wording(self) -> "Calls":
        """The calls that word the answer: two more."""
        self._for_wording = self._for_wording or Calls()
        return self._for_wording

    @property
    def left(self) -> bool:
        """Whether the question may have another call."""
        return self.made < MOST_CALLS

    async def take(self, counted: MayBeAsked | None = None) -> bool:
        """Counts a call that is about to be made. False if there is none left.

        `counted` is the quota of the model; later calls for the question count there, too.
        """
        self._counted = counted or self._counted
        if not self.left or (self._counted is not None and not await self._counted()):
            return False
        self.made += 1
        return True


_OF_QUESTION: ContextVar[Calls] = ContextVar("calls")


@contextmanager
def of_one_question(calls: Calls | None = None) -> Iterator[Calls]:
    """Gives the question that is answered inside its own two calls, or the ones given."""
    own = calls or Calls()
    token = _OF_QUESTION.set(own)
    try:
        yield own
    finally:
        _OF_QUESTION.reset(token)


def calls_so_far() -> Calls:
    """The calls for the question that is being answered."""
    return _OF_QUESTION.get(None) or Calls()


async def may_call_again() -> bool:
    """Counts another call for a draft that was begun. Outside of a question there is no limit."""
    calls = _OF_QUESTION.get(None)
    return calls is None or await calls.take()

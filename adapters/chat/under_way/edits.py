"""Remembers lately asked questions, so that an edited one is answered in place of its reply."""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from bot.model.said import Replace

EDIT_S = 5 * 60.0
"""Seconds in which an edit of a question is answered anew."""
_MOST = 5_000


@dataclass(slots=True)
class _Asked:
    at: float
    put: Replace | None = None


class Edits:
    """The questions of the last minutes, by their message, with where their replies stand."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._asked: OrderedDict[Hashable, _Asked] = OrderedDict()

    def asked(self, message: Hashable) -> None:
        """Notes a question; an edited one keeps its first time and its reply."""
        self._asked.setdefault(message, _Asked(self._clock()))
        if len(self._asked) > _MOST:
            self._asked.popitem(last=False)

    def posted(self, message: Hashable, put: Replace | None) -> None:
        """Notes what shows another reply in place of the one to a question."""
        if message in self._asked:
            self._asked[message].put = put

    def was_asked(self, message: Hashable) -> bool:
        """Whether a message is a question of the last minutes."""
        known = self._asked.get(message)
        return known is not None and self._clock() - known.at < EDIT_S

    def reply_to(self, message: Hashable) -> Replace | None:
        """Returns what shows another reply in place of the one to a question, if anything can."""
        known = self._asked.get(message)
        return known.put if known else None

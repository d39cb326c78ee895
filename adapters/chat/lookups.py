"""Remembers what a platform said about a person or a group, for some minutes."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

Value = TypeVar("Value")

_KEEP_S = 5 * 60.0
_AGAIN_S = 30.0
"""Seconds before a retry after an error: an added scope works soon."""
_AT_MOST = 10_000


class Lookups(Generic[Value]):
    """A cache of answers with expiry; each key is asked once at a time."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._kept: dict[Hashable, tuple[float, Value | None]] = {}
        self._asking: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()

    async def get(self, key: Hashable, ask: Callable[[], Awaitable[Value | None]]) -> Value | None:
        """The cached or a new answer; None after an error."""
        async with self._asking.setdefault(key, asyncio.Lock()):
            until, value = self._kept.pop(key, (None, None))
            if until is None or until <= self._clock():
                value = await ask()
                until = self._clock() + (_AGAIN_S if value is None else _KEEP_S)
            self._make_room()
            self._kept[key] = (until, value)
            return value

    def _make_room(self) -> None:
        if len(self._kept) >= _AT_MOST:
            del self._kept[next(iter(self._kept))]

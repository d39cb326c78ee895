"""Counts the readers of each generation, so that none is deleted while in use."""

import asyncio
from collections import Counter
from collections.abc import Collection, Generator
from contextlib import contextmanager


class ReaderCounts:
    """Counts the questions that are being answered from each generation, in one event loop."""

    def __init__(self) -> None:
        self._count: Counter[int] = Counter()
        self._someone_left = asyncio.Event()

    @contextmanager
    def reading(self, generation: int) -> Generator[None]:
        """Counts one reader while the block runs."""
        self._count[generation] += 1
        try:
            yield
        finally:
            self._count[generation] -= 1
            self._someone_left.set()

    def are_reading(self, generation: int) -> bool:
        """Whether anyone reads this generation now."""
        return self._count[generation] > 0

    async def left(self, kept: Collection[int], patience_s: float) -> bool:
        """Waits until nobody reads any other generation; False after the patience, in seconds."""
        try:
            async with asyncio.timeout(patience_s):
                while self._read_besides(kept):
                    self._someone_left.clear()
                    await self._someone_left.wait()
        except TimeoutError:
            return False
        return True

    def _read_besides(self, kept: Collection[int]) -> bool:
        return any(count for number, count in self._count.items() if number not in kept)

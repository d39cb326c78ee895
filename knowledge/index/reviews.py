"""Reviews each generation once, from its stored passages, and stores the review with it."""

import asyncio
from collections.abc import Callable
from dataclasses import asdict
from datetime import date

from knowledge.compare.review import as_of, from_noted, reviewed
from knowledge.index.storage.generations import Generations
from knowledge.model.report import REVIEW_VERSION, Review

_NOTED = "review"


class Reviews:
    """Makes and reads the reviews of generations, as of today in the store."""

    def __init__(self, generations: Generations, today: Callable[[], date]) -> None:
        self._generations = generations
        self._today = today

    async def made(self, number: int) -> Review:
        """Compares the documents of a generation; takes seconds where there are many."""
        return await asyncio.to_thread(self._made, number)

    async def known(self, number: int) -> Review:
        """Returns the stored review of a generation as of today; makes and stores a missing one."""
        if self._noted(number) is None:
            noted, review = self._generations.noted(number), await self.made(number)
            self._generations.note(number, {**noted, _NOTED: asdict(review)})
        return await asyncio.to_thread(self.noted, number)

    def noted(self, number: int) -> Review:
        """Returns the stored review as of today; empty for an index of an earlier release."""
        review = self._noted(number) or Review()
        return as_of(review, self._generations.headers(number), self._today())

    def _noted(self, number: int) -> Review | None:
        noted = self._generations.noted(number).get(_NOTED)
        return from_noted(noted) if noted and noted["version"] == REVIEW_VERSION else None

    def _made(self, number: int) -> Review:
        headers = self._generations.headers(number)
        passages = self._generations.passages(number)
        return reviewed(passages, headers, self._today())

"""Tries what may be asked next while nobody waits for an answer."""

import asyncio
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager, suppress

from bot.answering.reply.next_questions.suggestions import Suggestions
from bot.model import Answer, Question
from bot.ports import Index, Search
from knowledge.model.documents import Filters, Generation
from knowledge.model.errors import KnowledgeError
from knowledge.model.spared import Spared

BEGIN_S = 10.0
"""Seconds after the start, in which people ask what they could not ask before."""
QUIET_S = 0.5
"""Seconds without a question after which another is not expected at once."""
LOOK_S = 2.0
"""Seconds between two looks for something to try, once all is tried."""

Try = Callable[[Search, Question], Awaitable[Answer]]
"""Answers a question in an index as a click would, but without a language model."""


class Meanwhile:
    """Counts the questions that are being answered, and works between them."""

    def __init__(self, suggestions: Suggestions | None, index: Index, ask: Try) -> None:
        """Without suggestions there is nothing to do."""
        self._suggestions = suggestions
        self._index = index
        self._ask = ask
        self._asked = 0
        self._waiting = 0
        self._wanted: tuple[Generation, Filters] | None = None

    @contextmanager
    def waited_for(self) -> Generator[None]:
        """Somebody waits for an answer during the block."""
        self._asked += 1
        self._waiting += 1
        try:
            yield
        finally:
            self._waiting -= 1

    async def run(self, filters: Callable[[], Filters]) -> None:
        """Tries one after the other until it is cancelled: first what answers would have offered.

        From now on no answer waits for a try; it offers what is known.
        """
        suggestions = self._suggestions
        if suggestions is None:
            return
        suggestions.are_tried_meanwhile = True
        await asyncio.sleep(BEGIN_S)
        while True:
            await self._moment()
            if not await self._tried_one(suggestions, filters()):
                await asyncio.sleep(LOOK_S)

    async def _tried_one(self, suggestions: Suggestions, filters: Filters) -> bool:
        # Without KnowledgeError: there is no index yet, or it cannot be read now.
        with suppress(KnowledgeError), Spared("trying meanwhile", KnowledgeError):
            async with self._index.pinned() as search:
                if self._wanted != (search.generation, filters):
                    self._wanted = search.generation, filters
                    await suggestions.want_all(search, filters)
                return await suggestions.try_next(
                    search, lambda question: self._ask(search, question)
                )
        return False

    async def _moment(self) -> None:
        """Waits until nobody has waited for a moment."""
        asked = -1
        while self._waiting or asked != self._asked:
            asked = self._asked
            await asyncio.sleep(QUIET_S)

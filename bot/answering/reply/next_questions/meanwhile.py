"""Tries what may be asked next while nobody waits for an answer."""

import asyncio
import time
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
LOOK_S = 60.0
"""Seconds until the next look for something to try, once all is tried and nobody asks."""
SHARE = 0.05
"""Of one core: so much of it the tries may take."""

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
        self._begun, self._ended = asyncio.Event(), asyncio.Event()
        """Set by the next question that begins, and by the next that ends."""
        self._wanted: tuple[Generation, Filters] | None = None

    @property
    def tries(self) -> int:
        """The questions tried so far."""
        return self._suggestions.tries if self._suggestions else 0

    @contextmanager
    def waited_for(self) -> Generator[None]:
        """Somebody waits for an answer during the block."""
        self._asked += 1
        self._waiting += 1
        self._begun.set()
        try:
            yield
        finally:
            self._waiting -= 1
            self._ended.set()

    async def run(self, filters: Callable[[], Filters], leads: Callable[[], bool]) -> None:
        """Tries one after the other until it is cancelled: first what answers would have offered.

        The replica that leads goes on with all that may be suggested; the others learn from it.
        From now on no answer waits for a try; it offers what is known.
        """
        suggestions = self._suggestions
        if suggestions is None:
            return
        suggestions.are_tried_meanwhile = True
        await suggestions.learn()
        learnt_at = time.monotonic()
        await asyncio.sleep(BEGIN_S)
        while True:
            await self._moment()
            before = time.process_time()
            if await self._tried_one(suggestions, filters(), leads=leads()):
                await asyncio.sleep((time.process_time() - before) * (1 / SHARE - 1))
                continue
            self._ended.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_S):
                    await self._ended.wait()
            # Not after each question: all results are read.
            if not leads() and time.monotonic() - learnt_at >= LOOK_S:
                await suggestions.learn()
                learnt_at = time.monotonic()

    async def _tried_one(self, suggestions: Suggestions, filters: Filters, *, leads: bool) -> bool:
        # Without KnowledgeError: there is no index yet, or it cannot be read now.
        with suppress(KnowledgeError), Spared("trying meanwhile", KnowledgeError):
            async with self._index.pinned() as search:
                if leads and self._wanted != (search.generation, filters):
                    await suggestions.want_all(search, filters)
                    self._wanted = search.generation, filters
                return await self._unless_asked(
                    suggestions.try_next(search, lambda question: self._ask(search, question))
                )
        return False

    async def _unless_asked(self, work: Awaitable[bool]) -> bool:
        """Gives up a try at the first question; whether something was tried or given up."""
        self._begun.clear()
        trying, asked = asyncio.ensure_future(work), asyncio.ensure_future(self._begun.wait())
        if self._waiting:
            self._begun.set()
        try:
            await asyncio.wait({trying, asked}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            asked.cancel()
            given_up = trying.cancel()
        await asyncio.wait({trying})
        return given_up or trying.result()

    async def _moment(self) -> None:
        """Waits until nobody has waited for a moment."""
        asked = -1
        while self._waiting or asked != self._asked:
            asked = self._asked
            await asyncio.sleep(QUIET_S)

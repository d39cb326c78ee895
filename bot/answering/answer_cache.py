"""Answers that were made for the same question before, or are being made just now."""

import asyncio
import hashlib
import json
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.answering import check, instructions
from bot.model import Answer, Question, Verdict
from bot.model.understood import Understood
from bot.ports import AnswerCache
from bot.telemetry import add, step
from knowledge.model.documents import Generation

_WIDE = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
"""Letters and digits of an East Asian keyboard as the usual ones."""
EXPIRY_S = 3600.0
"""How long an answer is kept; a new index ends it earlier."""

Make = Callable[[], Awaitable[Answer]]


class MemoryAnswerCache:
    """The answers of one process; the one that was not asked for longest is forgotten first."""

    def __init__(
        self, most: int, expiry_s: float = EXPIRY_S, now: Callable[[], float] = time.monotonic
    ) -> None:
        """Keeps so many answers, each for so long."""
        self._most = most
        self._expiry_s = expiry_s
        self._now = now
        self._answers: OrderedDict[str, tuple[float, Answer]] = OrderedDict()

    async def kept(self, key: str) -> Answer | None:
        """The answer under this key; None where there is none any more."""
        since, answer = self._answers.get(key, (0.0, None))
        if answer is None or self._now() - since >= self._expiry_s:
            self._answers.pop(key, None)
            return None
        self._answers.move_to_end(key)
        return answer

    async def keep(self, key: str, answer: Answer) -> None:
        """Keep an answer for a while."""
        self._answers[key] = (self._now(), answer)
        self._answers.move_to_end(key)
        if len(self._answers) > self._most:
            self._answers.popitem(last=False)


class Answers:
    """Makes an answer once for all who ask the same, as far as it may be kept."""

    def __init__(self, cache: AnswerCache) -> None:
        """The cache keeps what has passed the check."""
        self._cache = cache
        self._under_way: dict[str, asyncio.Future[Answer]] = {}

    async def answer(self, key: str, generation: Generation, make: Make) -> Answer:
        """The answer that is kept, that somebody else waits for just now, or a new one."""
        known = await self._cache.kept(key)
        # Where the one that made it gave up, or met trouble, the first of those who wait tries.
        while known is None and (other := self._under_way.get(key)):
            with step("wait"):
                await asyncio.wait([other])
            known = None if other.cancelled() else other.result()
        if known is None:
            return await self._made(key, generation, make)
        add(cost=0.0)
        return replace(known, cached=True)

    async def _made(self, key: str, generation: Generation, make: Make) -> Answer:
        made: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._under_way[key] = made
        try:
            answer = await make()
            if _may_be_kept(answer, generation):
                await self._cache.keep(key, answer)
            made.set_result(answer)
        finally:
            made.cancel()  # does nothing to one that is done
            if self._under_way.get(key) is made:
                del self._under_way[key]
        return answer


def key_of(
    question: Question, understood: Understood, generation: Generation, model: str, gate: str
) -> str:
    """The same for two questions only where the same answer is right for both.

    Nothing in it tells who asked.
    """
    filters = question.filters
    parts = (
        " ".join(unicodedata.normalize("NFC", question.text).translate(_WIDE).casefold().split()),
        # "May" is a month, and "may" is none.
        repr(replace(understood, words="", parts=())),
        question.language,
        filters.language,
        filters.store_type,
        filters.category,
        filters.as_of.isoformat(),
        # Whether the words of the question may choose another day.
        question.dated,
        question.length,
        filters.audience,
        generation.number,
        generation.contents,
        model,
        gate,
        instructions.version(),
        check.VERSION,
    )
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _may_be_kept(answer: Answer, generation: Generation) -> bool:
    """Whether it passed the check, and no trouble of the moment has made it poorer."""
    hits = answer.found.hits
    by_words_only = bool(hits) and not any(hit.meaning for hit in hits)
    poorer = answer.troubles or (by_words_only and generation.embedder is not None)
    return answer.verdict is Verdict.PASS and not poorer

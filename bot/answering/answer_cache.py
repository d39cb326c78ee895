"""Caches answers, and lets people who ask the same at once wait for one answer."""

import asyncio
import hashlib
import json
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import astuple, replace

from bot.answering import check, instructions
from bot.model import Answer, Question, Verdict
from bot.model.understood import Understood
from bot.ports import AnswerCache
from bot.telemetry import add, step
from knowledge.model.documents import Generation
from knowledge.model.spared import Spared

_WIDE = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
"""Maps full-width letters and digits of East Asian keyboards to ASCII."""
EXPIRY_S = 3600.0
"""Seconds that an answer stays cached; a new index ends it earlier."""

Make = Callable[[], Awaitable[Answer]]


class MemoryAnswerCache:
    """Caches answers in one process; drops the least recently used first."""

    def __init__(
        self, most: int, expiry_s: float = EXPIRY_S, now: Callable[[], float] = time.monotonic
    ) -> None:
        """Holds up to `most` answers, each for `expiry_s` seconds."""
        self._most = most
        self._expiry_s = expiry_s
        self._now = now
        self._answers: OrderedDict[str, tuple[float, Answer]] = OrderedDict()

    async def kept(self, key: str) -> Answer | None:
        """The answer under this key. None if there is none, or it has expired."""
        since, answer = self._answers.get(key, (0.0, None))
        if answer is None or self._now() - since >= self._expiry_s:
            self._answers.pop(key, None)
            return None
        self._answers.move_to_end(key)
        return answer

    async def keep(self, key: str, answer: Answer) -> None:
        """Caches an answer."""
        self._answers[key] = (self._now(), answer)
        self._answers.move_to_end(key)
        if len(self._answers) > self._most:
            self._answers.popitem(last=False)


class Answers:
    """Makes an answer once for everyone who asks the same, if it may be cached."""

    def __init__(self, cache: AnswerCache) -> None:
        """`cache` gets only answers that the same question would get again."""
        self._cache = cache
        self._under_way: dict[str, asyncio.Future[Answer]] = {}

    async def answer(
        self, key: str, generation: Generation, make: Make, *, by_rules: bool = False
    ) -> Answer:
        """The cached answer, one that is being made for somebody else, or a new one.

        Made `by_rules`, so without a language model, it may be a refusal or a conflict.
        """
        known: Answer | None = None
        with Spared("cache"):
            known = await self._cache.kept(key)
        # If that one was cancelled or failed, the first of those waiting makes it.
        while known is None and (other := self._under_way.get(key)):
            with step("wait"):
                await asyncio.wait([other])
            known = None if other.cancelled() else other.result()
        if known is None:
            return await self._made(key, generation, make, by_rules)
        add(cost=0.0)
        return replace(known, cached=True)

    async def _made(self, key: str, generation: Generation, make: Make, by_rules: bool) -> Answer:
        made: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._under_way[key] = made
        try:
            answer = await make()
            with Spared("cache"):
                if _may_be_kept(answer, generation, by_rules):
                    await self._cache.keep(key, answer)
            made.set_result(answer)
        finally:
            made.cancel()  # no effect once it is done
            if self._under_way.get(key) is made:
                del self._under_way[key]
        return answer


def key_of(
    question: Question, understood: Understood, generation: Generation, model: str, gate: str
) -> str:
    """The cache key: equal only for questions to which the same answer is right.

    It holds nothing about the person.
    """
    filters = question.filters
    parts = (
        " ".join(unicodedata.normalize("NFC", question.text).translate(_WIDE).casefold().split()),
        # The key ignores case, but "May" is a month and "may" is not.
        repr(replace(understood, words="", parts=())),
        question.language,
        filters.language,
        filters.store_type,
        filters.category,
        filters.most,
        filters.place and astuple(filters.place),
        filters.as_of.isoformat(),
        # Whether the question's words may set another day.
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


def _may_be_kept(answer: Answer, generation: Generation, by_rules: bool) -> bool:
    """Whether the same question would get it again: no passing failure made it worse.

    A language model may be better next time. Where nothing was found, the search may have failed.
    """
    hits = answer.found.hits
    by_words_only = bool(hits) and not any(hit.meaning for hit in hits)
    poorer = answer.troubles or (by_words_only and generation.embedder is not None)
    settled = answer.verdict is Verdict.PASS or (by_rules and bool(hits))
    return settled and not poorer

"""A language model that is asked where it may do better, and how it has done so far."""

import logging
import time
from collections.abc import Awaitable, Callable

from bot.model.errors import ModelTrouble
from bot.ports import ChatModel, Quota

logger = logging.getLogger(__name__)

FAILURES = 3
REST_S = 30.0
"""After so many failures in a row the model is left alone for so long."""
_FOR_A_PERSON = (ModelTrouble.AUTH, ModelTrouble.CONFIG)
"""What does not go away by itself."""
Clock = Callable[[], float]
"""Seconds that only ever grow."""


class Racer:
    """A language model that may write in the extractive one's place, and how it has done so far."""

    def __init__(
        self,
        model: ChatModel,
        budget_s: float,
        clock: Clock = time.monotonic,
        load: Callable[[], Awaitable[None]] | None = None,
        quota: Quota | None = None,
    ) -> None:
        """The budget is what the model has for one question, from when it is first asked.

        What has to be loaded on this machine before that is not the model's time. Without a quota
        it is asked as often as there are questions.
        """
        self.model = model
        self.budget_s = budget_s
        self._clock = clock
        self._load = load
        self._quota = quota
        self._failures = 0
        self._rests_until = clock()

    async def warm_up(self) -> None:
        """Load it, the first time."""
        if self._load is not None:
            load, self._load = self._load, None
            await load()

    @property
    def rests(self) -> bool:
        """Whether it failed so often just now that nobody should wait for it."""
        return self._clock() < self._rests_until

    async def may_be_asked(self) -> bool:
        """Count a call that is about to be made; False when there were enough today."""
        return self._quota is None or await self._quota.take()

    def worked(self) -> None:
        """It gave a draft."""
        self._failures = 0

    def failed(self, trouble: ModelTrouble) -> None:
        """It gave none. After a rest, one more failure makes it rest again."""
        if trouble is ModelTrouble.REFUSED:  # it would answer another question
            return
        if trouble in _FOR_A_PERSON:
            logger.warning(
                "the language model takes no questions: check its key, name and address",
                extra={"trouble": trouble},
            )
        self._failures += 1
        if self._failures >= FAILURES:
            self._rests_until = self._clock() + REST_S

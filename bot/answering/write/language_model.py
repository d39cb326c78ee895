"""A language model with its time budget, its quota, and a pause after repeated failures."""

import logging
import time
from collections.abc import Awaitable, Callable

from bot.model.errors import ModelTrouble
from bot.ports import ChatModel, Quota

logger = logging.getLogger(__name__)

FAILURES = 3
REST_S = 30.0
"""After `FAILURES` failures in a row the model gets no call for this long."""
_FOR_A_PERSON = (ModelTrouble.AUTH, ModelTrouble.CONFIG)
"""Somebody has to fix these; waiting does not help."""
Clock = Callable[[], float]
"""Monotonic seconds."""


class TimedModel:
    """A language model that may replace the extractive draft, and its recent failures."""

    def __init__(
        self,
        model: ChatModel,
        budget_s: float,
        clock: Clock = time.monotonic,
        load: Callable[[], Awaitable[None]] | None = None,
        quota: Quota | None = None,
    ) -> None:
        """The budget covers all calls for one question and starts with the first.

        Loading on this machine (`load`) does not count against it. Without a quota the number of
        calls is not limited.
        """
        self.model = model
        self.budget_s = budget_s
        self._clock = clock
        self._load = load
        self._quota = quota
        self._failures = 0
        self._rests_until = clock()

    async def warm_up(self) -> None:
        """Runs `load` once, before the first question."""
        if self._load is not None:
            load, self._load = self._load, None
            await load()

    @property
    def rests(self) -> bool:
        """Whether the model is paused after repeated failures."""
        return self._clock() < self._rests_until

    async def may_be_asked(self) -> bool:
        """Counts a call that is about to be made. False if today's quota is used up."""
        return self._quota is None or await self._quota.take()

    def worked(self) -> None:
        """Notes that the model gave a draft: resets the failure count."""
        self._failures = 0

    def failed(self, trouble: ModelTrouble) -> None:
        """Counts a failure. After a pause a single further failure starts the next one."""
        if trouble is ModelTrouble.REFUSED:  # this question only; the next one may be fine
            return
        if trouble in _FOR_A_PERSON:
            logger.warning(
                "the language model rejects calls: check its key, name and address",
                extra={"trouble": trouble},
            )
        self._failures += 1
        if self._failures >= FAILURES:
            self._rests_until = self._clock() + REST_S

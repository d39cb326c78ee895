"""A language model with its times, its quota, and a pause after repeated failures."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from bot.model import Candidate, Chosen, Question
from bot.model.errors import MODEL_CURES, ModelTrouble, ModelUnavailableError
from bot.ports import Chooser, Quota

logger = logging.getLogger(__name__)

FAILURES = 3
REST_S = 30.0
"""After `FAILURES` failures in a row the model gets no call for this long."""
MOST_UNHURRIED = 4
"""Calls at once that get more than the budget: half of the questions that a chat answers at once.
The others must not queue behind a slow model."""
_TO_FIX = frozenset(
    {ModelTrouble.AUTH, ModelTrouble.CONFIG, ModelTrouble.CONTEXT, ModelTrouble.OUT_OF_TOKENS}
)
"""Somebody has to fix these; waiting does not help."""
Clock = Callable[[], float]
"""Monotonic seconds."""


@dataclass(slots=True)
class Pause:
    """Failures in a row, and the pause after too many."""

    until: float
    failures: int = 0

    def failed(self, now: float) -> None:
        """Counts a failure. After a pause a single further failure starts the next one."""
        self.failures += 1
        if self.failures >= FAILURES:
            self.until = now + REST_S


class TimedModel:
    """A language model that chooses beside the ranking, and its recent failures."""

    def __init__(
        self,
        chooser: Chooser,
        budget_s: float,
        clock: Clock = time.monotonic,
        load: Callable[[], Awaitable[None]] | None = None,
        quota: Quota | None = None,
        patience_s: float = 0.0,
    ) -> None:
        """The times cover all calls for one question and start with the first.

        `budget_s` holds where there is an answer without the model, `patience_s` where there is
        none. Loading on this machine (`load`) does not count. Without a quota the number of calls
        is not limited.
        """
        self.chooser = chooser
        self.budget_s = budget_s
        self.patience_s = max(patience_s, budget_s)
        self._clock = clock
        self._load = load
        self._quota = quota
        self._used_up = False
        self.worse = ""
        """The figures of a trial in which it did worse than none; then it is not asked."""
        self._unhurried = 0
        self._pause, self._pause_for_hurried = Pause(clock()), Pause(clock())
        self._last: ModelTrouble | None = None
        self._logged: tuple[ModelTrouble, str] | None = None

    async def warm_up(self) -> None:
        """Runs `load` once, before the first question."""
        if self._load is not None:
            load, self._load = self._load, None
            await load()

    def like(self, chooser: Chooser) -> "TimedModel":
        """Another one with these times and this quota, neither off nor at rest."""
        return TimedModel(
            chooser, self.budget_s, self._clock, quota=self._quota, patience_s=self.patience_s
        )

    @property
    def trouble(self) -> ModelTrouble | None:
        """Why the model chooses none or not all of the answers now; None if none is known."""
        if self.worse:
            return ModelTrouble.WORSE
        if self._used_up:
            return ModelTrouble.QUOTA
        if self._pause.failures >= FAILURES or self._last in _TO_FIX:
            return self._last
        is_too_slow = self._pause_for_hurried.failures >= FAILURES
        return ModelTrouble.TIMEOUT if is_too_slow else None

    @property
    def has_time(self) -> bool:
        """Whether another call may take longer than the budget now."""
        return self._unhurried < MOST_UNHURRIED

    def rests(self, *, hurried: bool) -> bool:
        """Whether it is off, paused after failures, or for `hurried` calls after late ones."""
        if self.worse:
            return True
        now = self._clock()
        return now < self._pause.until or (hurried and now < self._pause_for_hurried.until)

    async def may_be_asked(self) -> bool:
        """Counts a call that is about to be made. False if today's quota is used up."""
        self._used_up = self._quota is not None and not await self._quota.take()
        return not self._used_up

    async def choose(
        self, question: Question, units: Sequence[Candidate], deadline: float, *, hurried: bool
    ) -> Chosen:
        """Returns the model's choice. Raises ModelUnavailableError, also after the deadline."""
        self._unhurried += not hurried
        try:
            async with asyncio.timeout_at(deadline):
                chosen = await self.chooser.choose(question, units)
        except TimeoutError as error:
            late = ModelUnavailableError(ModelTrouble.TIMEOUT)
            self.was_late() if hurried else self._failed(late)
            raise late from error
        except ModelUnavailableError as error:
            self._failed(error)
            raise
        finally:
            self._unhurried -= not hurried
        self._pause.failures, self._last, self._logged = 0, None, None
        if hurried:
            self.was_in_time()
        return chosen

    def was_in_time(self) -> None:
        """Notes a choice that came in the time of a hurried call."""
        self._pause_for_hurried.failures = 0

    def was_late(self) -> None:
        """Notes a choice that a hurried call did not wait for: it says nothing of patient ones."""
        self._pause_for_hurried.failed(self._clock())

    def _failed(self, error: ModelUnavailableError) -> None:
        if error.kind is ModelTrouble.REFUSED:  # this question only; the next one may be fine
            return
        self._last = error.kind
        self._pause.failed(self._clock())
        said = error.kind, error.said
        if (error.said or error.kind in _TO_FIX) and said != self._logged:
            self._logged = said
            cure = MODEL_CURES.get(error.kind)
            about = {"trouble": error.kind, "said": error.said, "cure": cure}
            logger.warning("the language model chose nothing", extra=about)

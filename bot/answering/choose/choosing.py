"""Step 3: chooses the statements of an answer: by rank, and by a language model that reads.

If the gate lets a question through, the best statements are the answer. A language model may then
choose others until a deadline; it is asked, too, before anything is refused, and has more time
there, as there is no answer without it. If it is late or fails, the documents' own best statements
stand. If it says that none answers, they go out only if the gate is sure. What it chose far behind
the best, or against the gate's clear no, is a closest rule at most. Where an answer can be replaced
in place, a late choice is waited for.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.answering.check import check
from bot.answering.check.relevance import fits_danger, fits_state, has_the_code
from bot.answering.choose.calls import calls_so_far
from bot.answering.choose.drafting import draft_of
from bot.answering.choose.late import LATER_S, about, call_of
from bot.answering.choose.offer import offered
from bot.answering.choose.timed import TimedModel
from bot.answering.choose.with_qualifier import with_qualified
from bot.answering.criteria.answer_kind import demanded
from bot.answering.find.gate.gate import ABOUT_THE_STORE
from bot.model import (
    Answer,
    Candidate,
    Checked,
    Chosen,
    Evidence,
    Issue,
    ModelCall,
    Question,
    Verdict,
    Wait,
    Written,
)
from bot.model.errors import ModelTrouble, ModelUnavailableError
from bot.model.reason import Reason
from bot.ports import Chooser
from bot.privacy import still_safe
from bot.telemetry import note, step
from knowledge.model.spared import Spared

AGAIN_S = 0.7
"""Seconds that a second call needs; with less time left it is not made."""
SURE = 0.85
"""Gate likelihood from which the best statements go out although the model found no answer.

Telling whether the documents answer a question on their subject is hard for the gate (AUC .55 to
.66 with any sign of words or vectors) and easy for a model that reads. Below this likelihood the
bot refuses and shows the sentences as the closest match. Above it they go out with the lowest
confidence. Without a model, 51 of 79 answers below it are wrong on SQuAD 2 and 2 of 20 on the
sample's questions; above it 182 of 503 and 3 of 41.
"""
_FAR = 6.0
"""Log odds behind the best statement from which a model's choice is a closest rule at most."""


class Choosing:
    """The choices for one question."""

    def __init__(self, own: Chooser, model: TimedModel | None) -> None:
        """Without a model, `own` alone chooses."""
        self._own = own
        self._model = model
        self._began: float | None = None
        self._calls = calls_so_far()
        self._own_choices = 0
        self._denied: set[str] = set()
        self._offers: set[str] = set()
        """The offers that the model has had: it is not asked the same again."""
        self._understood = ""
        self.language = ""
        """The question's language as the model read it; "" if it was not asked."""
        self.troubles: tuple[ModelTrouble, ...] = ()
        """Why the language model chose nothing, one entry a call."""
        self.rejected: tuple[Issue, ...] = ()
        """The check's issues with choices that did not go out."""
        self._kept_calls: list[ModelCall] = []

    @property
    def has_model(self) -> bool:
        """Whether a language model may be asked."""
        return self._model is not None

    @property
    def made(self) -> int:
        """The number of model calls; without any, that of choices by rank."""
        return self._calls.made or self._own_choices

    def noted(self, answer: Answer) -> Answer:
        """Adds the number of choices, the rejected ones, the model's failures and its calls.

        In a thread, the question is spelled out as the model that answered it understood it.
        """
        question = answer.question
        if self._understood and question.earlier and answer.model == self._name:
            spelled = still_safe(self._understood)
            question = replace(question, text=spelled, said=question.own_words)
        return replace(
            answer,
            question=question,
            drafts=self.made,
            rejected=self.rejected,
            troubles=self.troubles,
            calls=tuple(self._kept_calls),
        )

    async def best(self, question: Question, evidence: Evidence) -> Written:
        """Returns the statements that rank best, checked."""
        with step("generate"):
            chosen = await self._own.choose(question, evidence.candidates)
        self._own_choices += 1
        units = [evidence.candidates[place] for place in chosen.places]
        draft = draft_of(units, evidence.candidates)
        with step("check"):
            checked = _fitting(question, check(draft, evidence))
        return Written(checked, self._own.name, draft)

    async def read(
        self, question: Question, evidence: Evidence, likelihood: float, own: Written
    ) -> Written:
        """Returns what the model chooses in place of `own`; that stands if it chooses nothing.

        `likelihood` is the gate's: how likely the evidence answers the question.
        """
        if self._model is None:
            return own
        units = offered(evidence)
        if not units:
            return own
        with Spared("language model"):
            await self._model.warm_up()
            chosen = await self._asked(self._model, question, units, own)
            if chosen is not None:
                return self._weighed(chosen, units, question, evidence, likelihood, own)
            return _doubted(own, likelihood) if self._is_denied(own) else own
        self._trouble(ModelTrouble.BAD_OUTPUT)
        return own

    def _weighed(
        self,
        chosen: Chosen,
        units: Sequence[Candidate],
        question: Question,
        evidence: Evidence,
        likelihood: float,
        own: Written,
    ) -> Written:
        """The model's choice as far as it may go out."""
        self._understood = chosen.understood or self._understood
        self.language = chosen.language or self.language
        if chosen.denies:
            note(model_denies=True)
            # The denial stays valid: a second choice may come too late to be asked again.
            self._denied.update(one.text for one in own.checked.kept[:1])
        if not chosen.places:
            stands = _doubted(own, likelihood) if self._is_denied(own) else own
            return replace(stands, search_again=chosen.search_again)
        picked = [units[place] for place in chosen.places]
        draft = draft_of(list(with_qualified(picked, evidence.candidates)), evidence.candidates)
        with step("check"):
            checked = fits_state(question, check(draft, evidence))
            checked = has_the_code(question, checked)
        is_far = picked[0].score < evidence.candidates[0].score - _FAR
        if checked.kept and (is_far or likelihood < ABOUT_THE_STORE):
            checked = checked.as_nearest(worth_quoting=True)
        if own.checked.kept and not checked.kept:
            self.rejected += checked.issues
            return replace(own, search_again=chosen.search_again)
        return Written(checked, self._name, draft, search_again=chosen.search_again)

    @property
    def _name(self) -> str:
        return self._model.chooser.name if self._model else self._own.name

    def _is_denied(self, own: Written) -> bool:
        return bool(own.checked.kept) and own.checked.kept[0].text in self._denied

    async def _asked(
        self, model: TimedModel, question: Question, units: Sequence[Candidate], own: Written
    ) -> Chosen | None:
        """The model's choice. None if it fails, is late, rests, or the quota is used up."""
        offer = about(question, units)
        pace = self._pace(model, question, own)
        if offer in self._offers or not self._may_call(model, pace):
            return None
        self._offers.add(offer)
        if not await self._calls.take(model.may_be_asked):
            self._trouble(ModelTrouble.QUOTA)
            return None
        try:
            with step("model"):
                return await self._choice_of(model, question, units, pace)
        except ModelUnavailableError as error:
            self._trouble(error.kind)
        finally:
            note(model_calls=self._calls.made)
        return None

    def _pace(self, model: TimedModel, question: Question, own: Written) -> "_Pace":
        """The time for the model; counts from the first call for the question."""
        now = asyncio.get_running_loop().time()
        self._began = now if self._began is None else self._began
        is_answered = bool(own.checked.kept)
        hurried = is_answered or question.wait is Wait.SHORT or not model.has_time
        deadline = self._began + (model.budget_s if hurried else model.patience_s)
        may_last = is_answered and question.wait is Wait.EDITABLE and model.has_time
        if may_last and model.rests(hurried=True):
            deadline = now  # it is late each time
        return _Pace(deadline, self._began + LATER_S, hurried=hurried, may_last=may_last)

    def _may_call(self, model: TimedModel, pace: "_Pace") -> bool:
        rests = model.rests(hurried=pace.hurried and not pace.may_last)
        first = self._calls.made == 0
        if first and rests:
            self._trouble(ModelTrouble.RESTS)
        left = pace.deadline - asyncio.get_running_loop().time()
        return self._calls.left and (first or left >= AGAIN_S) and not rests

    async def _choice_of(
        self, model: TimedModel, question: Question, units: Sequence[Candidate], pace: "_Pace"
    ) -> Chosen:
        """The choice of a call. Raises ModelUnavailableError, also if it may come later."""
        until = pace.until if pace.may_last else pace.deadline
        hurried = pace.hurried and not pace.may_last
        choice = model.choose(question, units, until, hurried=hurried)
        if question.wait is not Wait.EDITABLE:
            return await choice
        choosing = asyncio.create_task(choice)
        self._kept_calls.append(call_of(question, units, choosing))
        try:
            async with asyncio.timeout_at(pace.deadline if pace.may_last else None):
                chosen = await asyncio.shield(choosing)
        except TimeoutError as error:
            model.was_late()
            self._kept_calls[-1] = replace(self._kept_calls[-1], late=True)
            raise ModelUnavailableError(ModelTrouble.TIMEOUT) from error
        except asyncio.CancelledError:  # nobody waits for the answer any more
            choosing.cancel()
            raise
        if pace.hurried:
            model.was_in_time()
        return chosen

    def _trouble(self, trouble: ModelTrouble) -> None:
        note(model_trouble=trouble)
        self.troubles += (trouble,)


@dataclass(frozen=True, slots=True)
class _Pace:
    """The model's time for one question, by the clock of the event loop."""

    deadline: float
    until: float
    """When a choice that may come later has to be made."""
    hurried: bool
    """Whether an answer, or a dialog, waits for it."""
    may_last: bool
    """Whether a late choice may replace the answer."""


def _doubted(own: Written, likelihood: float) -> Written:
    """Handles the best statements after a denial: marks them doubtful, or refuses below `SURE`."""
    if likelihood >= SURE:
        return replace(own, doubted=True)
    safe = own.checked
    issues = (*safe.issues, Issue(Reason.MODEL_FOUND_NONE, 0))
    return Written(Checked(Verdict.INSUFFICIENT, issues=issues, nearest=safe.kept), draft=own.draft)


def _fitting(question: Question, checked: Checked) -> Checked:
    """Drops what ranks best and fits the question's case all the same not."""
    fitting = has_the_code(question, fits_state(question, checked))
    return demanded(question, fits_danger(question, fitting))

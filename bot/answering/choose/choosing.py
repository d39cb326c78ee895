"""Step 3: a draft that passes the check, in time, even if the language model fails.

If the gate lets a question through, the extractive draft is written first. The language model then
has until a deadline. If it is late, fails, or writes sentences that the check drops, the extractive
draft goes out. If the model says that the passages hold no answer, the extractive draft goes out
only when the gate is sure. If the gate stops a question, the model may still find an answer: there
is none without it, so it gets more time. Where an answer can be replaced in place, a late draft is
written to its end.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.answering.check import check
from bot.answering.check.relevance.cases import covers_case
from bot.answering.check.relevance.other_code import has_the_code
from bot.answering.check.relevance.other_state import fits_state
from bot.answering.check.relevance.own_case import fits_own_case
from bot.answering.check.relevance.unsaid_danger import fits_danger
from bot.answering.choose.calls import calls_so_far
from bot.answering.choose.late import LATER_S, call_of
from bot.answering.choose.own_words import quoted_in
from bot.answering.choose.timed import TimedModel
from bot.answering.criteria.answer_kind import demanded
from bot.model import (
    Answer,
    Checked,
    Draft,
    Evidence,
    Issue,
    ModelCall,
    Question,
    Sentence,
    Verdict,
    Wait,
    Written,
)
from bot.model.errors import ModelTrouble, ModelUnavailableError
from bot.model.reason import Reason
from bot.ports import ChatModel
from bot.telemetry import note, step
from knowledge.language.sentences import normalised
from knowledge.model.spared import Spared

AGAIN_S = 0.7
"""Seconds that a second call needs; with less time left it is not made."""
SURE = 0.85
"""Gate likelihood from which the extractive draft goes out although the model found no answer.

Telling whether the documents answer a question on their subject is hard for the gate (AUC .55 to
.66 with any sign of words or vectors) and easy for a model that reads. Below this likelihood the
bot refuses and shows the sentences as the closest match. Above it they go out with the lowest
confidence. Without a model, 51 of 79 answers below it are wrong on SQuAD 2 and 2 of 20 on the
sample's questions; above it 182 of 503 and 3 of 41.
"""
MOST_QUOTED = 3
"""Statements that replace a model's sentences: a quoted table row may stand in many."""


logger = logging.getLogger(__name__)


class Race:
    """The drafts of one question."""

    def __init__(self, extractive: ChatModel, racer: TimedModel | None) -> None:
        """Without a racer only the extractive draft is written."""
        self._extractive = extractive
        self._racer = racer
        self._began: float | None = None
        self._calls = calls_so_far()
        self._own_drafts = 0
        self._denied: set[str] = set()
        self._last: Written | None = None
        self.troubles: tuple[ModelTrouble, ...] = ()
        """Why the language model gave no draft, one entry a call."""
        self.rejected: tuple[Issue, ...] = ()
        """The check's issues with drafts that did not go out."""
        self._kept_calls: list[ModelCall] = []

    @property
    def drafts(self) -> int:
        """The number of model calls; without any, that of extractive drafts."""
        return self._calls.made or self._own_drafts

    def noted(self, answer: Answer) -> Answer:
        """Adds the drafts' number, the rejected sentences, the model's failures and its calls."""
        return replace(
            answer,
            drafts=self.drafts,
            rejected=self.rejected,
            troubles=self.troubles,
            calls=tuple(self._kept_calls),
        )

    async def written(
        self, question: Question, evidence: Evidence, likelihood: float = 1.0
    ) -> Written:
        """Returns the model's draft if it passes the check, else the extractive one, checked.

        `likelihood` is the gate's: how likely the evidence answers the question.
        """
        with step("generate"):
            draft = await self._extractive.draft(question, evidence)
        self._own_drafts += 1
        safe = _checked(draft, question, evidence)
        if self._racer is not None:
            better = await self._raced(self._racer, question, evidence, safe)
            if better is not None:
                return better
        own = Written(safe, self._extractive.name, draft)
        denied = bool(safe.kept) and safe.kept[0].text in self._denied
        return _doubted(own, likelihood) if denied else own

    async def read(self, question: Question, evidence: Evidence) -> Written | None:
        """Lets the model alone answer a question that the gate stopped. None if nothing passes.

        The extractive draft is no fallback here, as the gate found no sentence likely. If the check
        drops the model's wording, the statements that it quoted go out.
        """
        if self._racer is None:
            return None
        nothing = Checked(Verdict.INSUFFICIENT)
        written = await self._raced(self._racer, question, evidence, nothing)
        with Spared("language model"):
            return written or self._quoted(question, evidence)
        return None

    def _quoted(self, question: Question, evidence: Evidence) -> Written | None:
        """The statements quoted by the model's last draft, checked. None if none passes."""
        if self._last is None:
            return None
        found = quoted_in(self._last.draft)
        own = replace(found, sentences=found.sentences[:MOST_QUOTED])
        checked = _checked(own, question, evidence)
        return replace(self._last, checked=checked, draft=own) if checked.kept else None

    async def _raced(
        self, racer: TimedModel, question: Question, evidence: Evidence, safe: Checked
    ) -> Written | None:
        """The model's best draft. None if none passes, or its side fails in whichever way."""
        with Spared("language model"):
            await racer.warm_up()
            return await self._best_of(racer, question, evidence, safe)
        self._trouble(ModelTrouble.BAD_OUTPUT)
        return None

    async def _best_of(
        self, racer: TimedModel, question: Question, evidence: Evidence, safe: Checked
    ) -> Written | None:
        best: Written | None = None
        tried: list[Written] = []
        feedback: Sequence[Issue] = ()
        pace = self._pace(racer, question, safe)
        while self._may_call(racer, pace):
            draft = await self._drafted(racer, question, evidence, feedback, pace)
            if draft is not None and draft.denies and best is None:
                note(model_denies=True)
                self._last = None
                # The denial stays valid: a second try may come too late to be asked again.
                self._denied.update(one.text for one in safe.kept[:1])
            if draft is None or not draft.sentences:
                break
            checked = _checked(draft, question, evidence)
            tried.append(Written(checked, racer.model.name, draft))
            self._last = tried[-1]
            holds = checked.verdict is Verdict.PASS and not checked.issues
            best = tried[-1] if holds or _still_answers(tried[-1], safe) else best
            if holds:
                break
            feedback = checked.issues
        self.rejected += tuple(
            issue for one in tried if one is not best for issue in one.checked.issues
        )
        return best

    def _pace(self, racer: TimedModel, question: Question, safe: Checked) -> "_Pace":
        """The time for the model; counts from the first call for the question."""
        now = asyncio.get_running_loop().time()
        self._began = now if self._began is None else self._began
        hurried = bool(safe.kept) or question.wait is Wait.SHORT or not racer.has_time
        deadline = self._began + (racer.budget_s if hurried else racer.patience_s)
        may_last = bool(safe.kept) and question.wait is Wait.EDITABLE and racer.has_time
        if may_last and racer.rests(hurried=True):
            deadline = now  # it is late each time
        return _Pace(deadline, self._began + LATER_S, hurried=hurried, may_last=may_last)

    def _may_call(self, racer: TimedModel, pace: "_Pace") -> bool:
        rests = racer.rests(hurried=pace.hurried and not pace.may_last)
        first = self._calls.made == 0
        if first and rests:
            self._trouble(ModelTrouble.RESTS)
        left = pace.deadline - asyncio.get_running_loop().time()
        return self._calls.left and (first or left >= AGAIN_S) and not rests

    async def _drafted(
        self,
        racer: TimedModel,
        question: Question,
        evidence: Evidence,
        feedback: Sequence[Issue],
        pace: "_Pace",
    ) -> Draft | None:
        """The model's draft. None if it fails, is late, or the quota is used up."""
        if not await self._calls.take(racer.may_be_asked):
            self._trouble(ModelTrouble.QUOTA)
            return None
        try:
            with step("model"):
                return await self._draft_of(racer, question, evidence, feedback, pace)
        except ModelUnavailableError as error:
            self._trouble(error.kind)
        finally:
            note(model_calls=self._calls.made)
        return None

    async def _draft_of(
        self,
        racer: TimedModel,
        question: Question,
        evidence: Evidence,
        feedback: Sequence[Issue],
        pace: "_Pace",
    ) -> Draft:
        """The draft of a call. Raises ModelUnavailableError, also if it may come later."""
        until = pace.until if pace.may_last else pace.deadline
        hurried = pace.hurried and not pace.may_last
        drafting = racer.draft(question, evidence, feedback, until, hurried=hurried)
        if question.wait is not Wait.EDITABLE:
            return await drafting
        writing = asyncio.create_task(drafting)
        self._kept_calls.append(call_of(question, evidence, feedback, writing))
        try:
            async with asyncio.timeout_at(pace.deadline if pace.may_last else None):
                draft = await asyncio.shield(writing)
        except TimeoutError as error:
            racer.was_late()
            self._kept_calls[-1] = replace(self._kept_calls[-1], late=True)
            raise ModelUnavailableError(ModelTrouble.TIMEOUT) from error
        except asyncio.CancelledError:  # nobody waits for the answer any more
            writing.cancel()
            raise
        if pace.hurried:
            racer.was_in_time()
        return draft

    def _trouble(self, trouble: ModelTrouble) -> None:
        note(model_trouble=trouble)
        self.troubles += (trouble,)


@dataclass(frozen=True, slots=True)
class _Pace:
    """The model's time for one question, by the clock of the event loop."""

    deadline: float
    until: float
    """When a draft that may come later has to be written."""
    hurried: bool
    """Whether an answer, or a dialog, waits for it."""
    may_last: bool
    """Whether a late draft may replace the answer."""


def _doubted(own: Written, likelihood: float) -> Written:
    """Handles an extractive draft after a denial: marks it doubtful, or refuses below `SURE`."""
    if likelihood >= SURE:
        return replace(own, doubted=True)
    safe = own.checked
    issues = (*safe.issues, Issue(Reason.MODEL_FOUND_NONE, 0))
    return Written(Checked(Verdict.INSUFFICIENT, issues=issues, nearest=safe.kept), draft=own.draft)


def _checked(draft: Draft, question: Question, evidence: Evidence) -> Checked:
    with step("check"):
        fitting = fits_state(question, check(draft, question, evidence))
        fitting = has_the_code(question, fits_own_case(question, fitting, evidence.found))
        fitting = fits_danger(question, fitting)
        return covers_case(question, demanded(question, fitting))


def _still_answers(written: Written, safe: Checked) -> bool:
    """Whether a draft that lost sentences still answers: the lost one may have been the answer.

    A remaining sentence must share a quote with the best extractive one. Without an extractive
    draft the model's first sentence must remain: its instructions put the answer there.
    """
    part = written.checked
    if part.verdict is not Verdict.PASS:
        return False
    if not safe.kept:
        return part.kept[0].text == written.draft.sentences[0].text
    best = _quotes(safe.kept[:1])
    return any(one in other or other in one for one in _quotes(part.kept) for other in best)


def _quotes(sentences: Sequence[Sentence]) -> list[str]:
    return [normalised(one.quote) for sentence in sentences for one in sentence.citations]

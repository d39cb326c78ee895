"""Step 3: a draft that passes the check, in time, whatever becomes of the language model.

Where the gate lets a question through, the extractive draft is made. A language model races a
deadline; where it is late, fails, or writes what the check drops, the extractive draft goes out.
Where the model has read the passages and finds no answer in them, the extractive draft needs a gate
that is sure. Where the gate doubts, the model may find what it does not see.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace

from bot.answering.check import check
from bot.answering.check.relevance.cases import thought_of
from bot.answering.criteria.answer_kind import demanded
from bot.answering.write.language_model import Racer
from bot.answering.write.own_words import quoted_in
from bot.model import Answer, Checked, Draft, Evidence, Issue, Question, Sentence, Verdict, Written
from bot.model.errors import ModelTrouble, ModelUnavailableError
from bot.model.reason import Reason
from bot.ports import ChatModel
from bot.telemetry import note, step
from knowledge.language.sentences import normalised

MOST_CALLS = 2
"""Of the model, for one question."""
AGAIN_S = 0.7
"""Seconds that a second call needs; with less left there is none."""
SURE = 0.85
"""Likelihood from which on the documents' own sentences go out against the word of the model.

The gate hardly sees whether a question about the subject is answered (AUC .55 to .66 with any sign
of words or vectors), and that is what a model that reads is good at. Below, its word makes a
refusal the likelier truth, and the sentences are kept as the nearest. Above, they are verbatim, and
go out with the lowest confidence. Without a model 51 of 79 answers below it are wrong on SQuAD 2
and 2 of 20 on the sample's questions; above it 182 of 503 and 3 of 41.
"""
MOST_QUOTED = 3
"""Sentences that go out for those that a model quotes: a table's row may stand in many."""


logger = logging.getLogger(__name__)


class Race:
    """The drafts of one question."""

    def __init__(self, extractive: ChatModel, racer: Racer | None) -> None:
        """Without a racer the extractive model writes alone."""
        self._extractive = extractive
        self._racer = racer
        self._deadline: float | None = None
        self._calls = 0
        self._own_drafts = 0
        self._denied: set[str] = set()
        self._last: Written | None = None
        self.troubles: tuple[ModelTrouble, ...] = ()
        """Why the language model gave no draft, each time."""
        self.rejected: tuple[Issue, ...] = ()
        """What the check had against drafts that did not go out."""

    @property
    def drafts(self) -> int:
        """How often something was written, by the language model where it was asked."""
        return self._calls or self._own_drafts

    def noted(self, answer: Answer) -> Answer:
        """The answer with what became of the drafts."""
        return replace(answer, drafts=self.drafts, rejected=self.rejected, troubles=self.troubles)

    async def written(
        self, question: Question, evidence: Evidence, likelihood: float = 1.0
    ) -> Written:
        """Return the model's draft where it holds, else the extractive one, both checked.

        The likelihood is the gate's, that the evidence answers at all.
        """
        with step("generate"):
            draft = await self._extractive.draft(question, evidence)
        self._own_drafts += 1
        safe = _checked(draft, question, evidence)
        if self._racer is not None:
            await self._racer.warm_up()
            better = await self._raced(self._racer, question, evidence, safe)
            if better is not None:
                return better
        own = Written(safe, self._extractive.name, draft)
        denied = bool(safe.kept) and safe.kept[0].text in self._denied
        return _doubted(own, likelihood) if denied else own

    async def read(self, question: Question, evidence: Evidence) -> Written | None:
        """Return what the model finds where the gate doubts; None where nothing of it holds.

        Without the gate nothing tells which of the documents' own sentences answers. Where the
        check throws away what the model made of its quotes, the sentences that it quotes go out.
        """
        if self._racer is None:
            return None
        await self._racer.warm_up()
        nothing = Checked(Verdict.INSUFFICIENT)
        return await self._raced(self._racer, question, evidence, nothing) or self._quoted(
            question, evidence
        )

    def _quoted(self, question: Question, evidence: Evidence) -> Written | None:
        """What the model quoted at last, in the documents' own words."""
        if self._last is None:
            return None
        found = quoted_in(self._last.draft)
        own = replace(found, sentences=found.sentences[:MOST_QUOTED])
        checked = _checked(own, question, evidence)
        return replace(self._last, checked=checked, draft=own) if checked.kept else None

    async def _raced(
        self, racer: Racer, question: Question, evidence: Evidence, safe: Checked
    ) -> Written | None:
        best: Written | None = None
        tried: list[Written] = []
        feedback: Sequence[Issue] = ()
        while self._may_call(racer):
            draft = await self._drafted(racer, question, evidence, feedback)
            if draft is not None and draft.denies and best is None:
                note(model_denies=True)
                self._last = None
                # A second try may find nothing better, and have no time left to ask again.
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

    def _may_call(self, racer: Racer) -> bool:
        now = asyncio.get_running_loop().time()
        if self._deadline is None:
            self._deadline = now + racer.budget_s
        if self._calls == 0 and racer.rests:
            self._trouble(ModelTrouble.RESTS)
        in_time = self._calls == 0 or self._deadline - now >= AGAIN_S
        return self._calls < MOST_CALLS and in_time and not racer.rests

    async def _drafted(
        self, racer: Racer, question: Question, evidence: Evidence, feedback: Sequence[Issue]
    ) -> Draft | None:
        """What the model wrote; None when it gave nothing in time."""
        if not await racer.may_be_asked():
            self._trouble(ModelTrouble.QUOTA)
            return None
        self._calls += 1
        note(model_calls=self._calls)
        try:
            with step("model"):
                async with asyncio.timeout_at(self._deadline):
                    draft = await racer.model.draft(question, evidence, feedback)
        except TimeoutError:
            self._trouble(ModelTrouble.TIMEOUT)
            racer.failed(ModelTrouble.TIMEOUT)
        except ModelUnavailableError as error:
            self._trouble(error.kind)
            racer.failed(error.kind)
        else:
            racer.worked()
            return draft
        return None

    def _trouble(self, trouble: ModelTrouble) -> None:
        note(model_trouble=trouble)
        self.troubles += (trouble,)


def _doubted(own: Written, likelihood: float) -> Written:
    """The extractive draft where the model says that the passages hold no answer."""
    if likelihood >= SURE:
        return replace(own, doubted=True)
    safe = own.checked
    issues = (*safe.issues, Issue(Reason.MODEL_FOUND_NONE, 0))
    return Written(Checked(Verdict.INSUFFICIENT, issues=issues, nearest=safe.kept), draft=own.draft)


def _checked(draft: Draft, question: Question, evidence: Evidence) -> Checked:
    with step("check"):
        return thought_of(question, demanded(question, check(draft, question, evidence)))


def _still_answers(written: Written, safe: Checked) -> bool:
    """Whether what is left rests on the words that fit best: what fell may have been the answer.

    Where nothing is known to fit, the first sentence has to be left: that is what a model is told
    to answer with.
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

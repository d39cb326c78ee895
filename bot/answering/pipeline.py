"""The five steps from a question to an answer, with one retry."""

import asyncio
import math
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from itertools import chain

from bot.answering.caching import Answers, Make, key_of
from bot.answering.chosen import from_chosen
from bot.answering.classify import classify, narrowed
from bot.answering.clearing import cleared
from bot.answering.conflict import compared, with_others
from bot.answering.continuing import about, answers, continued, turn_of
from bot.answering.emergency import in_emergency
from bot.answering.evidence import weigh
from bot.answering.finalize import finalize, not_in_force
from bot.answering.gate import Gate
from bot.answering.lacking import lacking
from bot.answering.length import in_length
from bot.answering.own_words import in_own_words
from bot.answering.passages import passages
from bot.answering.racing import SURE, Race, Racer
from bot.answering.refusing import Corpus, nearest_of, refuse
from bot.answering.several import groups_of, together
from bot.answering.suggestions import Clickable, Clock, Suggestions
from bot.answering.talking import talked
from bot.answering.then import likelier_then
from bot.answering.traced import traced
from bot.answering.upcoming import upcoming
from bot.answering.versions import compared_or_new, counted, dated, with_day
from bot.model import (
    Answer,
    Checked,
    Confidence,
    Evidence,
    Judged,
    Length,
    Nearest,
    Question,
    Turn,
    Verdict,
    Written,
)
from bot.ports import ChatModel, Index, Search
from bot.privacy import Redactor
from bot.telemetry import apart, step
from bot.understood import Talk, Understood

ATTEMPTS = 2
LIMIT = 8
"""Passages that an answer is made from; two more on the second attempt."""
ENOUGH = 0.55
"""Likelihood, that the first statement is right, from which on it is answered from."""
ABOUT_THE_STORE = 0.05
"""Below this likelihood a question is not about the store at all."""

_TO_SUGGEST_S = 0.13
"""So long an answer may have taken, beside a language model's time, for more than one suggestion to
be tried: that takes as long as a question, and both together no more than a quarter of a second."""
_CLEARLY_BETTER = 1.2
"""How far before what is in force a rule to come is the one that was asked for, in log odds."""

_BY_ITSELF = frozenset(Talk) - {Talk.EMPTY, Talk.TOO_SHORT}
"""What leans on no question before; a word alone may: "and clothes?"."""


class Answering:
    """Answers questions from the store's documents."""

    def __init__(
        self,
        index: Index,
        model: ChatModel,
        corpus: Corpus,
        gate: Gate | None = None,
        racer: Racer | None = None,
        answers: Answers | None = None,
        length: Length = Length.NORMAL,
        redactor: Redactor | None = None,
        *,
        suggests: bool = True,
        clock: Clock = time.monotonic,
    ) -> None:
        """Without a gate, the product's own weights decide; without a racer, the model alone.

        Without answers, each is made anew. Who only compares answers needs no suggestions.
        """
        self._index = index
        self._model = model
        self._corpus = corpus
        self._gate = gate or Gate.shipped()
        self._racer = racer
        self._answers = answers
        self._length = length
        self._redactor = redactor or Redactor()
        self._clock = clock
        # A language model that denies an answer is believed below that.
        least = SURE if racer else 0.0
        self._suggestions = Suggestions(self._redactor, least, clock) if suggests else None

    async def answer(self, question: Question, before: Turn | None = None) -> Answer:
        """Answer from the documents, or say honestly why not. Raises KnowledgeError, BotError.

        A message that leans on the question before in its thread stands by itself in the answer.
        """
        return traced(await self._whole(question, before), question)

    async def _whole(self, question: Question, before: Turn | None) -> Answer:
        until = self._clock() + _TO_SUGGEST_S + (self._racer.budget_s if self._racer else 0.0)
        question, understood = _understood(question, before)
        if understood.talk:
            return cleared(talked(question, understood, self._corpus), self._redactor)
        # One index for all searches of a question: an answer never mixes two.
        async with self._index.pinned() as search:
            answer = await self._from(search, question, understood, before)
            if len(understood.parts) == 1:
                answer = await self._with_suggestions(answer, question, search, until)
            return replace(answer, index=search.generation)

    async def _from(
        self, search: Search, question: Question, understood: Understood, before: Turn | None
    ) -> Answer:
        if len(understood.parts) == 1:
            make = partial(self._single, question, understood, search)
            # What was said before in a thread may show in its answers.
            return await (
                make()
                if before or question.earlier
                else self._known(question, understood, search, make)
            )
        # At the same time: a language model has its seconds for each of them.
        groups = groups_of(question, understood.parts)
        each = await asyncio.gather(*(self._in_turn(group, search) for group in groups))
        answers = list(chain.from_iterable(each))
        whole = replace(together(question, answers, understood.parts), understood=understood)
        return cleared(whole, self._redactor)

    async def _in_turn(self, questions: Sequence[Question], search: Search) -> list[Answer]:
        """Answer each as what goes on with the one before it."""
        answers: list[Answer] = []
        for one in questions:
            before = turn_of(answers[-1]) if answers else None
            answers.append(await self._one(*_understood(one, before), search, self._racer))
        return answers

    async def _known(
        self, question: Question, understood: Understood, search: Search, make: Make
    ) -> Answer:
        """The answer that was made before for the same question, else a new one."""
        if self._answers is None:
            return await make()
        model = self._racer.model if self._racer else self._model
        key = key_of(question, understood, search.generation, model.name, repr(self._gate))
        answer = await self._answers.answer(key, search.generation, make)
        return replace(answer, question=replace(answer.question, text=question.text))

    async def _single(self, question: Question, understood: Understood, search: Search) -> Answer:
        return cleared(await self._one(question, understood, search, self._racer), self._redactor)

    async def _with_suggestions(
        self, answer: Answer, question: Question, search: Search, until: float
    ) -> Answer:
        if self._suggestions is None or not answer.citations:
            return answer
        # What is asked to see whether it is answered is no step of this question.
        with step("suggest"), apart():
            ask = partial(self._by_itself, search)
            below = Clickable(answer, question, search, ask, until)
            others = await self._suggestions.below(below)
        return replace(answer, suggestions=others)

    async def _by_itself(self, search: Search, question: Question) -> Answer:
        """The answer to a question alone, without a language model; to several there is none."""
        question, understood = _understood(question, None)
        if len(understood.parts) > 1:
            return refuse(question, Verdict.INSUFFICIENT, self._corpus)
        return await self._one(question, understood, search, None)

    async def _one(
        self, question: Question, understood: Understood, search: Search, racer: Racer | None
    ) -> Answer:
        if understood.talk:
            return talked(question, understood, self._corpus)
        asked = await dated(narrowed(question, understood), understood, search)
        answer = await in_emergency(asked, search)
        answer = answer or await compared_or_new(asked, understood, search)
        if answer is None:
            today = question.filters.as_of
            answer = counted(await self._answered(asked, search, today, racer), asked)
            answer = with_day(answer, today)
        return replace(answer, understood=understood)

    async def _answered(
        self, question: Question, search: Search, today: date, racer: Racer | None
    ) -> Answer:
        race = Race(self._model, racer)
        return race.noted(await self._tried(question, search, race, today))

    async def _tried(self, question: Question, search: Search, race: Race, today: date) -> Answer:
        evidence, written, sought = Evidence(), Written(Checked(Verdict.INSUFFICIENT)), question
        asked, best, limit = question, Judged(), LIMIT
        nearest: Nearest | None = None
        for attempt in range(1, ATTEMPTS + 1):
            limit = LIMIT + 2 * (attempt - 1)
            asked, evidence = await self._found(sought, search, limit)
            judged = self._gate.judged(evidence)
            judged = await likelier_then(judged, evidence, asked, search, today)
            best = max(best, judged, key=lambda one: one.likelihood)
            # Asked what held on a day that has passed, nobody wants what came after it.
            if attempt == 1 and question.filters.as_of >= today:
                then = await self._later(asked, evidence, judged, search, race)
                if isinstance(then, Answer):
                    return then
                nearest = then if then and not then.missing else None
            written = await self._written(asked, evidence, judged.likelihood, search, race)
            if written.checked.kept:
                with step("finalize"):
                    answer = finalize(asked, written.checked, evidence, judged.likelihood, attempt)
                return as_written(replace(answer, judged=best, limit=limit), written)
            nearest = nearest or nearest_of(written.checked, evidence)
            sought = replace(question, filters=question.filters.widened())
            race.rejected += written.checked.issues if attempt < ATTEMPTS else ()

        if nearest:
            nearest = await with_others(question, nearest, search)
        with step("finalize"):
            checked = written.checked
            refusal = refuse(
                asked,
                Verdict.INSUFFICIENT if nearest else checked.verdict,
                self._corpus,
                evidence,
                ATTEMPTS,
                checked.issues,
                nearest,
            )
        return replace(refusal, judged=best, limit=limit, draft=written.draft)

    async def _found(
        self, question: Question, search: Search, limit: int
    ) -> tuple[Question, Evidence]:
        """The evidence, and the question in the wording that it is likeliest to answer."""
        if not question.wordings:
            return question, await _retrieved(question, search, limit)
        found: list[tuple[Question, Evidence]] = []
        for wording in question.wordings:
            # The first one was looked through for days: they are no words of the documents.
            joined = wording == question.wordings[0]
            sought = question.sought if joined else None
            asked = replace(question.worded(wording), sought=sought)
            evidence = await _retrieved(asked, search, limit, read=not joined)
            found.append((asked, about(question.text, evidence)))
        return max(found, key=lambda one: self._gate.judged(one[1]).likelihood)

    async def _later(
        self, question: Question, evidence: Evidence, now: Judged, search: Search, race: Race
    ) -> Answer | Nearest | None:
        """What is to hold from a later day on, where that fits much better than what holds now.

        Where it is no answer, what is nearest in it to one.
        """
        least, nearest = _best_score(evidence) + _CLEARLY_BETTER, None
        async for then, later in upcoming(question, search):
            if _best_score(later) < least:
                continue
            # It fits better than what holds now, so it is no less likely to be what was asked for.
            judged = max(self._gate.judged(later), now, key=lambda one: one.likelihood)
            written = await self._written(then, later, judged.likelihood, search, race)
            if written.checked.kept:
                lead = not_in_force(then.filters.as_of, question.language)
                answer = finalize(question, written.checked, later, judged.likelihood, 1, lead)
                return as_written(replace(answer, judged=judged, limit=LIMIT), written)
            nearest = nearest or nearest_of(written.checked, later)
        return nearest

    async def _written(
        self, question: Question, evidence: Evidence, likely: float, search: Search, race: Race
    ) -> Written:
        if likely < ABOUT_THE_STORE:
            return Written(Checked(Verdict.OFF_TOPIC))
        if likely >= ENOUGH:
            written = await race.written(question, evidence, likely)
        else:
            read = await race.read(question, evidence)
            written = read or Written(lacking(question, evidence, likely))
        with step("check"):
            # Documents are compared in their own words: a model's would hide that they disagree.
            own = replace(written.checked, kept=in_own_words(written.checked.kept, evidence))
            checked = own if question.document else await compared(question, own, search)
        if checked.verdict is Verdict.CONFLICT:
            return replace(written, checked=checked, model=self._model.name)
        checked = written.checked
        return replace(written, checked=in_length(checked, self._length, question, evidence))


def as_written(answer: Answer, written: Written) -> Answer:
    """The answer with what was written for it, and by whom; what a model denies is not sure."""
    confidence = Confidence.LOW if written.doubted else answer.confidence
    return replace(answer, draft=written.draft, model=written.model, confidence=confidence)


def _understood(question: Question, before: Turn | None) -> tuple[Question, Understood]:
    """What a message is about; where it leans on the question before, in the words of both."""
    with step("classify"):
        today = question.filters.as_of
        question = from_chosen(question, before) or question
        before = None if question.document else before
        understood = classify(question.text, today)
        by_itself = understood.talk in _BY_ITSELF and not answers(question.text, before)
        wordings = () if by_itself else continued(question.text, before)
        if wordings:
            whole = classify(wordings[0], today)
            understood = replace(whole, talk=None, parts=wordings[:1])
        return replace(question, wordings=wordings), understood


def _best_score(evidence: Evidence) -> float:
    """How well the best statement fits the question."""
    return max((one.score for one in evidence.candidates), default=-math.inf)


async def _retrieved(
    question: Question, search: Search, limit: int, *, read: bool = True
) -> Evidence:
    with step("retrieve"):
        found = await passages(question, search, limit)
        if question.document:
            found = found.of(question.document)
        return await weigh(question, found, search, read=read)

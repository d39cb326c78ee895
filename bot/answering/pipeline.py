"""Answers a message: finds its questions, looks in the cache, answers each, suggests more."""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from itertools import chain

from bot.answering.answer_cache import Answers, key_of
from bot.answering.attempts import Attempts
from bot.answering.choose.calls import of_one_question
from bot.answering.choose.choosing import SURE, Choosing
from bot.answering.choose.late import KnownChoices, choices_of, is_better_chosen
from bot.answering.choose.timed import TimedModel
from bot.answering.find.gate.gate import Gate
from bot.answering.follow_ups import Told, as_said, likeliest
from bot.answering.reply.answer import MOST_CITATIONS
from bot.answering.reply.closest import sharing_words
from bot.answering.reply.leaving import cleared, no_longer_in_force, traced, with_true_absence
from bot.answering.reply.next_questions.meanwhile import Meanwhile
from bot.answering.reply.next_questions.suggestions import MOST, Clickable, Clock, Suggestions
from bot.answering.reply.notes import NOTES
from bot.answering.reply.notes.last_day import with_day
from bot.answering.reply.question_back.worth import if_worth_asking
from bot.answering.reply.refusal import refuse, with_whom_to_ask
from bot.answering.reply.several import together
from bot.answering.shortcuts import SHORTCUTS, WAYS
from bot.answering.shortcuts.catalogue import is_left_to_rules
from bot.answering.shortcuts.fixed import fixed
from bot.answering.shortcuts.rule_in_full import talked
from bot.answering.shortcuts.said import Said
from bot.answering.shortcuts.whats_new import dated
from bot.answering.understand import (
    as_typed,
    narrowed,
)
from bot.answering.understand.in_thread import read_in_thread
from bot.answering.understand.questions import groups_of
from bot.answering.wording.wording import Wording
from bot.model import (
    Answer,
    Evidence,
    Length,
    Question,
    SafeText,
    Turn,
    Verdict,
    Wait,
)
from bot.model.errors import BotError
from bot.model.said import Corpus, turn_of
from bot.model.understood import Understood
from bot.model.written import ANSWERED
from bot.ports import Chooser, Index, Pins, Search, Tries
from bot.privacy import Redactor
from bot.telemetry import apart, step
from knowledge.model.documents import Filters
from knowledge.model.errors import KnowledgeError
from knowledge.model.spared import Spared

_TO_SUGGEST_S = 0.13
"""After so long, not counting a language model's time, one suggestion at most is tried. A try takes
as long as a question, and both together should stay below a quarter of a second."""


class Answering:
    """Answers questions from the store's documents."""

    def __init__(
        self,
        index: Index,
        model: Chooser,
        corpus: Corpus,
        gate: Gate | None = None,
        racer: TimedModel | None = None,
        answers: Answers | None = None,
        length: Length = Length.NORMAL,
        redactor: Redactor | None = None,
        *,
        suggests: bool = True,
        clock: Clock = time.monotonic,
        emergency_number: str = "119",
        wording: Wording | None = None,
        rules: str = "",
        tries: Tries | None = None,
        pins: Pins | None = None,
    ) -> None:
        """Without a gate, the product's own weights decide; without a racer, only `model` writes.

        `answers` is the cache. Turn off `suggests` where answers are only compared.
        `tries` keeps what suggestions would answer by these `rules`. `pins` are fixed answers.
        """
        self._emergency_number = emergency_number
        self._pins = pins
        self._index = index
        self._model = model
        self._corpus = corpus
        self._gate = gate or Gate.shipped()
        self._racer = racer
        self._answers = answers
        self._length = length
        self._attempts = Attempts(self._gate, corpus, length, model.name, wording)
        self._wording = wording
        self._redactor = redactor or Redactor()
        self._clock = clock
        # Below `SURE` a language model's denial makes a refusal, so a click might be refused.
        least = SURE if racer else 0.0
        self._suggestions: Suggestions | None = None
        if suggests:
            self._suggestions = Suggestions(self._redactor, least, clock, rules, tries)
        self._meanwhile = Meanwhile(self._suggestions, index, self._tried)

    async def answer(self, question: Question, before: Turn | None = None) -> Answer:
        """Answers from the documents, or refuses. Raises KnowledgeError, BotError.

        `before` is the thread's last turn. The answer's question has a follow-up spelled out.
        """
        with self._meanwhile.waited_for(), of_one_question():
            answer: Answer | None = None
            with Spared("answer", BotError, KnowledgeError):
                answer = with_true_absence(await self._whole(question, before))
                answer = as_typed(answer, question.text)
            answer = answer or await self._plainly(question)
        return traced(answer, question)

    async def _plainly(self, question: Question) -> Answer:
        """The passages that a search finds, in their own words, as the closest rules.

        Raises BotError if there are none.
        """
        async with self._index.pinned() as search:
            found = await search.find(question.text, question.filters, MOST_CITATIONS)
            rules = sharing_words(question, found)
            if not rules:
                raise BotError("a bug stopped the answer, and no passage is near")
            insufficient, evidence = Verdict.INSUFFICIENT, Evidence(found)
            answer = refuse(question, insufficient, self._corpus, evidence, 1, others=rules)
            answer = cleared(with_true_absence(answer), self._redactor)
            return replace(answer, index=search.generation)

    async def suggest_meanwhile(
        self, filters: Callable[[], Filters], leads: Callable[[], bool] = lambda: True
    ) -> None:
        """Tries what may be asked next while nobody waits, until it is cancelled.

        `filters` gives those of most questions today; `leads` whether no other replica does it.
        """
        await self._meanwhile.run(filters, leads)

    @property
    def tries(self) -> int:
        """The questions tried so that they can be suggested."""
        return self._meanwhile.tries

    async def reworded(
        self, answer: Answer, question: Question, before: Turn | None = None
    ) -> Answer | None:
        """The same answer in the words of drafts that came after it; None if they do not hold.

        Takes the question as it was answered. It is answered again with the drafts at hand, so the
        wording passes everything that an answer in time passes. Raises KnowledgeError, BotError.
        """
        choices = await choices_of(answer.calls)
        if self._racer is None or not choices:
            return None
        known = KnownChoices(self._racer.chooser.name, choices)
        again = Answering(
            self._index,
            self._model,
            self._corpus,
            self._gate,
            TimedModel(known, self._racer.budget_s),
            length=self._length,
            redactor=self._redactor,
            suggests=False,
            wording=self._wording,
        )
        better = await again.answer(replace(question, wait=Wait.PATIENT), before)
        if not is_better_chosen(better, answer, known.name):
            return None
        return replace(better, suggestions=answer.suggestions)

    async def _whole(self, question: Question, before: Turn | None) -> Answer:
        """Answers in the first way that fits the message; any other message as a question."""
        said = Said(
            question, before, self._index, self._corpus, self._emergency_number, self._questions
        )
        for name, way in WAYS.items():
            with Spared(name, BotError, KnowledgeError):
                if answer := await way(said):
                    return cleared(answer, self._redactor)
        return await self._questions(question, before)

    async def _questions(self, question: Question, before: Turn | None) -> Answer:
        until = self._clock() + _TO_SUGGEST_S + (self._racer.budget_s if self._racer else 0.0)
        question, understood = read_in_thread(question, before)
        if understood.talk:
            answer = talked(question, understood, self._corpus, before)
            return cleared(answer, self._redactor)
        # One index for all searches of a question: an answer never mixes two.
        async with self._index.pinned() as search:
            answer, question, understood = await self._message(search, before, question, understood)
            if len(understood.parts) == 1:
                answer = with_whom_to_ask(answer, self._corpus)
                answer = await self._with_suggestions(answer, question, search, until)
            past = await no_longer_in_force(answer, question.filters, search.history)
            return replace(answer, index=search.generation, past=past)

    async def _message(
        self, search: Search, before: Turn | None, question: Question, understood: Understood
    ) -> Told:
        if len(understood.parts) > 1:
            answer = await self._in_parts(search, before, question, understood)
            return answer, question, understood
        # Not cached in a thread: what was said there may show in the answer.
        if before or question.earlier:
            return await self._single(search, before, question, understood)
        return await self._known(search, question, understood), question, understood

    async def _in_parts(
        self, search: Search, before: Turn | None, question: Question, understood: Understood
    ) -> Answer:
        # In parallel, as a language model may take seconds for each of them.
        groups = groups_of(question, understood.parts)
        each = await asyncio.gather(*(self._in_turn(group, before, search) for group in groups))
        answers = list(chain.from_iterable(each))
        whole = replace(together(question, answers, understood.parts), understood=understood)
        return cleared(whole, self._redactor)

    async def _part(
        self, search: Search, before: Turn | None, question: Question, understood: Understood
    ) -> Told:
        """Answers one question, or the likeliest of those that a follow-up may mean."""
        if not understood.replies:
            ask = partial(self._one, search=search, racer=None)
            if told := await likeliest(question, before, search, ask, self._corpus):
                if self._racer is None:
                    return as_said(told)
                _, question, understood = told
        answer = await self._one(question, understood, search, self._racer)
        return as_said((answer, question, understood))

    async def _in_turn(
        self, questions: Sequence[Question], before: Turn | None, search: Search
    ) -> list[Answer]:
        """Answers questions one by one, each as a possible follow-up to the one before."""
        answers: list[Answer] = []
        for one in questions:
            asked, understood = read_in_thread(one, before)
            with of_one_question():
                answer, *_ = await self._part(search, before, asked, understood)
            before = turn_of(answer, before)
            answers.append(as_typed(with_whom_to_ask(answer, self._corpus), one.text))
        return answers

    async def _known(self, search: Search, question: Question, understood: Understood) -> Answer:
        """The cached answer to the same question, else a new one."""

        async def make() -> Answer:
            answer, *_ = await self._single(search, None, question, understood)
            return answer

        if self._answers is None:
            return await make()
        model = self._racer.chooser if self._racer else self._model
        fixed_ones = await self._pins.current() if self._pins else ()
        judged_by = f"{self._gate!r} {[one.pin_id for one in fixed_ones]}"
        key = key_of(question, understood, search.generation, model.name, judged_by)
        by_rules = self._racer is None
        answer = await self._answers.answer(key, search.generation, make, by_rules=by_rules)
        return replace(answer, question=replace(answer.question, text=question.text))

    async def _single(
        self, search: Search, before: Turn | None, question: Question, understood: Understood
    ) -> Told:
        answer, question, understood = await self._part(search, before, question, understood)
        if answer.follow_up:
            # The steps of tried replies do not count as this question's.
            plain = replace(answer, follow_up=None)
            with step("ask_back"), apart(), Spared("question back"):
                plain = await if_worth_asking(answer, partial(self._tried, search))
            answer = plain
        return cleared(answer, self._redactor), question, understood

    async def _with_suggestions(
        self, answer: Answer, question: Question, search: Search, until: float
    ) -> Answer:
        if self._suggestions is None or not answer.citations:
            return answer
        others: tuple[SafeText, ...] = ()
        # The steps of tried suggestions do not count as this question's.
        with step("suggest"), apart(), Spared("suggestions"):
            ask = partial(self._tried, search)
            below = Clickable(answer, question, search, ask, until)
            others = await self._suggestions.below(below)
        return replace(answer, suggestions=(*answer.suggestions, *others)[:MOST])

    async def _tried(self, search: Search, question: Question) -> Answer:
        """Answers a suggestion without a language model. Refuses if it holds several questions."""
        question, understood = read_in_thread(question, None)
        if len(understood.parts) > 1:
            return refuse(question, Verdict.INSUFFICIENT, self._corpus)
        return await self._one(question, understood, search, None)

    async def _one(
        self, question: Question, understood: Understood, search: Search, racer: TimedModel | None
    ) -> Answer:
        if understood.talk:
            return talked(question, understood, self._corpus)
        asked = await dated(narrowed(question, understood), search)
        with Spared("fixed answers", KnowledgeError):
            if self._pins and (told := await fixed(asked, search, await self._pins.current())):
                return replace(told, understood=understood)
        for name, shortcut in SHORTCUTS.items():
            with Spared(name, KnowledgeError):
                if short := await shortcut(asked, search):
                    return replace(short, understood=understood)
        today = question.filters.as_of
        answer = await self._by_rules(asked, search, today, racer)
        answer = answer or await self._answered(asked, search, today, racer)
        for name, note in NOTES.items():
            with Spared(name):
                answer = note(answer, asked)
        return replace(with_day(answer, today), understood=understood)

    async def _by_rules(
        self, question: Question, search: Search, today: date, racer: TimedModel | None
    ) -> Answer | None:
        """The answer without the catalogue, if rules fit better and have one. Else None."""
        with Spared("rules before the catalogue", KnowledgeError):
            if not await is_left_to_rules(question, search):
                return None
            answer = await self._answered(replace(question, rules_only=True), search, today, racer)
            return answer if answer.verdict in ANSWERED else None
        return None

    async def _answered(
        self, question: Question, search: Search, today: date, racer: TimedModel | None
    ) -> Answer:
        choosing = Choosing(self._model, racer)
        answer = await self._attempts.answer(question, search, choosing, today)
        return choosing.noted(answer)

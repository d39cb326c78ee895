"""Answers from one text that a person selected. Nothing else is read, nothing is stored.

Redacted sentences of it may stay in this process's memory for a while, like those of documents.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

from bot import texts
from bot.answering.check.relevance import mentions_subject
from bot.answering.choose.calls import of_one_question
from bot.answering.choose.choosing import Choosing
from bot.answering.choose.timed import TimedModel
from bot.answering.criteria.about_it_all import asks_about_it_all
from bot.answering.criteria.answer_kind import Slot, slot_of
from bot.answering.find.evidence import weigh
from bot.answering.find.gate.gate import ABOUT_THE_STORE, ENOUGH, Gate, Weights
from bot.answering.reply.answer import as_written, finalize
from bot.answering.reply.leaving import cleared, in_own_letters, traced
from bot.answering.reply.length import in_length
from bot.answering.reply.notes.last_day import with_last_day
from bot.answering.reply.refusal import say
from bot.answering.reply.several import together
from bot.answering.understand import as_typed, classify, in_one_form, narrowed
from bot.answering.understand.questions import groups_of
from bot.model import (
    Answer,
    Checked,
    Citation,
    Evidence,
    Judged,
    Length,
    Question,
    SafeText,
    Sentence,
    Verdict,
    Written,
)
from bot.model.text import as_seen
from bot.model.understood import Talk, Understood
from bot.ports import Chooser
from bot.privacy import Redactor, still_safe
from bot.telemetry import step
from knowledge.language.terms import language_of
from knowledge.model.documents import Language, Passage
from knowledge.search.one_text import Selection

Select = Callable[[str, str, Language], Selection]
"""Makes a text searchable, from the text, its title and its language."""

LONGEST_TEXT = 20_000
"""Characters, about ten pages: the sentences are embedded while the person waits."""
_PASSAGES = 6
_FIRST = 3
"""First statements that answer a question about the whole text."""

_AS_A_WHOLE = 0.7
"""Likelihood for a question about the whole text: its first statements answer in part."""
_UNSAID = frozenset({Talk.EMPTY, Talk.TOO_SHORT})

_GATE = Gate(
    with_cross_encoder=Weights(
        meaning=1.77,
        likeness=0.0,
        lead=0.14,
        context=3.64,
        share=0.18,
        best=0.95,
        relevance=0.0,
        bias=-1.06,
    ),
    with_embedder=Weights(
        meaning=2.39,
        likeness=1.82,
        lead=0.0,
        context=3.89,
        share=0.92,
        best=0.77,
        relevance=0.0,
        bias=-2.22,
    ),
    words_only=Weights(
        meaning=0.0,
        likeness=0.0,
        lead=0.07,
        context=4.19,
        share=0.7,
        best=1.05,
        relevance=0.0,
        bias=-0.62,
    ),
)
"""The gate for a selected text. The usual weights rely on how rare words are in all documents.

Fitted by `python -m benchmarks.selected --fit` on the sample's golden questions. Figures of the
held-out half: benchmarks/README.md.
"""


class Selected:
    """Answers questions from the text that comes with them."""

    def __init__(
        self,
        model: Chooser,
        racer: TimedModel | None = None,
        select: Select = Selection,
        length: Length = Length.NORMAL,
        redactor: Redactor | None = None,
    ) -> None:
        """The default `select` compares by words only; others may use an embedder."""
        self._model = model
        self._racer = racer
        self._select = select
        self._length = length
        self._redactor = redactor or Redactor()

    async def answer(self, question: Question, text: SafeText) -> Answer:
        """Answers from the text, or says that the answer is not in it."""
        usual = still_safe(as_seen(text))
        answer = cleared(await self._whole(in_one_form(question), usual), self._redactor)
        answer = in_own_letters(as_typed(answer, question.text), text)
        return traced(replace(answer, limit=_PASSAGES), question)

    async def _whole(self, question: Question, text: SafeText) -> Answer:
        understood = _understood(question)
        if understood.talk:
            return _talked(question, understood.talk)
        title = texts.SELECTED_TEXT[question.language]
        # In a thread: 20,000 characters of Markdown marks take most of a second.
        selection = await asyncio.to_thread(self._select, text, title, language_of(text))
        asked = [_joined(group) for group in groups_of(question, understood.parts)]
        if len(asked) == 1:
            return await self._one(question, understood, selection)
        answers = await asyncio.gather(
            *(self._one(one, _understood(one), selection) for one in asked)
        )
        return replace(together(question, answers, understood.parts), understood=understood)

    async def _one(
        self, question: Question, understood: Understood, selection: Selection
    ) -> Answer:
        if understood.talk:
            return _talked(question, understood.talk)
        asked = narrowed(question, understood)
        answer = with_last_day(await self._answered(asked, selection), asked)
        return replace(answer, understood=understood)

    async def _answered(self, question: Question, selection: Selection) -> Answer:
        evidence, judged = await self._found(question, selection)
        with of_one_question():
            choosing = Choosing(self._model, self._racer)
            written = Written(Checked(Verdict.INSUFFICIENT))
            if judged.likelihood >= ENOUGH:
                written = await choosing.best(question, evidence)
            # Of one short text no choice is against a clear no.
            likely = max(judged.likelihood, ABOUT_THE_STORE)
            written = await choosing.read(question, evidence, likely, written)
        checked = written.checked
        if slot_of(question.text) is Slot.YES_NO:
            # A sentence about scratches does not answer "Does it cover drops?".
            checked = mentions_subject(question, checked, evidence)
        checked = in_length(checked, question.length or self._length, question, evidence)
        if checked.kept:
            with step("finalize"):
                answer = _finalized(question, checked, evidence, judged, selection.whole)
        else:
            answer = _refused(question, evidence, judged, checked)
        return choosing.noted(as_written(replace(answer, judged=judged), written))

    async def _found(self, question: Question, selection: Selection) -> tuple[Evidence, Judged]:
        with step("weigh"):
            if asks_about_it_all(question.text):
                evidence = await weigh(question, selection.beginning(_PASSAGES), selection)
                return _of_it_all(evidence), Judged(_AS_A_WHOLE)
            found = await selection.find(question.to_look_up, _PASSAGES)
            evidence = await weigh(question, found, selection)
            return evidence, _GATE.judged(evidence)


def _understood(question: Question) -> Understood:
    """Classifies a question. General knowledge is one here, and so is "what does this mean?"."""
    with step("classify"):
        understood = classify(question.text, question.filters.as_of)
        if understood.talk in (Talk.GENERAL_KNOWLEDGE, Talk.POINTS):
            return Understood(parts=(question.text,))
        return understood


def _joined(group: Sequence[Question]) -> Question:
    """Joins a question and its follow-ups: to one short text they are asked as one."""
    return replace(group[0], text=still_safe(" ".join(one.text for one in group)))


def _talked(question: Question, talk: Talk) -> Answer:
    said = texts.ASK_ABOUT_SELECTED if talk in _UNSAID else texts.TALK[talk]
    text = said[question.language].format(corpus=texts.SELECTED_NAME[question.language])
    return replace(say(question, text), understood=Understood(talk))


def _of_it_all(evidence: Evidence) -> Evidence:
    """Replaces the best statements by the first ones, which say what the text is about."""
    first = sorted(evidence.candidates, key=lambda one: (one.hit.passage.start, one.place))[:_FIRST]
    return replace(evidence, candidates=tuple(replace(one, score=1.0) for one in first))


def _finalized(
    question: Question, checked: Checked, evidence: Evidence, judged: Judged, whole: Passage
) -> Answer:
    """The answer with the whole text as its only source, and without a question back."""
    said, written = question.language, whole.header.language
    named = texts.LANGUAGE_NAMES[written][said]
    foreign = texts.SELECTED_IN_OTHER_LANGUAGE[said].format(language=named)
    lead = foreign if written != said else None
    # Set to the question's language, so that the usual lead-in about documents is not added.
    source = replace(whole, header=replace(whole.header, language=question.language))
    kept = tuple(_carried_by(source, sentence) for sentence in checked.kept)
    checked = replace(checked, kept=kept)
    answer = finalize(question, checked, evidence, judged.likelihood, 1, lead)
    return replace(answer, follow_up=None)


def _carried_by(source: Passage, sentence: Sentence) -> Sentence:
    quotes = (Citation(source, citation.quote) for citation in sentence.citations)
    return replace(sentence, citations=tuple(quotes))


def _refused(question: Question, evidence: Evidence, judged: Judged, checked: Checked) -> Answer:
    said = (texts.NOT_IN_SELECTED, texts.ASK_WITHOUT_SELECTION)
    return Answer(
        question=question,
        verdict=Verdict.INSUFFICIENT,
        text=still_safe(" ".join(one[question.language] for one in said)),
        found=evidence.found,
        attempts=1,
        issues=checked.issues,
        judged=judged,
    )

"""From a question that stands by itself to its answer or refusal: two attempts to find one."""

import math
from dataclasses import replace
from datetime import date

from bot.answering.check.conflicts import compared, with_others
from bot.answering.find.evidence import weigh
from bot.answering.find.gate import gate
from bot.answering.find.gate.gate import ABOUT_THE_STORE, ATTEMPTS, BY_NAME, LIMIT, Gate
from bot.answering.find.passages import about, passages
from bot.answering.find.rules_of_the_past import likelier_then
from bot.answering.find.rules_to_come import upcoming
from bot.answering.reply.answer import as_written, finalize, not_in_force
from bot.answering.reply.lacking import lacking
from bot.answering.reply.length import in_length
from bot.answering.reply.refusal import nearest_of, refuse
from bot.answering.understand.follow_up.wordings import holds_the_message
from bot.answering.write.own_words import in_own_words
from bot.answering.write.race import Race
from bot.model import (
    Answer,
    Checked,
    Evidence,
    Judged,
    Length,
    Nearest,
    Question,
    Verdict,
    Written,
)
from bot.model.said import Corpus
from bot.ports import Search
from bot.telemetry import step
from knowledge.model.documents import Found
from knowledge.search.catalogue.catalogue import Product

_CLEARLY_BETTER = 1.2
"""How far before what is in force a rule to come is the one that was asked for, in log odds."""


class Attempts:
    """Finds, judges, writes and checks; once more, with a wider search, where nothing held."""

    def __init__(self, gate: Gate, corpus: Corpus, length: Length, extractive: str) -> None:
        """Extractive is the name of the model that writes in the documents' own words."""
        self._gate = gate
        self._corpus = corpus
        self._length = length
        self._extractive = extractive

    async def answer(self, question: Question, search: Search, race: Race, today: date) -> Answer:
        """The first attempt's answer, else the second's, or the refusal."""
        evidence, written, sought = Evidence(), Written(Checked(Verdict.INSUFFICIENT)), question
        asked, best, limit = question, Judged(), LIMIT
        nearest: Nearest | None = None
        for attempt in range(1, ATTEMPTS + 1):
            limit = LIMIT + 2 * (attempt - 1)
            # A category that is dropped may have hidden what matters: that is read as at first.
            before = Found() if question.filters.category else evidence.found
            asked, evidence = await self._found(sought, search, limit, before)
            judged = _named(self._gate.judged(evidence), evidence)
            judged = await likelier_then(judged, evidence, asked, search, today)
            best = max(best, judged, key=lambda one: one.likelihood)
            # Asked what held on a day that has passed, nobody wants what came after it.
            if attempt == 1 and question.filters.as_of >= today and not question.document:
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

        if nearest and not question.document:
            nearest = await with_others(asked, nearest, search)
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
        self, question: Question, search: Search, limit: int, before: Found
    ) -> tuple[Question, Evidence]:
        """The evidence, and the question in the wording that it is likeliest to answer.

        Before is what the first attempt has found.
        """
        if not question.wordings:
            return question, await _retrieved(question, search, limit, before)
        found: list[tuple[Question, Evidence]] = []
        for wording in question.wordings:
            # The first one was looked through for days: they are no words of the documents.
            joined = wording == question.wordings[0]
            sought = question.sought if joined else None
            asked = replace(question.worded(wording), sought=sought)
            read = not joined or not holds_the_message(wording, question.text)
            evidence = await _retrieved(asked, search, limit, before, read=read)
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
        if likely >= gate.ENOUGH:
            written = await race.written(question, evidence, likely)
        else:
            read = await race.read(question, evidence)
            written = read or Written(lacking(question, evidence, likely))
        with step("check"):
            # Documents are compared in their own words: a model's would hide that they disagree.
            own = replace(written.checked, kept=in_own_words(written.checked.kept, evidence))
            checked = own if question.document else await compared(question, own, search)
        if checked.verdict is Verdict.CONFLICT:
            return replace(written, checked=checked, model=self._extractive)
        checked, length = written.checked, question.length or self._length
        return replace(written, checked=in_length(checked, length, question, evidence))


def _named(judged: Judged, evidence: Evidence) -> Judged:
    """What was judged; what a question names, and asks no more of, is what it wants."""
    if not evidence.by_name:
        return judged
    return replace(judged, likelihood=max(judged.likelihood, BY_NAME))


def _best_score(evidence: Evidence) -> float:
    """How well the best statement fits the question."""
    return max((one.score for one in evidence.candidates), default=-math.inf)


async def _retrieved(
    question: Question, search: Search, limit: int, before: Found, *, read: bool = True
) -> Evidence:
    with step("retrieve"):
        found = await passages(question, search, limit)
        if question.document:
            found = found.of(question.document)
        if question.rules_only:
            rules = (hit for hit in found.hits if Product.of(hit.passage) is None)
            found = replace(found, hits=tuple(rules))
        return await weigh(question, found, search, read=read, before=before)

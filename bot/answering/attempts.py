"""Answers one self-contained question: search, judge, write, check; at most twice."""

import math
from dataclasses import replace
from datetime import date

from bot.answering.check.conflicts import with_conflicts, with_others
from bot.answering.choose.choosing import Race
from bot.answering.choose.own_words import in_own_words
from bot.answering.find.evidence import weigh
from bot.answering.find.gate import gate
from bot.answering.find.gate.gate import ABOUT_THE_STORE, ATTEMPTS, BY_NAME, LIMIT, Gate
from bot.answering.find.gate.nearness import may_answer
from bot.answering.find.passages import about, passages
from bot.answering.find.rules_of_the_past import raise_if_changed_since
from bot.answering.find.rules_to_come import upcoming
from bot.answering.reply.answer import as_written, finalize, not_in_force
from bot.answering.reply.closest import closest_rules, is_near
from bot.answering.reply.lacking import lacking
from bot.answering.reply.length import in_length
from bot.answering.reply.refusal import nearest_of, refuse
from bot.answering.reply.tie import Tie
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
from bot.model.errors import BotError
from bot.model.said import Corpus
from bot.ports import Search
from bot.telemetry import step
from knowledge.model.documents import Found, Passage
from knowledge.model.errors import KnowledgeError
from knowledge.model.spared import Spared
from knowledge.search.catalogue.catalogue import Product

_CLEARLY_BETTER = 1.2
"""Log odds by which an upcoming rule must beat those in force to be the answer."""


class Attempts:
    """Finds, judges, writes and checks; a second time with a wider search if nothing passes."""

    def __init__(self, gate: Gate, corpus: Corpus, length: Length, extractive: str) -> None:
        """`extractive` is the name of the model that writes in the documents' own words."""
        self._gate = gate
        self._corpus = corpus
        self._length = length
        self._extractive = extractive

    async def answer(self, question: Question, search: Search, race: Race, today: date) -> Answer:
        """The first attempt's answer, else the second's, else a refusal."""
        evidence, written, asked = Evidence(), Written(Checked(Verdict.INSUFFICIENT)), question
        best, limit = Judged(), LIMIT
        nearest: Nearest | None = None
        for attempt in range(1, ATTEMPTS + 1):
            limit = question.filters.at_most(LIMIT + 2 * (attempt - 1))
            # The second search drops a category. What that had hidden may matter: read it in full.
            before = Found() if question.filters.category else evidence.found
            evidence = await _retrieved(asked, search, limit, before)
            judged = _named(self._gate.judged(evidence), evidence)
            with Spared("rules of the past", KnowledgeError):
                judged = await raise_if_changed_since(judged, evidence, asked, search, today)
            best = max(best, judged, key=lambda one: one.likelihood)
            # A question about a past day wants no rules that came later.
            if attempt == 1 and question.filters.as_of >= today and not question.document:
                later: Answer | Nearest | None = None
                with Spared("rules to come", KnowledgeError):
                    later = await self._later(asked, evidence, judged, search, race)
                if isinstance(later, Answer):
                    return later
                nearest = later if later and not later.missing else None
            written = await self._written(asked, evidence, judged.likelihood, search, race)
            if written.checked.kept:
                with step("finalize"):
                    answer = finalize(asked, written.checked, evidence, judged.likelihood, attempt)
                return as_written(replace(answer, judged=best, limit=limit), written)
            nearest = nearest or nearest_of(written.checked, evidence)
            asked = replace(question, filters=question.filters.widened())
            race.rejected += written.checked.issues if attempt < ATTEMPTS else ()

        if nearest and not (
            is_near(evidence, best.likelihood) and _is_tied(nearest, asked, evidence)
        ):
            nearest = None
        if nearest and not question.document:
            with Spared("conflicts", KnowledgeError):
                nearest = await with_others(asked, nearest, search, evidence.found)
        with step("finalize"):
            checked = written.checked
            others = [] if written.doubted else closest_rules(asked, evidence, best.likelihood)
            refusal = refuse(
                asked,
                Verdict.INSUFFICIENT if nearest or others else checked.verdict,
                self._corpus,
                evidence,
                ATTEMPTS,
                checked.issues,
                nearest,
                others,
            )
        return replace(refusal, judged=best, limit=limit, draft=written.draft)

    async def _later(
        self, question: Question, evidence: Evidence, now: Judged, search: Search, race: Race
    ) -> Answer | Nearest | None:
        """The answer from upcoming rules, if they fit much better than those in force.

        If none of them answers, their closest match, or None.
        """
        least, nearest = _best_score(evidence) + _CLEARLY_BETTER, None
        async for on_that_day, later in upcoming(question, search):
            if _best_score(later) < least:
                continue
            # It fits better than the rules in force, so it is at least as likely the answer.
            judged = max(self._gate.judged(later), now, key=lambda one: one.likelihood)
            written = await self._written(on_that_day, later, judged.likelihood, search, race)
            if written.checked.kept:
                lead = not_in_force(on_that_day.filters.as_of, question.language)
                answer = finalize(question, written.checked, later, judged.likelihood, 1, lead)
                return as_written(replace(answer, judged=judged, limit=LIMIT), written)
            nearest = nearest or nearest_of(written.checked, later)
        return nearest

    async def _written(
        self, question: Question, evidence: Evidence, likely: float, search: Search, race: Race
    ) -> Written:
        if likely < ABOUT_THE_STORE:
            return Written(Checked(Verdict.OFF_TOPIC))
        # "Chapter 3" names its passage by the heading alone, however far its words are.
        is_about_it = evidence.by_name or may_answer(evidence.found, likely)
        written = Written(Checked(Verdict.INSUFFICIENT))
        with Spared("wording", BotError, KnowledgeError):
            if likely >= gate.ENOUGH and is_about_it:
                written = await race.written(question, evidence, likely)
            else:
                read = await race.read(question, evidence)
                written = read or Written(lacking(question, evidence, likely))
        compared = False
        with Spared("conflicts", KnowledgeError):
            written = await self._compared(written, question, evidence, search)
            compared = True
        if not compared:  # another document may say otherwise: it is a close match, no answer
            near = written.checked.as_nearest(worth_quoting=True)
            return replace(written, checked=near) if written.checked.kept else written
        if written.checked.verdict is not Verdict.CONFLICT:
            checked, length = written.checked, question.length or self._length
            with Spared("length", KnowledgeError):
                section = await _section(checked, search)
                fitting = in_length(checked, length, question, evidence, section)
                return replace(written, checked=fitting)
        return written

    async def _compared(
        self, written: Written, question: Question, evidence: Evidence, search: Search
    ) -> Written:
        """The conflict, or the store's own rule, if another document says otherwise."""
        with step("check"):
            # Compares the documents' own sentences: a model's wording could hide a conflict.
            own = replace(written.checked, kept=in_own_words(written.checked.kept, evidence))
            checked = own
            if not question.document:
                checked = await with_conflicts(question, own, search, evidence.found)
        if checked.kept == own.kept and checked.verdict is not Verdict.CONFLICT:
            return written
        # A store's own rule stands above the general one.
        return replace(written, checked=checked, model=self._extractive)


async def _section(checked: Checked, search: Search) -> list[Passage]:
    """The passages of the best sentence's section: a list or a table may go on in the next one."""
    best = checked.kept[0].citations[0].passage if checked.kept else None
    if best is None or best.record:
        return []
    return [
        one for one in await search.history.passages(best.header) if one.section == best.section
    ]


def _named(judged: Judged, evidence: Evidence) -> Judged:
    """Raises the likelihood if the question only names a section or document: it wants that."""
    if not evidence.by_name:
        return judged
    return replace(judged, likelihood=max(judged.likelihood, BY_NAME))


def _is_tied(nearest: Nearest, question: Question, evidence: Evidence) -> bool:
    """Whether the nearest sentence has to do with the question; a rule to come has."""
    said, tie = nearest.sentence, Tie.of(question, evidence.found)
    same = [one for one in evidence.candidates if one.statement.text == said.text]
    return not same or any(tie.holds(one) for one in same)


def _best_score(evidence: Evidence) -> float:
    """The best statement's score, in log odds."""
    return max((one.score for one in evidence.candidates), default=-math.inf)


async def _retrieved(question: Question, search: Search, limit: int, before: Found) -> Evidence:
    with step("retrieve"):
        found = await passages(question, search, limit)
        found = replace(found, hits=found.hits[: question.filters.most])
        if question.document:
            found = found.of(question.document)
        if question.rules_only:
            rules = (hit for hit in found.hits if Product.of(hit.passage) is None)
            found = replace(found, hits=tuple(rules))
        evidence = await weigh(question, found, search, before=before)
        return about(question, evidence) if question.must_hold else evidence

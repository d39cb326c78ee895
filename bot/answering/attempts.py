"""Answers one self-contained question: search, judge, choose, check; at most twice."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from bot.answering.check.conflicts import with_conflicts, with_others
from bot.answering.choose.choosing import Choosing
from bot.answering.find.evidence import weigh
from bot.answering.find.gate import gate
from bot.answering.find.gate.gate import ABOUT_THE_STORE, ATTEMPTS, BY_NAME, LIMIT, Gate
from bot.answering.find.gate.nearness import may_answer
from bot.answering.find.passages import about, passages
from bot.answering.find.rules_to_come import raise_if_changed_since, upcoming
from bot.answering.reply.answer import as_written, finalize, not_in_force
from bot.answering.reply.closest import closest_rules, is_near
from bot.answering.reply.length import in_length
from bot.answering.reply.refusal import lacking, nearest_of, refuse
from bot.answering.reply.tie import Tie
from bot.answering.wording.wording import Wording
from bot.model import (
    Answer,
    Candidate,
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
from bot.privacy import still_safe
from bot.telemetry import step
from knowledge.model.documents import Found, Passage
from knowledge.model.errors import KnowledgeError
from knowledge.model.spared import Spared
from knowledge.search.catalogue.catalogue import Product

_CLEARLY_BETTER = 1.2
"""Log odds by which an upcoming rule must beat those in force to be the answer."""


@dataclass(frozen=True, slots=True)
class _Attempt:
    """One search, and what was chosen from it."""

    asked: Question
    evidence: Evidence
    judged: Judged
    written: Written
    limit: int
    number: int


class Attempts:
    """Finds, judges, chooses and checks; a second time with a wider search if nothing passes."""

    def __init__(
        self,
        gate: Gate,
        corpus: Corpus,
        length: Length,
        extractive: str,
        wording: Wording | None = None,
    ) -> None:
        """`extractive` is the name of the Chooser that goes by rank."""
        self._gate = gate
        self._corpus = corpus
        self._length = length
        self._extractive = extractive
        self._wording = wording

    async def answer(
        self, question: Question, search: Search, choosing: Choosing, today: date
    ) -> Answer:
        """The first attempt's answer, else the second's, else a refusal."""
        asked = question
        wordings: tuple[str, ...] = ()
        made: list[_Attempt] = []
        nearest: Nearest | None = None
        for number in range(1, ATTEMPTS + 1):
            limit = question.filters.at_most(LIMIT + 2 * (number - 1))
            # The second search drops a category. What that had hidden may matter: read it in full.
            before = Found() if question.filters.category or not made else made[-1].evidence.found
            evidence, judged = await self._found(asked, wordings, search, limit, before)
            with Spared("rules of the past", KnowledgeError):
                judged = await raise_if_changed_since(judged, evidence, asked, search, today)
            # A question about a past day wants no rules that came later.
            if number == 1 and question.filters.as_of >= today and not question.document:
                later: Answer | Nearest | None = None
                with Spared("rules to come", KnowledgeError):
                    later = await self._later(asked, evidence, judged, search, choosing)
                if isinstance(later, Answer):
                    return later
                nearest = later if later and not later.missing else None
            written = await self._written(asked, evidence, judged.likelihood, search, choosing)
            made.append(_Attempt(asked, evidence, judged, written, limit, number))
            wordings = written.search_again if number < ATTEMPTS else ()
            if written.checked.kept and not wordings:
                break
            nearest = nearest or nearest_of(written.checked, evidence)
            asked = replace(question, filters=question.filters.widened())
            choosing.rejected += written.checked.issues if number < ATTEMPTS else ()
        kept = [one for one in made if one.written.checked.kept]
        # A model's choice stands if the search that it asked for brings no other one.
        stands = [one for one in kept if self._is_read(one)] or kept
        if stands:
            return await self._finalized(stands[-1], made, choosing)
        return await self._refused(made, nearest, search)

    def _is_read(self, one: _Attempt) -> bool:
        """Whether a language model chose what was written."""
        return one.written.model not in ("", self._extractive)

    async def _found(
        self,
        question: Question,
        wordings: Sequence[str],
        search: Search,
        limit: int,
        before: Found,
    ) -> tuple[Evidence, Judged]:
        """The passages for a question and for other wordings of it, as one evidence."""
        evidence = await _retrieved(question, search, limit, before)
        judged = _named(self._gate.judged(evidence), evidence)
        for wording in wordings:
            said = replace(question, text=still_safe(wording), sought=None, must_hold=None)
            other = await _retrieved(said, search, limit, Found())
            judged = max(judged, self._gate.judged(other), key=lambda one: one.likelihood)
            evidence = _together(evidence, other)
        return evidence, judged

    async def _refused(
        self, made: Sequence[_Attempt], nearest: Nearest | None, search: Search
    ) -> Answer:
        """The refusal after the last attempt, with the closest rules if there are any."""
        last, best = made[-1], _best_judged(made)
        asked, evidence, written = last.asked, last.evidence, last.written
        if (
            nearest
            and not any(map(self._is_read, made))
            and not (is_near(evidence, best.likelihood) and _is_tied(nearest, asked, evidence))
        ):
            nearest = None
        if nearest and not asked.document:
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
        return replace(refusal, judged=best, limit=last.limit, draft=written.draft)

    async def _later(
        self,
        question: Question,
        evidence: Evidence,
        now: Judged,
        search: Search,
        choosing: Choosing,
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
            written = await self._written(on_that_day, later, judged.likelihood, search, choosing)
            if written.checked.kept:
                written = await self._worded(written, question, choosing)
                lead = not_in_force(on_that_day.filters.as_of, question.language)
                answer = finalize(question, written.checked, later, judged.likelihood, 1, lead)
                return as_written(replace(answer, judged=judged, limit=LIMIT), written)
            nearest = nearest or nearest_of(written.checked, later)
        return nearest

    async def _finalized(
        self, one: _Attempt, made: Sequence[_Attempt], choosing: Choosing
    ) -> Answer:
        """The answer of an attempt, with the rating of the best one."""
        written = await self._worded(one.written, one.asked, choosing)
        with step("finalize"):
            judged = one.judged.likelihood
            answer = finalize(one.asked, written.checked, one.evidence, judged, one.number)
        return as_written(replace(answer, judged=_best_judged(made), limit=one.limit), written)

    async def _worded(self, written: Written, question: Question, choosing: Choosing) -> Written:
        """The statements in a language model's words, where that is wanted."""
        if self._wording is None or not choosing.has_model:
            return written
        checked = await self._wording.worded(written.checked, question, choosing.language)
        return replace(written, checked=checked)

    async def _written(
        self,
        question: Question,
        evidence: Evidence,
        likely: float,
        search: Search,
        choosing: Choosing,
    ) -> Written:
        # "Chapter 3" names its passage by the heading alone, however far its words are.
        is_about_it = evidence.by_name or may_answer(evidence.found, likely)
        written = Written(Checked(Verdict.INSUFFICIENT))
        with Spared("choice", BotError, KnowledgeError):
            if likely < ABOUT_THE_STORE:
                written = Written(Checked(Verdict.OFF_TOPIC))
            elif likely >= gate.ENOUGH and is_about_it:
                written = await choosing.best(question, evidence)
            else:
                written = Written(lacking(question, evidence, likely))
            written = await choosing.read(question, evidence, likely, written)
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
        if question.document:
            return written
        with step("check"):
            checked = await with_conflicts(question, written.checked, search, evidence.found)
        if checked == written.checked:
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


def _best_judged(made: Sequence[_Attempt]) -> Judged:
    return max((one.judged for one in made), key=lambda one: one.likelihood)


def _together(evidence: Evidence, other: Evidence) -> Evidence:
    """Two pieces of evidence for one question: every passage and statement once, best first."""
    hits = {hit.passage.passage_id: hit for hit in (*other.found.hits, *evidence.found.hits)}
    best: dict[tuple[str, int], Candidate] = {}
    for one in (*evidence.candidates, *other.candidates):
        place = one.hit.passage.passage_id, one.place
        if place not in best or one.score > best[place].score:
            best[place] = one
    ranked = tuple(sorted(best.values(), key=lambda one: -one.score))
    led = evidence if ranked[:1] == evidence.candidates[:1] else other
    return replace(led, found=replace(evidence.found, hits=tuple(hits.values())), candidates=ranked)


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
        if question.only_there:
            found = found.of(question.just_cited[0].header.doc_id)
        if question.rules_only:
            rules = (hit for hit in found.hits if Product.of(hit.passage) is None)
            found = replace(found, hits=tuple(rules))
        evidence = await weigh(question, found, search, before=before)
        return about(question, evidence) if question.must_hold else evidence

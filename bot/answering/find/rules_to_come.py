"""Rules of other days than the one asked about: those to come, and those that have changed."""

import math
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import date

from bot.answering.find.evidence import weigh
from bot.answering.find.gate.gate import likelihood_of
from bot.model import Candidate, Evidence, Judged, Question
from bot.model.days import shifted
from bot.ports import Search
from bot.telemetry import step
from knowledge.compare.differences import How
from knowledge.language.sentences import plain
from knowledge.model.documents import Header
from knowledge.model.versions import in_force

_MOST_DAYS = 3
"""Days on which something takes effect that are searched, the next ones first."""
_LOOKED_AT = 6
"""Passages searched per day; those already in force are dropped afterwards."""


async def upcoming(question: Question, search: Search) -> AsyncIterator[tuple[Question, Evidence]]:
    """Yields the question as of each next day on which rules take effect, with those rules."""
    tomorrow = shifted(question.filters.as_of, 1)
    started = await search.history.starting(tomorrow, question.filters)
    days = sorted({one.effective_from for one in started if one.effective_from})
    keys = {one.key for one in started}
    for day in days[:_MOST_DAYS]:
        on_that_day = replace(question, filters=replace(question.filters, as_of=day))
        found = await search.find(on_that_day.text, on_that_day.filters, _LOOKED_AT)
        hits = tuple(hit for hit in found.hits if hit.passage.header.key in keys)
        if hits:
            evidence = await weigh(on_that_day, replace(found, hits=hits), search)
            yield on_that_day, await _only_new(evidence, question, search)


async def _only_new(evidence: Evidence, question: Question, search: Search) -> Evidence:
    """Drops statements that the version in force also has, even with another value.

    For a rule in both versions, the version in force answers.
    """
    headers = {one.hit.passage.header for one in evidence.candidates}
    added = {one.key: await _added(one, question, search) for one in headers}
    kept = tuple(one for one in evidence.candidates if _is_new(one, added))
    return replace(evidence, candidates=kept) if kept else Evidence(evidence.found)


def _is_new(candidate: Candidate, added: dict[str, set[str] | None]) -> bool:
    pieces = added[candidate.hit.passage.header.key]
    said = {candidate.statement.text, *map(plain, candidate.statement.quotes)}
    return pieces is None or bool(said & pieces)


async def _added(header: Header, question: Question, search: Search) -> set[str] | None:
    """The sentences that a version adds to the one in force. None if none is in force."""
    history, day = search.history, question.filters.as_of
    known = await history.versions(header, question.filters)
    old = in_force(known, day)
    if old is None:
        return None
    changes = (await history.difference(old, header)).changes
    return {one.new for one in changes if one.how is How.ADDED}


# Raises the likelihood of a rule that has changed since the past day asked about.
#
# People who ask about a past day usually ask for something that has changed since then.


_LIKELIER = 1.0
"""Log odds added to a rule that has changed."""


async def raise_if_changed_since(
    judged: Judged, evidence: Evidence, question: Question, search: Search, today: date
) -> Judged:
    """Raises the likelihood if the question's day has passed and the best rule has changed."""
    if question.filters.as_of >= today or not 0 < judged.likelihood < 1:
        return judged
    if not evidence.candidates:
        return judged
    with step("compare"):
        changed = await _has_changed(evidence, question, search, today)
    if not changed:
        return judged
    odds = math.log(judged.likelihood / (1 - judged.likelihood)) + _LIKELIER
    return replace(judged, likelihood=likelihood_of(odds))


async def _has_changed(evidence: Evidence, question: Question, search: Search, today: date) -> bool:
    best = evidence.candidates[0]
    header = best.hit.passage.header
    now = in_force(await search.history.versions(header, question.filters), today)
    if now is None or now == header:
        return False
    said = {best.statement.text, *map(plain, best.statement.quotes)}
    changes = (await search.history.difference(header, now)).changes
    return any(one.how is How.CHANGED and one.old in said for one in changes)

"""Raises the likelihood of a rule that has changed since the past day asked about.

People who ask about a past day usually ask for something that has changed since then.
"""

import math
from dataclasses import replace
from datetime import date

from bot.answering.find.gate.gate import likelihood_of
from bot.model import Evidence, Judged, Question
from bot.ports import Search
from bot.telemetry import step
from knowledge.compare.versions import How
from knowledge.language.sentences import plain
from knowledge.model.versions import in_force

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

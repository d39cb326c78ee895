"""The drafts of a language model that came after the answer had gone out."""

import asyncio
from collections.abc import Mapping, Sequence

from bot.model import Answer, Draft, Evidence, Issue, ModelCall, Question, Verdict
from bot.model.errors import ModelTrouble, ModelUnavailableError

LATER_S = 10.0
"""Seconds that a late draft gets; after that people have read the answer and moved on."""


def call_of(
    question: Question,
    evidence: Evidence,
    feedback: Sequence[Issue],
    writing: asyncio.Task[Draft],
) -> ModelCall:
    """Notes a call that may go on after the answer."""
    # Nobody may ever ask for the draft: an error of it is not one of the program.
    writing.add_done_callback(lambda task: task.cancelled() or task.exception())
    return ModelCall(_about(question, evidence, feedback), writing)


class KnownDrafts:
    """A ChatModel that gives the drafts of earlier calls, and writes no others."""

    def __init__(self, name: str, drafts: Mapping[str, Draft]) -> None:
        self.name = name
        self._drafts = drafts

    async def draft(
        self, question: Question, evidence: Evidence, feedback: Sequence[Issue] = ()
    ) -> Draft:
        """Returns the draft of the same call. Raises ModelUnavailableError."""
        known = self._drafts.get(_about(question, evidence, feedback))
        if known is None:
            raise ModelUnavailableError(ModelTrouble.TIMEOUT)
        return known


async def drafts_of(calls: Sequence[ModelCall]) -> dict[str, Draft]:
    """Waits for all calls and returns their drafts; none if no late one says anything."""
    ended = await asyncio.gather(*(one.writing for one in calls), return_exceptions=True)
    drafts = {
        one.about: draft
        for one, draft in zip(calls, ended, strict=True)
        if isinstance(draft, Draft)
    }
    late = [drafts[one.about] for one in calls if one.late and one.about in drafts]
    return drafts if any(draft.sentences for draft in late) else {}


def is_better_worded(new: Answer, old: Answer, model: str) -> bool:
    """Whether a new answer may replace one: the same verdict on the same documents, better said."""
    same = new.verdict is old.verdict is Verdict.PASS and new.index == old.index
    better = model in new.model.split(" + ") and new.text != old.text
    return same and better and not new.closest


def _about(question: Question, evidence: Evidence, feedback: Sequence[Issue]) -> str:
    passages = (hit.passage.passage_id for hit in evidence.found.hits)
    return "\n".join((question.text, *passages, *(repr(issue) for issue in feedback)))

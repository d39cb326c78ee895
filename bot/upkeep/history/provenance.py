"""Describes how an answer was made without anyone's words: ids, versions, hashes, codes, times."""

import hashlib
from collections.abc import Iterable
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from bot.model import Answer, Issue, Message, Platform, Reply
from bot.model.kept import StoredAnswer, person_of
from bot.model.understood import Hint
from bot.privacy import safe
from bot.privacy.harmless import harmless
from bot.telemetry import Trace
from knowledge.model.documents import Filters, Generation, Passage

_FIRST = 5
"""Passages whose category may be that of the question."""


def provenance(answer: Answer, trace: Trace, *, from_text: bool = False) -> dict[str, Any]:
    """Returns everything needed to trace an answer later.

    Leaves out the passages of an answer from a selected text, which is somebody's message.
    """
    return {
        "asked": _filters(answer.asked or answer.question.filters),
        "searched": _filters(answer.question.filters),
        "understood": _understood(answer),
        "selected_text": from_text,
        "index": _index(answer.index),
        "passages": [] if from_text else list(_passages(answer)),
        "attempts": answer.attempts,
        "likelihood": round(answer.judged.likelihood, 3),
        "moved": dict(answer.judged.moved),
        "confidence": answer.confidence,
        "model": answer.model,
        "model_calls": trace.outcome.get("model_calls", 0),
        "drafts": answer.drafts,
        "dropped": _codes(answer.issues),
        "rejected": _codes(answer.rejected),
        "troubles": list(answer.troubles),
        "cached": answer.cached,
        "ms": round(trace.ms, 1),
        "steps": {name: round(ms, 1) for name, ms in trace.steps.items()},
        "spent": dict(trace.amounts),
    }


def text_hash(text: str) -> str:
    """Hashes a passage's text, to see later whether it has changed."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _filters(filters: Filters) -> dict[str, Any]:
    return {
        "as_of": filters.as_of.isoformat(),
        "audience": filters.audience,
        # Free text at the command line, so personal data is removed.
        "store_type": filters.store_type and safe(filters.store_type),
        "category": filters.category and safe(filters.category),
        "place": filters.place and asdict(filters.place),
        "language": filters.language,
    }


def category_of(answer: Answer) -> Hint | None:
    """The category of the nearest passage, and its share of the first passages that were found."""
    found = [hit.passage.header.category for hit in answer.found.hits[:_FIRST]]
    return Hint(found[0], round(found.count(found[0]) / len(found), 2)) if found else None


def _understood(answer: Answer) -> dict[str, Any]:
    understood, category = answer.understood, category_of(answer)
    return {
        "intent": understood.intent,
        "store_type": understood.store_type and understood.store_type.value,
        "category": category and category.value,
        "questions": max(1, len(understood.parts)),
        "leans_on_thread": answer.question.said is not None,
    }


def _index(index: Generation | None) -> dict[str, Any] | None:
    if index is None:
        return None
    return {"generation": index.number, "contents": index.contents, "made_at": index.made_at}


def _passages(answer: Answer) -> Iterable[dict[str, Any]]:
    """Yields the passages found, and those cited without a search, such as in a comparison."""
    scores = {hit.passage.passage_id: round(hit.score, 3) for hit in answer.found.hits}
    cited = [one.passage for one in answer.citations]
    numbers = {passage.passage_id: number for number, passage in enumerate(cited, start=1)}
    found = [*cited, *(hit.passage for hit in answer.found.hits)]
    for passage_id, passage in {one.passage_id: one for one in found}.items():
        yield {
            **_passage(passage),
            "score": scores.get(passage_id),
            "cited": numbers.get(passage_id),
        }


def _passage(passage: Passage) -> dict[str, Any]:
    header = passage.header
    return {
        "id": passage.passage_id,
        "doc_id": header.doc_id,
        "version": header.version,
        "effective_from": header.effective_from and header.effective_from.isoformat(),
        "effective_until": header.effective_until and header.effective_until.isoformat(),
        "hash": text_hash(passage.text),
    }


def _codes(issues: Iterable[Issue]) -> list[str]:
    return [f"sentence {one.sentence + 1}: {one.code}" for one in issues]


# The record of an answer that is kept on disk: for its buttons, its ratings and the gap report.

_TRIALS = (Platform.WEB, Platform.CONSOLE)
"""Where somebody at the machine itself tries it out: that is no use of it."""


def record_of(message: Message, reply: Reply, given_at: datetime) -> StoredAnswer | None:
    """The record of a reply; None if it answers no question, or must leave no trace.

    A selected text is somebody's message: neither its quotes nor the question about it is recorded.
    """
    answer = reply.answer
    if (
        message.platform in _TRIALS
        or answer is None
        or answer.understood.talk
        or message.selected_text is not None
    ):
        return None
    if not message.conversation_id and not message.apart:
        return None
    return StoredAnswer(
        answer_id=reply.trace_id,
        given_at=given_at,
        thread=message.conversation_id or reply.trace_id,
        person=person_of(message),
        # Shown to those who help, share it, or look after the documents.
        question=safe(harmless(answer.question.text)),
        verdict=reply.verdict or answer.verdict,
        reply=replace(reply, private=False, kept=True, answer=None, steps={}, spent={}, later=None),
        place=message.place,
    )

"""Describes an answer as the state of its question, step by step, for programs (JSON).

The names are those of the StoreOps specification. The state includes the unchecked draft, which no
channel may show to a person.
"""

from collections.abc import Sequence
from typing import Any

from bot.answering.find.gate.gate import ATTEMPTS
from bot.model import Answer, Citation, Issue
from bot.model.understood import Hint
from bot.upkeep.history.provenance import category_of
from knowledge.model.documents import Filters, Hit


def state(answer: Answer) -> dict[str, Any]:
    """Returns the result of each step; the person's words are redacted."""
    return {
        "trace_id": answer.trace_id,
        "question": answer.question.own_words,
        "filters": _filters(answer.asked or answer.question.filters),
        "parsed": _parsed(answer),
        "retrieval": _retrieval(answer),
        "draft": _draft(answer),
        "grounding": _grounding(answer),
        "final": _final(answer),
        "counters": {
            "retrieval_attempts": answer.attempts,
            "generation_attempts": answer.drafts,
            "max_retries": ATTEMPTS - 1,
        },
        "metrics": _metrics(answer),
        "errors": [f"model: {trouble}" for trouble in answer.troubles],
    }


def _filters(filters: Filters) -> dict[str, Any]:
    return {
        "store_type": filters.store_type,
        "category": filters.category,
        "effective_date": filters.as_of.isoformat(),
        "language": filters.language,
        "audience": filters.audience,
    }


def _parsed(answer: Answer) -> dict[str, Any]:
    question, understood = answer.question, answer.understood
    hints = {"store_type": understood.store_type, "category": category_of(answer)}
    return {
        "normalized_query": question.to_look_up,
        "intent": understood.intent,
        "confidence": max((one.confidence for one in hints.values() if one), default=None),
        "hints": {name: _hint(one) for name, one in hints.items() if one},
        "talk": understood.talk,
        "parts": list(understood.parts),
    }


def _hint(hint: Hint) -> dict[str, Any]:
    return {"value": hint.value, "confidence": hint.confidence}


def _retrieval(answer: Answer) -> dict[str, Any]:
    hits = answer.found.hits
    # The model gets all passages found, or none if the gate refuses.
    read = hits if answer.drafts else _cited(answer)
    return {
        "topk": answer.limit,
        "applied_filters": _filters(answer.question.filters),
        "candidates": [_candidate(hit) for hit in hits],
        "selected": [_candidate(hit) for hit in read],
        "likelihood": round(answer.judged.likelihood, 3),
        "signs": {name: round(value, 3) for name, value in answer.judged.signs.items()},
        "moved": dict(answer.judged.moved),
    }


def _cited(answer: Answer) -> list[Hit]:
    cited = {one.passage.passage_id for one in answer.citations}
    return [hit for hit in answer.found.hits if hit.passage.passage_id in cited]


def _candidate(hit: Hit) -> dict[str, Any]:
    header = hit.passage.header
    return {
        "doc_id": header.doc_id,
        "title": header.title,
        "chunk_id": hit.passage.passage_id,
        "version": header.version,
        "score": round(hit.score, 3),
    }


def _draft(answer: Answer) -> dict[str, Any]:
    sentences = answer.draft.sentences
    lines = [one.text for one in sentences]
    citations = [citation for one in sentences for citation in one.citations]
    return {
        "answer": "\n".join(lines),
        "citations": _citations(citations, answer),
        "model": answer.model or None,
    }


def _grounding(answer: Answer) -> dict[str, Any]:
    return {
        "verdict": answer.verdict,
        "issues": [_issue(one) for one in answer.issues],
        "rejected": [_issue(one) for one in answer.rejected],
        "follow_up_question": answer.follow_up,
    }


def _issue(issue: Issue) -> str:
    return f"sentence {issue.sentence + 1}: {issue.code}"


def _final(answer: Answer) -> dict[str, Any]:
    return {
        "answer": answer.text,
        "citations": _citations(answer.citations, answer),
        "follow_up_question": answer.follow_up,
        "suggestions": list(answer.suggestions),
        "confidence": answer.confidence,
    }


def _citations(citations: Sequence[Citation], answer: Answer) -> list[dict[str, Any]]:
    scores = {hit.passage.passage_id: hit.score for hit in answer.found.hits}
    return [
        {
            "doc_id": one.passage.header.doc_id,
            "title": one.passage.header.title,
            "chunk_id": one.passage.passage_id,
            "snippet": " … ".join(one.quotes),
            "score": round(scores.get(one.passage.passage_id, 0.0), 3),
        }
        for one in citations
    ]


def _metrics(answer: Answer) -> dict[str, Any]:
    tokens = {name: int(answer.spent.get(name, 0)) for name in ("input_tokens", "output_tokens")}
    # None: tokens were used, but their price is unknown.
    unknown = None if any(tokens.values()) else 0.0
    return {
        "latency_total_ms": round(answer.ms),
        "latency_by_node_ms": {name: round(ms, 1) for name, ms in answer.steps.items()},
        **tokens,
        "cost": answer.spent.get("cost", unknown),
        "cached": answer.cached,
    }

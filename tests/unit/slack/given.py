"""Replies and sources as the conversation makes them, for the tests of Slack's blocks."""

from dataclasses import replace
from datetime import date
from typing import Any

from bot.model import Answer, Confidence, Question, Reply, Scope, Source, Verdict
from bot.privacy import safe
from knowledge.model.documents import Filters, Language

DAY = date(2026, 11, 22)
ID = "a1b2c3d4"


def source(number: int = 1, **change: Any) -> Source:
    usual: dict[str, Any] = {
        "title": "Refund policy",
        "section": "Opened goods",
        "quote": "14 days.",
        "doc_id": "refunds",
        "passage_id": "refunds@2#1",
        "version": "2",
    }
    return Source(number=number, **(usual | change))


def answer(language: Language = "en", store_type: str | None = None, **change: Any) -> Answer:
    question = Question(safe("?"), language, Filters(DAY, store_type=store_type, language=language))
    usual = Answer(question, Verdict.PASS, safe(""), confidence=Confidence.HIGH)
    return replace(usual, **change)


def reply(
    text: str = "Yes [1].", *, language: Language = "en", of: Answer | None = None, **more: Any
) -> Reply:
    """A reply that answers a question, with one source."""
    of = of or answer(language)
    filters = of.question.filters
    usual: dict[str, Any] = {
        "sources": (source(),),
        "trace_id": ID,
        "verdict": of.verdict,
        "confidence": of.confidence,
        "kept": True,
        "scope": Scope(store_type=filters.store_type, as_of=filters.as_of),
    }
    return Reply(text, language, **(usual | more))

"""Replies and sources as the conversation makes them, for the tests of Slack's blocks."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from bot.model import Answer, Confidence, Question, Reply, Scope, Source, Verdict
from bot.model.said import WaitingQuestion
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


_WAITING: Mapping[Language, tuple[str, ...]] = {
    "en": (
        "Do we sell bicycles?",
        "People: 12 · asked: 15 × · days waiting: 6",
        "Stores: Gangnam, Haeundae",
        "Nearest rule: Assortment: “We sell headphones and speakers.”",
        "Owner: Store Operations",
    ),
    "ko": (
        "자전거도 파나요?",
        "질문한 사람 12명 · 15회 · 6일째 대기",
        "매장: 강남점, 해운대점",
        "가장 가까운 규정: 판매 품목: “이어폰과 스피커를 판매합니다.”",
        "담당: 매장운영팀",
    ),
}


def waiting(language: Language) -> WaitingQuestion:
    """A question that waits for a rule."""
    question, *facts = _WAITING[language]
    return WaitingQuestion("r0000000c0de", question, tuple(facts))

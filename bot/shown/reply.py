"""An answer as what a person reads of it."""

from bot.model import Answer, Question, Reply, Scope
from bot.model.access import needed_for
from bot.model.understood import Talk
from bot.shown.sources import to_source
from knowledge.model.documents import Language

_KIND_WORDS = frozenset(Talk) - {Talk.GENERAL_KNOWLEDGE}
"""What is no question; general knowledge is refused as one that the documents do not answer."""


def to_reply(answer: Answer, notice: str | None = None, language: Language | None = None) -> Reply:
    """What a person reads of an answer; the language is one that was set, not that of the words."""
    scores = {hit.passage.passage_id: hit.score for hit in answer.found.hits}
    sources = tuple(
        to_source(number, citation, scores.get(citation.passage.passage_id, 0.0))
        for number, citation in enumerate(answer.citations, start=1)
    )
    return Reply(
        answer.text,
        sources=sources,
        follow_up=answer.follow_up,
        suggestions=answer.suggestions,
        notice=notice,
        scope=_scope(answer.question, language),
        audience=needed_for(answer),
        verdict=None if answer.understood.talk in _KIND_WORDS else answer.verdict,
        confidence=answer.confidence,
        answer=answer,
    )


def _scope(question: Question, language: Language | None) -> Scope:
    filters = question.filters
    return Scope(
        store_type=filters.store_type,
        category=filters.category,
        language=language,
        as_of=filters.as_of,
        audience=filters.audience,
    )

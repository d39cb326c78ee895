"""Turns an answer into a reply."""

from collections.abc import Sequence
from datetime import date

from bot.answering.reply.closest import in_context
from bot.answering.reply.question_back.worth import choices
from bot.model import Answer, Citation, ClosestRule, Question, Reply, Scope, Sentence, Source
from bot.model.access import needed_for
from bot.model.said import Choice, Table
from bot.model.understood import Talk
from bot.shown.tables import tables_of
from bot.stores import Store
from knowledge.model.documents import Language
from knowledge.model.spared import Spared

_KIND_WORDS = frozenset(Talk) - {Talk.GENERAL_KNOWLEDGE}
"""Talk without a verdict. General knowledge has one: it is refused like an unanswered question."""


def to_reply(
    answer: Answer,
    notice: str | None = None,
    language: Language | None = None,
    store: Store | None = None,
) -> Reply:
    """Makes the reply of an answer.

    `language` is the one set for the channel, if any; `store` the one that it is for.
    """
    scores = {hit.passage.passage_id: hit.score for hit in answer.found.hits}
    sources = tuple(
        to_source(
            number,
            citation,
            scores.get(citation.passage.passage_id, 0.0),
            answer.question.filters.as_of,
            past=citation.passage.header.key in answer.past,
        )
        for number, citation in enumerate(answer.citations, start=1)
    )
    tables: tuple[Table, ...] = ()
    with Spared("tables"):
        tables = tables_of(answer)
    tapped: tuple[Choice, ...] = ()
    with Spared("choices"):
        tapped = choices(answer)
    return Reply(
        answer.text,
        sources=sources,
        follow_up=answer.follow_up,
        choices=tapped,
        suggestions=answer.suggestions,
        closest=tuple(to_closest_rule(one, sources) for one in answer.closest),
        tables=tables,
        notice=notice,
        scope=_scope(answer.question, language, store),
        audience=needed_for(answer),
        verdict=None if answer.understood.talk in _KIND_WORDS else answer.verdict,
        confidence=answer.confidence,
        model_worded=any(one.worded for one in answer.sentences),
        disputed=answer.disputed,
        awaited=answer.understood.replies,
        answer=answer,
    )


def _scope(question: Question, language: Language | None, store: Store | None) -> Scope:
    filters = question.filters
    return Scope(
        store_type=filters.store_type,
        category=filters.category,
        language=language,
        as_of=filters.as_of,
        audience=filters.audience,
        store=store.store_id if store else None,
        store_name=store.name(question.language) if store else None,
    )


# Turns citations into the sources under a reply, and the closest rules into those in it.


def to_source(
    number: int, citation: Citation, score: float, on: date, *, past: bool = False
) -> Source:
    """Makes the source with this number; `score` is how well its passage fits the question.

    `past` says that its version is no longer in force; `on` is the day of the question.
    """
    passage, header = citation.passage, citation.passage.header
    return Source(
        number=number,
        title=header.title,
        section=passage.heading,
        quote=citation.quote,
        more_quotes=citation.more,
        passage=passage.text,
        doc_id=header.doc_id,
        passage_id=passage.passage_id,
        version=header.version,
        page=passage.page,
        url=header.url,
        effective_from=header.effective_from,
        score=round(score, 3),
        past=past,
        owner=header.owner if header.answered else None,
        written_on=header.published_date if header.answered else None,
        review_by=header.review_by,
        overdue=not past and header.review_by is not None and header.review_by < on,
    )


def to_closest_rule(rule: Sentence, sources: Sequence[Source]) -> ClosestRule:
    """Makes a closest rule as it is shown; its source is one of the reply's."""
    [first, *_] = rule.citations
    source = next(one for one in sources if one.passage_id == first.passage.passage_id)
    return ClosestRule(
        number=source.number,
        section=source.section,
        text=in_context(rule),
        quote=first.quote,
        doc_id=source.doc_id,
        passage_id=source.passage_id,
        score=source.score,
    )

"""Turns citations into the sources under a reply, and the closest rules into those in it."""

from collections.abc import Sequence

from bot.answering.reply.closest import in_context
from bot.model import Citation, ClosestRule, Sentence, Source


def to_source(number: int, citation: Citation, score: float, *, past: bool = False) -> Source:
    """Makes the source with this number; `score` is how well its passage fits the question.

    `past` says that its version is no longer in force.
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

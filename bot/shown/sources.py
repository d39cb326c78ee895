"""Turns a citation into a source under a reply."""

from bot.model import Citation, Source


def to_source(number: int, citation: Citation, score: float) -> Source:
    """Makes the source with this number; `score` is how well its passage fits the question."""
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
    )

"""Turns the conversation's replies into responses for programs; no I/O."""

from adapters.answers.models import (
    NEAR,
    AskMeta,
    AskResponse,
    Chunk,
    Citation,
    Closest,
    IndexMeta,
    Passage,
)
from adapters.web.problems import Problem, Trouble, being_read
from bot.answering.reply.refusal import without_advice
from bot.conversation.outgoing import shown_id, shown_words
from bot.model import Answer, ClosestRule, Confidence, Failure, Reply, Source, Verdict
from bot.shown.rendering import closest_to_json, quotes_of
from bot.shown.tables import with_markdown_tables
from knowledge.model import documents
from knowledge.model.documents import Generation, as_place

APART = "\n---\n"
"""The separator between two passages."""
_FAILURES = {
    Failure.NOT_INDEXED: (Trouble.NOT_INDEXED, "Index the documents first: `storewise reindex`."),
    Failure.TROUBLE: (Trouble.UNAVAILABLE, "Try again later; the server's log says more."),
    Failure.BUG: (Trouble.BUG, "The server's log says more."),
}


def answer_of(reply: Reply) -> Answer:
    """The answer behind a reply. Raises Problem if there is none."""
    if reply.failure is Failure.INDEXING:
        raise being_read(reply.trace_id)
    if reply.answer is None or reply.failure:
        trouble, detail = _FAILURES[reply.failure or Failure.BUG]
        raise Problem(trouble, detail, trace_id=reply.trace_id)
    return reply.answer


def to_ask_response(reply: Reply, k: int) -> AskResponse:
    """A reply with its evidence. Raises Problem if it is an apology."""
    answer = answer_of(reply)
    citations = [to_citation(one) for one in reply.sources]
    return AskResponse(
        answer=with_markdown_tables(reply) if reply.tables else text_of(reply),
        outcome=reply.outcome,
        verdict=verdict_of(reply, answer),
        confidence=reply.confidence or Confidence.LOW,
        citations=citations,
        closest=[to_closest(one) for one in reply.closest],
        matched_chunks=chunks_of(answer, k),
        sources=list(dict.fromkeys(source_line(one) for one in reply.sources)),
        context_used=APART.join(one.passage for one in reply.sources),
        follow_up_question=reply.follow_up,
        suggestions=list(reply.suggestions),
        notice=reply.notice,
        meta=_meta(reply, answer),
    )


def text_of(reply: Reply) -> str:
    """A reply's text; a refusal without advice and full stop, as programs compare it."""
    if reply.outcome != "refusal":
        return reply.text
    refusal = without_advice(reply.text, reply.language)
    return refusal[:-1] if refusal.find(".") == len(refusal) - 1 else refusal


def verdict_of(reply: Reply, answer: Answer) -> Verdict:
    """The verdict of the check; off topic for small talk."""
    return reply.verdict or answer.verdict


def chunks_of(answer: Answer, k: int) -> list[Chunk]:
    """The best passages found; the cited ones if the answer needed no search."""
    cited = {one.passage.passage_id for one in answer.citations}
    hits = [
        (hit.passage, hit.score)
        for hit in answer.found.hits
        if hit.score >= NEAR or hit.passage.passage_id in cited
    ]
    found = hits or [(one.passage, 1.0) for one in answer.citations]
    return [_chunk(passage, score) for passage, score in found[:k]]


def _chunk(passage: documents.Passage, score: float) -> Chunk:
    text = shown_words(passage.text)
    return Chunk(chunk_id=shown_id(passage.passage_id), text=text, score=round(score, 3))


def to_citation(source: Source) -> Citation:
    """A source as a citation for programs."""
    return Citation(
        doc_id=source.doc_id,
        title=source.title,
        section=source.section,
        page=source.page,
        chunk_id=source.passage_id,
        snippet=" … ".join(quotes_of(source)),
        quote=source.quote,
        score=source.score,
        url=source.url,
        version=source.version,
        effective_from=source.effective_from,
    )


def to_closest(rule: ClosestRule) -> Closest:
    """A rule that may help, for programs."""
    return Closest(**closest_to_json(rule))


def to_passage(source: Source) -> Passage:
    """A passage that a search found."""
    return Passage(
        chunk_id=source.passage_id,
        doc_id=source.doc_id,
        title=source.title,
        section=source.section,
        page=source.page,
        text=source.quote,
        score=source.score,
        url=source.url,
        version=source.version,
        effective_from=source.effective_from,
    )


def source_line(source: Source) -> str:
    """A passage's place in its document, in one line."""
    return as_place(source.title, source.section)


def _meta(reply: Reply, answer: Answer) -> AskMeta:
    return AskMeta(
        trace_id=reply.trace_id,
        answer_id=reply.trace_id if reply.kept else None,
        topk=answer.limit,
        retrieval_attempts=answer.attempts,
        generation_attempts=answer.drafts,
        latency_ms=round(answer.ms),
        latency_by_node_ms={name: round(ms, 1) for name, ms in reply.steps.items()},
        provider="openai" if answer.model not in ("", "extractive") else "extractive",
        model=answer.model or None,
        index=_index(answer.index) if answer.index else None,
    )


def _index(generation: Generation) -> IndexMeta:
    return IndexMeta(
        generation=generation.number, made_at=generation.made_at, contents=generation.contents
    )

"""The contracts of the systems that storewise replaces, mapped to our conversation.

Each endpoint turns a request into a message and the reply into its own response. Errors have the
shape that its callers know (`detail`).
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Literal

from pydantic import Field

from adapters.answers.models import Chunk, Response
from adapters.answers.replies import (
    answer_of,
    chunks_of,
    source_line,
    text_of,
    to_citation,
    verdict_of,
)
from adapters.answers.scope import Scopes, scope_of
from adapters.http.asking import Asking, message_of
from adapters.http.models import LaxRequest, Whole
from adapters.web.callers import Caller
from adapters.web.problems import Problem, Trouble
from bot import texts
from bot.model import Answer, Confidence, Reply, Source, Verdict
from bot.model.kept import NOT_ANSWERED
from bot.model.understood import Talk
from bot.shown.rendering import BOLD
from knowledge.language.sentences import plain
from knowledge.model.documents import Language, Passage, Spoken

_MARKS = re.compile(r"\s*(?:\[\d{1,3}\])+")
_SELECTED = "selected text"
_UNSAID = frozenset({Talk.EMPTY, Talk.TOO_SHORT, Talk.POINTS})
_NO_FAILURE = (Trouble.FORBIDDEN, Trouble.TOO_MANY, Trouble.BUSY, Trouble.INDEXING)
_NEAR = 3
"""Documents named if there is no answer."""


class PolicyRequest(LaxRequest):
    """Specification 1: a question about the policies."""

    query: str = Field(
        min_length=3, max_length=500, examples=["What is the return policy for electronics?"]
    )
    k: Whole = Field(3, ge=1, le=10)
    """How many policies to read for the answer, at most."""


class PolicyResponse(Response):
    """The answer, with the policy types and sections that it comes from."""

    query: str
    answer: str
    sources: list[str]
    confidence: Confidence
    agent: Literal["policy-agent"] = "policy-agent"


class BookRequest(LaxRequest):
    """Specification 2: a question about the documents, or about a selected text only."""

    question: str = Field(max_length=2000, examples=["How long are lost items kept?"])
    selected_text: str | None = Field(None, max_length=20_000)


class BookSource(Response):
    """A source of the answer."""

    chunk_id: str
    """The id of the passage, or `selected text`."""
    page: int | None
    title: str
    section: str


class BookResponse(Response):
    """The answer from the documents only, or the exact refusal of the specification."""

    answer: str
    sources: list[BookSource]
    matched_chunks: list[Chunk]


class ChatRequest(LaxRequest):
    """Specification 3: a question in the context of a store."""

    question: str = Field(min_length=1, max_length=2000, examples=["환불 규정 알려줘"])
    store_type: str | None = Field(None, max_length=64, examples=["cafe"])
    category: str | None = Field(None, max_length=64, examples=["refund"])
    effective_date: date | None = Field(None, examples=["2025-12-01"])
    language: Spoken | None = None


class ChatCitation(Response):
    """A passage with the quotes that back the answer."""

    doc_id: str
    title: str
    chunk_id: str
    snippet: str
    score: float


class ChatMeta(Response):
    """How the answer was made."""

    trace_id: str
    topk: int
    retrieval_attempts: int
    generation_attempts: int
    latency_ms: int
    verdict: Verdict


class ChatResponse(Response):
    """The answer with its citations, or a refusal and a question back."""

    answer: str
    citations: list[ChatCitation]
    follow_up_question: str | None
    meta: ChatMeta


class Specifications:
    """Answers in the shapes of the replaced systems."""

    def __init__(self, asking: Asking, scopes: Scopes, corpus: Mapping[Language, str]) -> None:
        """`corpus` is the documents' name in refusals."""
        self._asking = asking
        self._scopes = scopes
        self._corpus = corpus

    async def policy(self, caller: Caller, request: PolicyRequest) -> PolicyResponse:
        """Answers about policies (specification 1). Raises Problem."""
        scope = replace(scope_of(caller), most=request.k)
        try:
            reply = await self._asking.reply(message_of(caller, request.query, scope))
            answer = answer_of(reply)
        except Problem as problem:
            raise _agent_error(problem) from problem
        return PolicyResponse(
            # The question without its personal data.
            query=answer.question.said or answer.question.text,
            answer=self._said(reply, answer),
            sources=_policies(reply, answer),
            confidence=_confidence(reply),
        )

    async def book(self, caller: Caller, request: BookRequest) -> BookResponse:
        """Answers from the documents or from the selected text only (specification 2)."""
        scope = scope_of(caller)
        selected = request.selected_text or None
        message = message_of(caller, request.question, scope, selected_text=selected)
        reply = await self._asking.reply(message)
        answer = answer_of(reply)
        if answer.understood.talk in _UNSAID:
            return BookResponse(answer=self._ask_for(selected), sources=[], matched_chunks=[])
        if verdict_of(reply, answer) in NOT_ANSWERED:
            near = answer.verdict is Verdict.INSUFFICIENT and selected is None
            return BookResponse(
                answer=self._refusal(reply.language, selected),
                sources=[],
                matched_chunks=chunks_of(answer, _NEAR) if near else [],
            )
        return BookResponse(
            answer=_plain(reply),
            sources=[_book_source(one, selected) for one in reply.sources],
            matched_chunks=_matched(reply, answer, selected),
        )

    async def chat(self, caller: Caller, request: ChatRequest) -> ChatResponse:
        """Answers a question in a store's context (specification 3)."""
        scope = await self._scopes.asked(caller, request)
        reply = await self._asking.reply(message_of(caller, request.question, scope))
        answer = answer_of(reply)
        verdict = verdict_of(reply, answer)
        told = verdict not in NOT_ANSWERED
        return ChatResponse(
            answer=self._refusal(reply.language) if reply.closest else self._said(reply, answer),
            citations=[_chat_citation(one) for one in reply.sources] if told else [],
            follow_up_question=reply.follow_up or (None if told else _ask_more(reply, answer)),
            meta=ChatMeta(
                trace_id=reply.trace_id,
                topk=answer.limit,
                retrieval_attempts=answer.attempts,
                generation_attempts=answer.drafts,
                latency_ms=round(answer.ms),
                verdict=verdict,
            ),
        )

    def _said(self, reply: Reply, answer: Answer) -> str:
        """The reply; the exact refusal for general knowledge."""
        if answer.understood.talk is Talk.GENERAL_KNOWLEDGE:
            return self._refusal(reply.language)
        return _plain(reply)

    def _refusal(self, language: Language, selected: str | None = None) -> str:
        """The exact refusal of the specification, without a full stop."""
        text = texts.NOT_IN_SELECTED if selected else texts.REFUSAL
        return text[language].format(corpus=self._corpus[language]).rstrip(".")

    def _ask_for(self, selected: str | None) -> str:
        about = _SELECTED if selected else self._corpus["en"]
        return f"Please provide a question about the {about}."


def _plain(reply: Reply) -> str:
    """A reply as one paragraph, without citations and the questions above its parts."""
    asked = reply.answer.understood.parts if reply.answer else ()
    above = {f"**{plain(part)}**" for part in asked}
    lines = (line for line in text_of(reply).split("\n") if line not in above)
    said = (BOLD.sub(r"\1", _MARKS.sub("", line)).strip() for line in lines)
    return " ".join(line for line in said if line)


def _agent_error(problem: Problem) -> Problem:
    """Maps every failure to 500, the only error status of this specification."""
    if problem.trouble in _NO_FAILURE:
        return problem
    text = f"Policy agent error: {problem.detail}"
    return Problem(Trouble.BUG, text, trace_id=problem.trace_id)


def _confidence(reply: Reply) -> Confidence:
    answered = reply.verdict is not None and reply.verdict not in NOT_ANSWERED
    return (reply.confidence or Confidence.LOW) if answered else Confidence.LOW


def _policies(reply: Reply, answer: Answer) -> list[str]:
    """The policy types and sections of an answer."""
    records = {one.passage.passage_id: one.passage for one in answer.citations}
    return list(dict.fromkeys(_policy(one, records) for one in reply.sources))


def _policy(source: Source, records: dict[str, Passage]) -> str:
    """A record's name, such as its policy type; else the passage's section."""
    passage = records.get(source.passage_id)
    is_named = passage and passage.record and passage.section
    return passage.section[-1] if passage and is_named else source_line(source)


def _book_source(source: Source, selected: str | None) -> BookSource:
    return BookSource(
        chunk_id=_SELECTED if selected else source.passage_id,
        page=source.page,
        title=source.title,
        section=source.section,
    )


def _matched(reply: Reply, answer: Answer, selected: str | None) -> list[Chunk]:
    """The passages behind the answer first; for a selected text, its quotes."""
    if selected:
        quotes = [quote for one in reply.sources for quote in (one.quote, *one.more_quotes)]
        return [Chunk(chunk_id=_SELECTED, text=quote, score=1.0) for quote in quotes]
    cited = [
        Chunk(chunk_id=one.passage_id, text=one.passage, score=one.score) for one in reply.sources
    ]
    known = {one.chunk_id for one in cited}
    more = [one for one in chunks_of(answer, _NEAR) if one.chunk_id not in known]
    return [*cited, *more][: max(_NEAR, len(cited))]


def _chat_citation(source: Source) -> ChatCitation:
    citation = to_citation(source)
    return ChatCitation.model_validate(citation.model_dump(include=set(ChatCitation.model_fields)))


def _ask_more(reply: Reply, answer: Answer) -> str | None:
    return texts.ASK_MORE[reply.language] if answer.understood.talk is None else None

"""Answers and passages as programs read them, over HTTP and MCP."""

from datetime import date
from typing import Literal

from pydantic import BaseModel, ConfigDict

from bot.model import Confidence, Verdict
from bot.model.said import ReplyOutcome

NEAR = 0.35
"""Lowest score of a passage worth showing (`python -m benchmarks.near`): with it .929 of questions
keep a right passage, and .121 of unrelated questions show any; with .30 those are .364.
"""


class Response(BaseModel):
    """A response: frozen, and described by the docstrings of its fields."""

    model_config = ConfigDict(frozen=True, use_attribute_docstrings=True)


class Citation(Response):
    """A source of an answer; `[1]` in the answer is the first one."""

    doc_id: str
    title: str
    section: str
    """The headings above the passage, joined by ` › `."""
    page: int | None
    chunk_id: str
    snippet: str
    """All quotes from the passage, joined by ` … `."""
    quote: str
    """The words that back the answer, word for word."""
    score: float
    url: str | None
    version: str
    effective_from: date | None


class Closest(Response):
    """A rule that is close to the question but may not answer it."""

    doc_id: str
    passage_id: str
    section: str
    text: str
    quote: str
    score: float


class Chunk(Response):
    """A passage found for a question."""

    chunk_id: str
    text: str
    score: float


class IndexMeta(Response):
    """The index that an answer comes from."""

    generation: int
    made_at: str
    contents: str
    """A hash of everything the index was made from; equal hashes mean equal indexes."""


class AskMeta(Response):
    """How an answer was made."""

    trace_id: str
    answer_id: str | None
    """The id to look the answer up and rate it; null if it is not stored."""
    topk: int
    """Number of passages searched for."""
    retrieval_attempts: int
    generation_attempts: int
    latency_ms: int
    latency_by_node_ms: dict[str, float]
    provider: Literal["extractive", "openai"]
    """`extractive`: the documents' own sentences; `openai`: written by a language model."""
    model: str | None
    index: IndexMeta | None


class AskResponse(Response):
    """An answer with its evidence."""

    answer: str
    outcome: ReplyOutcome
    """`answer`; `closest`: no answer is sure, so the answer lists the closest rules; `refusal`: the
    documents do not say it; `talk`: a reply to small talk.
    """
    verdict: Verdict
    confidence: Confidence
    citations: list[Citation]
    closest: list[Closest]
    """Rules that may help if the outcome is `closest`; else empty."""
    matched_chunks: list[Chunk]
    sources: list[str]
    context_used: str
    """The cited passages, with `---` between them."""
    follow_up_question: str | None
    suggestions: list[str]
    notice: str | None
    """A note about the question, such as the personal data removed from it."""
    meta: AskMeta


class Passage(Response):
    """A passage found by a search."""

    chunk_id: str
    doc_id: str
    title: str
    section: str
    page: int | None
    text: str
    score: float
    url: str | None
    version: str
    effective_from: date | None


class SearchResponse(Response):
    """Passages, best first; none if nothing fits well enough."""

    results: list[Passage]

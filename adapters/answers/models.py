"""An answer and a passage as programs read them, over HTTP and MCP alike."""

from datetime import date
from typing import Literal

from pydantic import BaseModel, ConfigDict

from bot.model import Confidence, Verdict

NEAR = 0.35
"""Score from which on a passage is worth showing (`python -m benchmarks.near`): .929 of the
questions keep a right one, and of those about something else .121 see anything; at .30 it is .364.
"""

Outcome = Literal["answer", "closest", "refusal", "talk"]
"""An answer; the closest rules, where it is not sure; a refusal; a reply to what is no question."""


class Response(BaseModel):
    """A response: frozen, and described by the docstrings of its fields."""

    model_config = ConfigDict(frozen=True, use_attribute_docstrings=True)


class Citation(Response):
    """Where an answer comes from; `[1]` in the answer is the first one."""

    doc_id: str
    title: str
    section: str
    """The headings above it, with ` › ` between them."""
    page: int | None
    chunk_id: str
    snippet: str
    """All that is quoted of it."""
    quote: str
    """Word for word, what the answer rests on."""
    score: float
    url: str | None
    version: str
    effective_from: date | None


class Closest(Response):
    """A rule that is near, and may not be the answer."""

    doc_id: str
    passage_id: str
    section: str
    text: str
    quote: str
    score: float


class Chunk(Response):
    """A passage that was found for a question."""

    chunk_id: str
    text: str
    score: float


class IndexMeta(Response):
    """Which index it comes from."""

    generation: int
    made_at: str
    contents: str
    """The same for two indexes only where they hold the same."""


class AskMeta(Response):
    """How an answer was made."""

    trace_id: str
    answer_id: str | None
    """By which it is looked up and rated; null where it is not kept."""
    topk: int
    retrieval_attempts: int
    generation_attempts: int
    latency_ms: int
    latency_by_node_ms: dict[str, float]
    provider: Literal["extractive", "openai"]
    """The writer of the answer: the documents' own sentences, or a language model."""
    model: str | None
    index: IndexMeta | None


class AskResponse(Response):
    """An answer with its evidence."""

    answer: str
    outcome: Outcome
    verdict: Verdict
    confidence: Confidence
    citations: list[Citation]
    closest: list[Closest]
    """Empty until the outcome `closest` is given."""
    matched_chunks: list[Chunk]
    sources: list[str]
    context_used: str
    """The passages that the answer was made from, with `---` between them."""
    follow_up_question: str | None
    suggestions: list[str]
    notice: str | None
    """A word on the question itself, such as what was taken out of it."""
    meta: AskMeta


class Passage(Response):
    """A passage that fits what was looked for."""

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
    """Passages, best first; none where nothing is near."""

    results: list[Passage]

"""The requests and responses of /api/v1; the OpenAPI page is made from them."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue

from adapters.answers.models import NEAR, Citation, Response
from bot.model import Confidence, Length, Verdict
from knowledge.model.documents import Audience, Language
from knowledge.search.programs.retrieval import MOST

LONGEST_QUESTION = 2000
LONGEST_TEXT = 20_000
ANSWER_ID = "^r[0-9a-f]{11}$"


def _whole(value: object) -> object:
    """Accepts 8.0 as an integer, as JSON Schema does."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Whole = Annotated[int, BeforeValidator(_whole)]


StoreType = Annotated[str, Field(min_length=1, max_length=64, examples=["cafe"])]
Category = Annotated[str, Field(min_length=1, max_length=64, examples=["refund"])]
Day = Annotated[date, Field(examples=["2026-03-01"])]


class Request(BaseModel):
    """What every request is: fields that are not known are refused."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True
    )


class LaxRequest(Request):
    """One of a specification, whose callers may send `"5"` for 5."""

    model_config = ConfigDict(strict=False)


class ScopeRequest(Request):
    """Which documents may answer."""

    store_type: StoreType | None = None
    category: Category | None = None
    effective_date: Day | None = None
    """The day whose rules are asked for; today where it is left out."""
    language: Language | None = None


class AskRequest(ScopeRequest):
    """A question to the documents, or to one text."""

    question: str = Field(
        min_length=3,
        max_length=LONGEST_QUESTION,
        examples=["How long do customers have to return headphones?"],
    )
    selected_text: str | None = Field(None, min_length=1, max_length=LONGEST_TEXT)
    """Answer from this text alone, and from no document."""
    k: Whole = Field(3, ge=1, le=10)
    """How many of the passages that were found come back as `matched_chunks`."""
    conversation_id: str | None = Field(None, pattern=r"^[\w.:-]{1,100}$")
    """Questions with the same id form a thread: "and opened ones?" is understood."""
    length: Length | None = None


class SearchRequest(ScopeRequest):
    """Words to find passages for."""

    query: str = Field(min_length=1, max_length=LONGEST_QUESTION, examples=["gift receipt"])
    k: Whole = Field(5, ge=1, le=20)
    min_score: float = Field(NEAR, ge=0, le=1)
    """Passages that fit less are left out."""


Said = Annotated[str, Field(max_length=300)]


class Segment(BaseModel):
    """What a program has found out about a person's errand (specification 5)."""

    model_config = ConfigDict(frozen=True, extra="allow", strict=True)

    use_case: Said | None = None
    use_case_label: Said | None = None
    funnel_stage: Said | None = None
    intent_level: Said | None = None
    reasons: list[Said] | None = Field(None, max_length=50)


class RetrieveRequest(Request):
    """A query, or a segment of which one is made."""

    query: str | None = Field(None, min_length=1, max_length=LONGEST_QUESTION)
    """What to look for; with it the segment is not looked at."""
    segment: Segment | None = None
    top_k: Whole = Field(5, ge=1, le=MOST)
    store_type: StoreType | None = None
    effective_date: Day | None = None


class FeedbackRequest(Request):
    """What somebody thinks of an answer."""

    answer_id: str = Field(pattern=ANSWER_ID, examples=["r0123456789a"])
    rating: Literal["good", "bad"]
    reason: Literal["wrong", "out_of_date", "incomplete", "not_my_question", "other"] | None = None
    comment: str | None = Field(None, max_length=2000)
    """Personal data is taken out of it before it is kept."""


class ReindexRequest(Request):
    """How the documents are read anew."""

    full: bool = False
    """Embed what did not change, too."""
    strict: bool = False
    """Publish nothing when a file was skipped or documents contradict one another."""
    accept_worse: bool = False
    """Publish even when golden questions are answered worse."""


class RollbackRequest(Request):
    """Nothing has to be said."""


class RetrievedCitation(Response):
    """A passage for a program that writes by itself (specification 5)."""

    id: str
    title: str | None
    section: str | None
    text: str
    redacted_text: str
    """This alone is for a language model."""
    url: str | None
    published_date: str | None
    source: str


class RetrieveResponse(Response):
    """Passages, best first."""

    query: str
    citations: list[RetrievedCitation]


class FeedbackResponse(Response):
    """That it was kept."""

    answer_id: str
    rating: Literal["good", "bad"]


class DocumentVersion(Response):
    """One version of a document."""

    version: str
    title: str
    effective_from: date | None
    effective_until: date | None
    in_force: bool
    """Whether questions of today are answered from it."""


class Document(Response):
    """A document with its versions, the oldest first."""

    doc_id: str
    title: str
    language: Language
    category: str
    store_types: list[str]
    """Empty: all of them."""
    audience: Audience
    owner: str | None
    url: str | None
    versions: list[DocumentVersion]


class DocumentsResponse(Response):
    """What answers come from."""

    as_of: date
    documents: list[Document]


class KeptAnswer(Response):
    """An answer that was given, and how it came about."""

    answer_id: str
    given_at: datetime
    question: str
    answer: str
    verdict: Verdict
    confidence: Confidence | None
    citations: list[Citation]
    follow_up_question: str | None
    suggestions: list[str]
    replay: dict[str, JsonValue] | None
    """Ids, versions, times and codes of each step (docs/SECURITY.md); null where none is kept."""


class IndexResponse(Response):
    """What answers now."""

    published: bool
    """Whether this run has changed what answers."""
    text: str
    """What was done, in words."""
    generation: int
    documents: int
    passages: int
    made_at: str


class ProblemDetails(Response):
    """Why a request was not done (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    errors: list[dict[str, Any]] = Field([])
    """Each wrong field."""
    trace_id: str | None = None
    """By which the server's log names it."""

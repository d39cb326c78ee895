"""The requests and responses of /api/v1; the OpenAPI page is made from them."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue

from adapters.answers.models import NEAR, Citation, Closest, Response
from bot.model import Confidence, Length, Verdict
from bot.model.said import ReplyOutcome
from knowledge.model.documents import Audience, Language, Spoken
from knowledge.search.retrieval import MOST

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
    """The base of all requests: unknown fields are refused."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True
    )


class LaxRequest(Request):
    """The base of the specifications' requests: `"5"` counts as 5, unknown fields as not sent."""

    model_config = ConfigDict(strict=False, extra="ignore")


class ScopeRequest(Request):
    """Limits the documents that may answer."""

    store_type: StoreType | None = None
    category: Category | None = None
    effective_date: Day | None = None
    """The day whose rules apply. Default: today."""
    language: Spoken | None = None


class AskRequest(ScopeRequest):
    """A question about the documents, or about one text."""

    question: str = Field(
        min_length=3,
        max_length=LONGEST_QUESTION,
    )
    store: str | None = Field(None, min_length=1, max_length=100)
    """The id of the store to answer for. Default: the store that the question names."""
    selected_text: str | None = Field(None, min_length=1, max_length=LONGEST_TEXT)
    """Answer from this text only, not from the documents."""
    k: Whole = Field(3, ge=1, le=10)
    """Maximum number of passages in `matched_chunks`."""
    conversation_id: str | None = Field(None, pattern=r"^[\w.:-]{1,100}$")
    """An id of your choice. Questions with the same id form a thread, so follow-ups work."""
    user: str | None = Field(None, min_length=1, max_length=200)
    """Whoever asks, by an id of your choice: with limits, threads and records of their own.

    Only its hash is kept. What they may read is decided by the key.
    """
    length: Length | None = None
    """Length of the answer. Default: `ANSWER_LENGTH` of the server."""


class SearchRequest(ScopeRequest):
    """A search for passages."""

    query: str = Field(min_length=1, max_length=LONGEST_QUESTION, examples=["gift receipt"])
    k: Whole = Field(5, ge=1, le=20)
    """Maximum number of passages."""
    min_score: float = Field(NEAR, ge=0, le=1)
    """Lowest score of a passage to return, from 0 to 1."""


Said = Annotated[str, Field(max_length=300)]


class Segment(BaseModel):
    """What a program knows about a person's request (specification 5)."""

    model_config = ConfigDict(frozen=True, extra="allow", strict=True)

    use_case: Said | None = None
    use_case_label: Said | None = None
    funnel_stage: Said | None = None
    intent_level: Said | None = None
    reasons: list[Said] | None = Field(None, max_length=50)


class RetrieveRequest(Request):
    """A query, or a segment to make one from."""

    query: str | None = Field(None, min_length=1, max_length=LONGEST_QUESTION)
    """The words to search for. If set, `segment` is ignored."""
    segment: Segment | None = None
    top_k: Whole = Field(5, ge=1, le=MOST)
    """Maximum number of passages."""
    store_type: StoreType | None = None
    effective_date: Day | None = None
    """The day whose rules apply. Default: today."""


class FeedbackRequest(Request):
    """A rating of an answer."""

    answer_id: str = Field(pattern=ANSWER_ID, examples=["r0123456789a"])
    """`meta.answer_id` of the answer."""
    rating: Literal["good", "bad"]
    reason: Literal["wrong", "out_of_date", "incomplete", "not_my_question", "other"] | None = None
    comment: str | None = Field(None, max_length=2000)
    """Stored without personal data."""
    user: str | None = Field(None, min_length=1, max_length=200)
    """Whoever rates, as in the question; each user has a rating of their own."""


class ReindexRequest(Request):
    """Options for re-reading the documents."""

    full: bool = False
    """Embed unchanged passages again, too."""
    strict: bool = False
    """Publish nothing if a file was skipped or documents contradict each other."""
    accept_worse: bool = False
    """Publish even if golden questions are answered worse."""


class RollbackRequest(Request):
    """No options; send `{}`."""


class RetrievedCitation(Response):
    """A passage for a program that writes its own answers (specification 5)."""

    id: str
    title: str | None
    section: str | None
    text: str
    """The passage as stored; for people only."""
    redacted_text: str
    """The passage without personal data. Give a language model only this one."""
    url: str | None
    published_date: str | None
    source: str


class RetrieveResponse(Response):
    """Passages, best first."""

    query: str
    citations: list[RetrievedCitation]


class FeedbackResponse(Response):
    """The rating as stored."""

    answer_id: str
    rating: Literal["good", "bad"]


class DocumentVersion(Response):
    """One version of a document."""

    version: str
    title: str
    effective_from: date | None
    effective_until: date | None
    in_force: bool
    """Whether it is in force today."""


class Document(Response):
    """A document with its versions, oldest first."""

    doc_id: str
    title: str
    language: Language
    category: str
    store_types: list[str]
    """The types of store that it is for; empty if it is for all."""
    audience: Audience
    """The role needed to read it."""
    owner: str | None
    url: str | None
    versions: list[DocumentVersion]


class DocumentsResponse(Response):
    """The documents that answers come from."""

    as_of: date
    documents: list[Document]


class KeptAnswer(Response):
    """A stored answer, and how it was made."""

    answer_id: str
    given_at: datetime
    question: str
    answer: str
    outcome: ReplyOutcome
    """As in the response of `/api/v1/ask`."""
    verdict: Verdict
    confidence: Confidence | None
    citations: list[Citation]
    closest: list[Closest]
    """Rules that may help if the outcome is `closest`; else empty."""
    follow_up_question: str | None
    suggestions: list[str]
    replay: dict[str, JsonValue] | None
    """Ids, versions, times and codes of each step (docs/SECURITY.md); null if none are stored."""


class IndexResponse(Response):
    """The index in use now."""

    published: bool
    """Whether this run changed the index in use."""
    text: str
    """A report of the run, in words."""
    generation: int
    documents: int
    passages: int
    made_at: str


class ProblemDetails(Response):
    """An error (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    errors: list[dict[str, Any]] = Field([])
    """The wrong fields."""
    trace_id: str | None = None
    """The id of the request in the server's log."""

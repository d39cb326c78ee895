"""What the tools take and give, in words for the model that has to choose one."""

from datetime import date
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from adapters.answers.models import Response
from knowledge.model.documents import Language

_DAY = "A day as YYYY-MM-DD: rules in force on it answer. Leave it out for today."
_STORE = "The kind of store, such as cafe, convenience or apparel. Leave it out for all of them."

StoreType = Annotated[
    str | None,
    Field(description=_STORE, min_length=1, max_length=64, examples=["cafe"]),
]
Day = Annotated[date | None, Field(description=_DAY, examples=["2026-03-01"])]


class Arguments(BaseModel):
    """What every tool's arguments are: those that are not known are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class AskArguments(Arguments):
    """A question."""

    question: str = Field(
        min_length=1,
        max_length=2000,
        description="One question in the person's own words, in Korean or English.",
        examples=["How long do customers have to return headphones?"],
    )
    store_type: StoreType = None
    category: str | None = Field(
        None,
        min_length=1,
        max_length=64,
        description="Ask documents of this category alone, such as refund, promo or inventory. "
        "Leave it out unless the person names one.",
    )
    effective_date: Day = None
    language: Language | None = Field(
        None,
        description="The language of the answer. Leave it out for that of the question.",
    )
    conversation_id: str | None = Field(
        None,
        pattern=r"^[\w.:-]{1,100}$",
        description="Any id of your choice. Questions with the same id form a thread, so that "
        '"and opened ones?" is understood.',
    )


class SearchArguments(Arguments):
    """Words to look for."""

    query: str = Field(
        min_length=1,
        max_length=2000,
        description="Words or a question to find passages for.",
        examples=["gift receipt"],
    )
    k: int = Field(5, ge=1, le=20, description="How many passages at most.")
    store_type: StoreType = None
    effective_date: Day = None


class ChangesArguments(Arguments):
    """A document, or all of them."""

    document: str | None = Field(
        None,
        min_length=1,
        max_length=200,
        description="A document's id (`doc_id`) or title. Leave it out to learn what is new in "
        "all documents.",
        examples=["staff-discount-en"],
    )
    since: date | None = Field(
        None,
        description="Only versions that took effect on this day (YYYY-MM-DD) or later. Left out: "
        "the last change of the document; of all documents, the last 60 days and what is to come.",
    )


class NoArguments(Arguments):
    """Nothing has to be said."""


class Change(Response):
    """A sentence, list item, table row or heading that is not as it was."""

    what: str
    """added, removed, changed, moved or heading."""
    section: str
    before: str
    after: str


class DocumentChange(Response):
    """A version that takes the place of another one, or begins a document."""

    doc_id: str
    title: str
    version: str
    effective_from: date | None
    upcoming: bool
    """Whether it is not in force yet."""
    replaces: str | None
    """The version before it; null where it is the first."""
    changes: list[Change]
    more: int
    """How many changes are left out."""


class ChangesResponse(Response):
    """What changed, the earliest first."""

    as_of: date
    documents: list[DocumentChange]


class Side(Response):
    """One of two statements that disagree."""

    doc_id: str
    version: str
    title: str
    section: str
    page: int | None
    quote: str
    value: str
    """In what it disagrees."""


class Contradiction(Response):
    """Two statements about one subject that give different values."""

    first: Side
    second: Side
    in_force_from: date | None
    in_force_until: date | None
    """The days on which both are in force; null where no day is set."""


class ContradictionsResponse(Response):
    """What the documents have against one another."""

    contradictions: list[Contradiction]

"""The tools' arguments and results, described for the model that chooses a tool."""

from datetime import date
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from adapters.answers.models import Response
from knowledge.model.documents import Spoken

_DAY = "A day as YYYY-MM-DD. Answers come from the rules in force on it. Leave it out for today."
_STORE = "The type of store, such as cafe, convenience or apparel. Leave it out for all types."

StoreType = Annotated[
    str | None,
    Field(description=_STORE, min_length=1, max_length=64, examples=["cafe"]),
]
Day = Annotated[date | None, Field(description=_DAY, examples=["2026-03-01"])]


class Arguments(BaseModel):
    """The base of all arguments: unknown ones are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class AskArguments(Arguments):
    """A question."""

    question: str = Field(
        min_length=1,
        max_length=2000,
        description="One question in the person's own words, in Korean or English.",
    )
    store: str | None = Field(
        None,
        min_length=1,
        max_length=100,
        description="The id of the store to answer for. Leave it out unless you know the id: the "
        "question may name the store in words.",
    )
    store_type: StoreType = None
    category: str | None = Field(
        None,
        min_length=1,
        max_length=64,
        description="Answer only from documents of this category, by the name that they have. "
        "Leave it out unless the person names one.",
    )
    effective_date: Day = None
    language: Spoken | None = Field(
        None,
        description="The language of the answer. Leave it out for the language of the question.",
    )
    conversation_id: str | None = Field(
        None,
        pattern=r"^[\w.:-]{1,100}$",
        description="Any id of your choice. Questions with the same id form a thread, so that "
        '"and on Sundays?" is understood.',
    )


class SearchArguments(Arguments):
    """A search for passages."""

    query: str = Field(
        min_length=1,
        max_length=2000,
        description="Words or a question to find passages for.",
    )
    k: int = Field(5, ge=1, le=20, description="Maximum number of passages.")
    store_type: StoreType = None
    effective_date: Day = None


class ChangesArguments(Arguments):
    """One document, or all documents."""

    document: str | None = Field(
        None,
        min_length=1,
        max_length=200,
        description="A document's id (`doc_id`) or title. Leave it out to see what is new in "
        "all documents.",
    )
    since: date | None = Field(
        None,
        description="Only versions that took effect on this day (YYYY-MM-DD) or later. Without it: "
        "the last change of the document, or for all documents the last 60 days and the future.",
    )


class NoArguments(Arguments):
    """No arguments."""


class Change(Response):
    """A changed sentence, list item, table row or heading."""

    what: str
    """The kind of change: added, removed, changed, moved or heading."""
    section: str
    before: str
    after: str


class DocumentChange(Response):
    """A new version of a document, or the first one."""

    doc_id: str
    title: str
    version: str
    effective_from: date | None
    upcoming: bool
    """Whether it takes effect in the future."""
    replaces: str | None
    """The version before it; null for the first one."""
    changes: list[Change]
    more: int
    """Number of further changes that are not listed."""


class ChangesResponse(Response):
    """New versions with their changes, earliest first."""

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
    """The value that differs, such as `14 days`."""


class Contradiction(Response):
    """Two statements about one subject that give different values."""

    first: Side
    second: Side
    in_force_from: date | None
    """The first day on which both are in force; null if neither has a start date."""
    in_force_until: date | None
    """The last day on which both are in force; null if neither has an end date."""


class ContradictionsResponse(Response):
    """Contradictions between documents."""

    contradictions: list[Contradiction]

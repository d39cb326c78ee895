"""Specification 4: finds the products that a question is about, without a language model."""

from collections.abc import Callable
from datetime import date
from typing import Literal

from pydantic import Field

from adapters.answers.models import Response
from adapters.http.models import LaxRequest
from adapters.web.bounded import Bounded
from adapters.web.callers import Caller
from bot.conversation.outgoing import shown_words
from bot.model.text import as_seen
from bot.ports import Index
from bot.privacy import Redactor
from knowledge.model.documents import Filters
from knowledge.search.catalogue.catalogue import context

_OVERVIEW = "Catalogue Overview"
_MODE = "summary"


class ConciergeRequest(LaxRequest):
    """A shopper's question."""

    question: str = Field(min_length=1, max_length=2000, examples=["What products do you have?"])


class ConciergeAnswer(Response):
    """The first matching product, or the overview."""

    product: str
    summary: str
    price: str | None
    highlights: list[str]


class WorkshopFlags(Response):
    """The same question always gets the same answer, at once."""

    deterministic: Literal[True] = True
    varied: Literal[False] = False
    delayed: Literal[False] = False


class ConciergeResponse(Response):
    """The products that fit, as context to write an answer from."""

    question: str
    mode: Literal["summary"] = "summary"
    provider: Literal["mock"] = "mock"
    """As in the specification: no language model wrote the answer."""
    answer: ConciergeAnswer
    context_used: str
    """At most three products, best first, with `---` between them; empty if none fits."""
    prompt_header: str
    workshop_flags: WorkshopFlags = WorkshopFlags()


class Concierge:
    """Answers from the catalogue's own relevance."""

    def __init__(
        self,
        index: Index,
        redactor: Redactor,
        today: Callable[[], date],
        overview: str,
        bounded: Bounded,
    ) -> None:
        """`overview` is the answer if no product fits."""
        self._bounded = bounded
        self._index = index
        self._redactor = redactor
        self._today = today
        self._overview = overview

    async def ask(self, caller: Caller, request: ConciergeRequest) -> ConciergeResponse:
        """The products that fit best. Raises KnowledgeError."""
        question = self._redactor.safe(as_seen(request.question))
        filters = Filters(self._today(), caller.role, caller.store_type)
        async with self._bounded.turn(), self._index.pinned() as search:
            catalogue = await search.catalogue(filters)
        used = shown_words(context(catalogue.best(question)))
        first = used.partition("\n")[0] or self._overview
        return ConciergeResponse(
            question=question,
            answer=ConciergeAnswer(
                product=_OVERVIEW,
                summary=f"(Mock) Based on your question '{question}', consider: {first}",
                price=None,
                highlights=[first],
            ),
            context_used=used,
            prompt_header=f"Mode: {_MODE} | Question: {question}",
        )

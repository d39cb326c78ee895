"""Answers programs' questions, through the same handler as people's."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any, Literal

from pydantic import Field

from adapters.answers.models import AskResponse, Response
from adapters.answers.replies import to_ask_response
from adapters.answers.scope import Scopes, thread_of
from adapters.http.models import AskRequest, LaxRequest
from adapters.web.bounded import Bounded
from adapters.web.callers import Caller, Callers
from adapters.web.edge import replied, revised
from adapters.web.event_stream import Tell
from bot.conversation.outgoing import shown_words
from bot.model import Message, Platform, Reply, Scope, Wait
from bot.model.text import as_seen
from bot.ports import Handle, Index
from bot.privacy import Redactor
from bot.shown.tables import with_markdown_tables
from bot.telemetry import watched
from knowledge.model.documents import Filters
from knowledge.search.catalogue.catalogue import context


class Asking:
    """Asks the conversation for programs."""

    def __init__(self, handle: Handle, bounded: Bounded, scopes: Scopes, callers: Callers) -> None:
        self._callers = callers
        self._handle = handle
        self._bounded = bounded
        self._scopes = scopes

    async def ask(self, caller: Caller, request: AskRequest) -> AskResponse:
        """Answers a question with its evidence. Raises Problem."""
        reply = await self.reply(await self._message(caller, request))
        return to_ask_response(reply, request.k)

    async def stream(self, caller: Caller, request: AskRequest, tell: Tell) -> None:
        """Answers and streams each step as it begins, each checked line, and the whole.

        If a language model chooses better later, the whole comes once more.
        """

        def values(reply: Reply) -> dict[str, Any]:
            return to_ask_response(reply, request.k).model_dump(mode="json")

        message = replace(await self._message(caller, request), wait=Wait.EDITABLE)
        with watched(lambda name: tell("step", {"name": name})):
            reply = await self.reply(message)
        answered = values(reply)
        for line in filter(None, with_markdown_tables(reply).split("\n")):
            tell("sentence", {"text": line})
        tell("result", answered)
        await revised(reply, lambda better: tell("revision", values(better)))

    async def _message(self, caller: Caller, request: AskRequest) -> Message:
        caller = await self._callers.as_user(caller, request.user)
        scope = await self._scopes.asked(
            caller, request, length=request.length, store=request.store
        )
        return message_of(
            caller,
            request.question,
            scope,
            conversation_id=thread_of(caller, request.conversation_id),
            selected_text=request.selected_text,
        )

    async def reply(self, message: Message) -> Reply:
        """The conversation's reply to a message. Raises Problem if too many wait."""
        async with self._bounded.turn():
            return await replied(self._handle, message)


def message_of(
    caller: Caller,
    text: str,
    scope: Scope,
    conversation_id: str = "",
    selected_text: str | None = None,
) -> Message:
    """A program's question as a message, within the limits of its key."""
    return Message(
        Platform.HTTP,
        conversation_id,
        caller.sender,
        text,
        selected_text=selected_text,
        scope=scope,
        apart=True,
    )


# Specification 4: finds the products that a question is about, without a language model.


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

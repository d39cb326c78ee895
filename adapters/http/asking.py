"""Answers programs' questions, through the same handler as people's."""

from dataclasses import replace
from typing import Any

from adapters.answers.models import AskResponse
from adapters.answers.replies import to_ask_response
from adapters.answers.scope import Scopes, thread_of
from adapters.http.models import AskRequest
from adapters.web.bounded import Bounded
from adapters.web.callers import Caller
from adapters.web.edge import replied, revised
from adapters.web.event_stream import Tell
from bot.model import Message, Platform, Reply, Scope, Wait
from bot.ports import Handle
from bot.shown.tables import with_markdown_tables
from bot.telemetry import watched


class Asking:
    """Asks the conversation for programs."""

    def __init__(self, handle: Handle, bounded: Bounded, scopes: Scopes) -> None:
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
        caller.name,
        text,
        selected_text=selected_text,
        scope=scope,
        apart=True,
    )

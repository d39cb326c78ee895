"""Answers programs' questions, through the same handler as people's."""

from collections.abc import Awaitable, Callable

from adapters.answers.models import AskResponse
from adapters.answers.replies import to_ask_response
from adapters.answers.scope import in_store, scope_asked, thread_of
from adapters.http.models import AskRequest
from adapters.http.operations import Tell
from adapters.web.bounded import Bounded
from adapters.web.callers import Caller
from adapters.web.edge import replied
from bot.model import Message, Platform, Reply, Scope
from bot.ports import Handle
from bot.shown.tables import with_markdown_tables
from bot.stores import Stores
from bot.telemetry import watched

Ask = Callable[[Message], Awaitable[Reply]]


class Asking:
    """Asks the conversation for programs."""

    def __init__(self, handle: Handle, bounded: Bounded, stores: Stores) -> None:
        self._handle = handle
        self._bounded = bounded
        self._stores = stores

    async def ask(self, caller: Caller, request: AskRequest) -> AskResponse:
        """Answers a question with its evidence. Raises Problem."""
        return to_ask_response(await self.reply(self._message(caller, request)), request.k)

    async def stream(self, caller: Caller, request: AskRequest, tell: Tell) -> AskResponse:
        """Answers and streams each step as it begins, then each checked line."""
        with watched(lambda name: tell("step", {"name": name})):
            reply = await self.reply(self._message(caller, request))
        answered = to_ask_response(reply, request.k)
        for line in filter(None, with_markdown_tables(reply).split("\n")):
            tell("sentence", {"text": line})
        return answered

    def _message(self, caller: Caller, request: AskRequest) -> Message:
        scope = scope_asked(caller, request, request.length)
        return message_of(
            caller,
            request.question,
            in_store(scope, request.store, self._stores),
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

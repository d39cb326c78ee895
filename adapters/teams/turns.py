"""The turns of botbuilder-core: which kind of activity goes where. The one module that imports it.

Activities are plain dictionaries everywhere else: botbuilder's own classes lose what they do not
know, such as citations.
"""

from http import HTTPStatus
from typing import Any, Protocol

from botbuilder.core import ActivityHandler, CloudAdapterBase, InvokeResponse, TurnContext
from botbuilder.schema import Activity
from botframework.connector.auth import ClaimsIdentity
from botframework.connector.auth.authenticate_request_result import AuthenticateRequestResult
from msrest.exceptions import DeserializationError  # type: ignore[attr-defined]  # its place

Body = dict[str, Any]

_AUDIENCE = "https://api.botframework.com"


class UnreadableActivityError(Exception):
    """The body of a request is no activity."""


class Listeners(Protocol):
    """What answers each kind of activity."""

    async def on_message(self, body: Body) -> None:
        """Take on a message, or what was sent with a card."""
        ...

    async def on_installed(self, body: Body) -> None:
        """Greet whoever installed the app."""
        ...

    async def on_invoke(self, body: Body) -> Body | None:
        """Answer at once; None for what nobody handles."""
        ...


class Turns(CloudAdapterBase):
    """Runs turns without botbuilder's connector, token clients and sessions, made for each turn."""

    def __init__(self, listeners: Listeners) -> None:
        super().__init__(_NoTokens())
        self._listeners = listeners

    async def run(self, body: Body, claims: Body) -> tuple[int, Body]:
        """Run one turn; return status and body of the answer. Raises UnreadableActivityError."""
        try:
            activity = Activity().deserialize(body)
        except (DeserializationError, ValueError, LookupError, TypeError, AttributeError) as error:
            raise UnreadableActivityError from error
        if not isinstance(activity, Activity) or not activity.type:
            raise UnreadableActivityError
        # Replies go by the connector in any case; botbuilder would answer with a list of its own.
        activity.delivery_mode = None
        handler = _Handler(self._listeners, body)
        answer = await self.process_activity(_known(claims), activity, handler.on_turn)
        if answer is None:
            return HTTPStatus.OK, {}
        return int(answer.status), answer.body or {}


class _Handler(ActivityHandler):
    """Hands the activity on as it was received."""

    def __init__(self, listeners: Listeners, body: Body) -> None:
        self._listeners = listeners
        self._body = body

    async def on_message_activity(self, turn_context: TurnContext) -> None:
        await self._listeners.on_message(self._body)

    async def on_installation_update_add(self, turn_context: TurnContext) -> None:
        if turn_context.activity.action == "add":  # botbuilder calls it for a new version, too
            await self._listeners.on_installed(self._body)

    async def on_invoke_activity(self, turn_context: TurnContext) -> InvokeResponse:
        body = await self._listeners.on_invoke(self._body)
        status = HTTPStatus.NOT_IMPLEMENTED if body is None else HTTPStatus.OK
        return InvokeResponse(status=status, body=body)


class _NoTokens:
    """Stands where botbuilder makes a client for people's tokens, which nothing here needs."""

    async def create_user_token_client(self, claims_identity: ClaimsIdentity) -> None:
        return None


class _NoConnector:
    """Stands where botbuilder makes a connector; adapters.teams.api.connector sends."""

    async def create(self, service_url: str, audience: str) -> object:
        return self


def _known(claims: Body) -> AuthenticateRequestResult:
    known = AuthenticateRequestResult()
    known.claims_identity = ClaimsIdentity(claims, True)
    known.audience = _AUDIENCE
    known.connector_factory = _NoConnector()
    return known

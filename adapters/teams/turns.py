"""Dispatches activities through botbuilder-core; the only module that imports it."""

from http import HTTPStatus

from botbuilder.core import ActivityHandler, CloudAdapterBase, InvokeResponse, TurnContext
from botbuilder.schema import Activity
from botframework.connector.auth import ClaimsIdentity
from botframework.connector.auth.authenticate_request_result import AuthenticateRequestResult
from msrest.exceptions import DeserializationError  # type: ignore[attr-defined]  # its place

from adapters.teams.sdk import Body, Listeners, UnreadableActivityError

_AUDIENCE = "https://api.botframework.com"


class BotAdapter(CloudAdapterBase):
    """Runs turns without botbuilder's connector, token clients and sessions per turn."""

    def __init__(self, listeners: Listeners) -> None:
        super().__init__(_NoTokens())
        self._listeners = listeners

    async def run(self, body: Body, claims: Body) -> tuple[int, Body]:
        """Runs one turn; returns the answer's status and body. Raises UnreadableActivityError."""
        try:
            activity = Activity().deserialize(body)
        except (DeserializationError, ValueError, LookupError, TypeError, AttributeError) as error:
            raise UnreadableActivityError from error
        if not isinstance(activity, Activity) or not activity.type:
            raise UnreadableActivityError
        # Replies always go through our connector; botbuilder would answer with a list of its own.
        activity.delivery_mode = None
        handler = _Handler(self._listeners, body)
        answer = await self.process_activity(_known(claims), activity, handler.on_turn)
        if answer is None:
            return HTTPStatus.OK, {}
        return int(answer.status), answer.body or {}


class _Handler(ActivityHandler):
    """Passes the activity on as it was received."""

    def __init__(self, listeners: Listeners, body: Body) -> None:
        self._listeners = listeners
        self._body = body

    async def on_message_activity(self, turn_context: TurnContext) -> None:
        await self._listeners.on_message(self._body)

    async def on_message_update_activity(self, turn_context: TurnContext) -> None:
        # "undeleteMessage" comes as an update, too.
        if (turn_context.activity.channel_data or {}).get("eventType") == "editMessage":
            await self._listeners.on_edited(self._body)

    async def on_message_delete_activity(self, turn_context: TurnContext) -> None:
        await self._listeners.on_deleted(self._body)

    async def on_installation_update_add(self, turn_context: TurnContext) -> None:
        if turn_context.activity.action == "add":  # botbuilder also calls this for a new version
            await self._listeners.on_installed(self._body)

    async def on_invoke_activity(self, turn_context: TurnContext) -> InvokeResponse:
        body = await self._listeners.on_invoke(self._body)
        status = HTTPStatus.NOT_IMPLEMENTED if body is None else HTTPStatus.OK
        return InvokeResponse(status=status, body=body)


class _NoTokens:
    """Replaces botbuilder's client for people's tokens, which is not needed."""

    async def create_user_token_client(self, claims_identity: ClaimsIdentity) -> None:
        return None


class _NoConnector:
    """Replaces botbuilder's connector; adapters.teams.api.connector sends instead."""

    async def create(self, service_url: str, audience: str) -> object:
        return self


def _known(claims: Body) -> AuthenticateRequestResult:
    known = AuthenticateRequestResult()
    known.claims_identity = ClaimsIdentity(claims, True)
    known.audience = _AUDIENCE
    known.connector_factory = _NoConnector()
    return known

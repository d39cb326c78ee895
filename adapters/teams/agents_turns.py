"""Dispatches activities through microsoft-agents-hosting-core; the only module that imports it."""

from http import HTTPStatus
from typing import Any, TypeAlias

from microsoft_agents.activity import Activity, TurnContextProtocol
from microsoft_agents.hosting.core import ActivityHandler, ChannelServiceAdapter, ClaimsIdentity

from adapters.teams.receive.wording import part, word
from adapters.teams.sdk import Body, Listeners, UnreadableActivityError

_Turn: TypeAlias = TurnContextProtocol[Any]


class AgentsAdapter(ChannelServiceAdapter):
    """Runs turns without the SDK's connector, token clients and sessions per turn."""

    def __init__(self, listeners: Listeners) -> None:
        super().__init__(_NoClients())
        self._listeners = listeners

    async def run(self, body: Body, claims: Body) -> tuple[int, Body]:
        """Runs one turn; returns the answer's status and body. Raises UnreadableActivityError."""
        handler = _Handler(self._listeners, body)
        # The claims are checked already. The SDK reads them for its clients, and trips over lists.
        nobody = ClaimsIdentity()
        answer = await self.process_activity(nobody, _envelope(body), handler.on_turn)
        if answer is None:
            return HTTPStatus.OK, {}
        return answer.status, answer.body if isinstance(answer.body, dict) else {}


class _Handler(ActivityHandler):
    """Passes the activity on as it was received."""

    def __init__(self, listeners: Listeners, body: Body) -> None:
        self._listeners = listeners
        self._body = body

    async def on_message_activity(self, turn_context: _Turn) -> None:
        await self._listeners.on_message(self._body)

    async def on_message_update_activity(self, turn_context: _Turn) -> None:
        # "undeleteMessage" comes as an update, too.
        if part(self._body, "channelData").get("eventType") == "editMessage":
            await self._listeners.on_edited(self._body)

    async def on_message_delete_activity(self, turn_context: _Turn) -> None:
        await self._listeners.on_deleted(self._body)

    async def on_installation_update_add(self, turn_context: _Turn) -> None:
        if self._body["action"] == "add":  # the SDK also calls this for a new version
            await self._listeners.on_installed(self._body)

    async def on_invoke_activity(self, turn_context: _Turn) -> None:
        body = await self._listeners.on_invoke(self._body)
        status = HTTPStatus.NOT_IMPLEMENTED if body is None else HTTPStatus.OK
        # Returned, it would be sent like a message, which takes a whole activity.
        answer = Activity(type="invokeResponse", value={"status": status, "body": body})
        turn_context.turn_state[ChannelServiceAdapter.INVOKE_RESPONSE_KEY] = answer


class _NoClients:
    """Replaces the SDK's clients; adapters.teams.api.connector sends instead."""

    async def create_connector_client(self, *details: object) -> Any:
        return self

    async def create_user_token_client(self, *details: object) -> Any:
        return self

    async def close(self) -> None:
        """Called by the SDK after each turn."""


def _envelope(body: Body) -> Activity:
    """The fields by which the SDK chooses a listener.

    It refuses a whole activity for one null or empty field that nothing needs, and logs its words.
    """
    kind, action = word(body, "type"), word(body, "action")
    if not kind:
        raise UnreadableActivityError
    return Activity(type=kind, action=action) if action else Activity(type=kind)

"""A bot on the Agents SDK's own adapter, which answers every message with a text."""

from typing import Any

from aiohttp import web
from microsoft_agents.hosting.aiohttp import CloudAdapter, jwt_authorization_middleware
from microsoft_agents.hosting.core import ActivityHandler, AgentAuthConfiguration
from microsoft_agents.hosting.core.authorization.jwt import jwt_token_validator
from yarl import URL

from tests.flow.teams.stand_in.api import TOKEN
from tests.flow.teams.stand_in.identity import APP_ID, TENANT


def application(keys: str, text: str, *, strict: bool = False) -> web.Application:
    """Wires the SDK's classes as its documentation does; `strict` also checks the issuer."""
    # The addresses of the keys are constants of the SDK.
    listed = str(URL(keys).with_path("/keys"))
    jwt_token_validator._build_jwks_uri = lambda *_: listed
    connections: Any = _Connections()
    adapter, bot = CloudAdapter(connection_manager=connections), _Echo(text)

    async def receive(request: web.Request) -> web.StreamResponse:
        return await adapter.process(request, bot) or web.Response()

    messages = web.Application(middlewares=[jwt_authorization_middleware])
    messages["agent_configuration"] = AgentAuthConfiguration(
        client_id=APP_ID, tenant_id=TENANT, validate_issuer=strict
    )
    messages.router.add_post("/messages", receive)
    wired = web.Application()
    wired.add_subapp("/api", messages)
    return wired


class _Echo(ActivityHandler):
    """Answers every message with a text."""

    def __init__(self, text: str) -> None:
        self._text = text

    async def on_message_activity(self, turn_context: Any) -> None:
        await turn_context.send_activity(self._text)


class _Connections:
    """One connection with a fixed token: msal would ask for one."""

    def get_token_provider(self, *details: object) -> Any:
        return self

    async def get_access_token(self, *details: object) -> str:
        return TOKEN

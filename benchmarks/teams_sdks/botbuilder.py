"""A bot on botbuilder-core's own adapter, which answers every message with a text."""

from aiohttp import web
from botbuilder.core import ActivityHandler, CloudAdapterBase, TurnContext
from botbuilder.schema import Activity
from botframework.connector.auth import (
    AppCredentials,
    BotFrameworkAuthenticationFactory,
    ServiceClientCredentialsFactory,
)

from tests.flow.teams.stand_in.api import TOKEN
from tests.flow.teams.stand_in.identity import APP_ID, ISSUER


def application(keys: str, text: str) -> web.Application:
    """Wires the SDK's classes as its documentation does."""
    scope = "https://api.botframework.com"
    allowing = BotFrameworkAuthenticationFactory.create(
        validate_authority=True,
        to_channel_from_bot_login_url="https://login.microsoftonline.com/botframework.com",
        to_channel_from_bot_oauth_scope=scope,
        to_bot_from_channel_token_issuer=ISSUER,
        oauth_url="https://token.botframework.com",
        to_bot_from_channel_open_id_metadata_url=keys,
        to_bot_from_emulator_open_id_metadata_url=keys,
        caller_id="urn:botframework:azure",
        credential_factory=_Credentials(),
    )
    adapter, bot = _Adapter(allowing), _Echo(text)

    async def receive(request: web.Request) -> web.Response:
        return await adapter.process(request, bot)

    wired = web.Application()
    wired.router.add_post("/api/messages", receive)
    return wired


class _Adapter(CloudAdapterBase):
    """The SDK's adapter, as in its package for aiohttp."""

    async def process(self, request: web.Request, bot: ActivityHandler) -> web.Response:
        """Runs a turn, and responds when it is done."""
        message = Activity().deserialize(await request.json())
        header = request.headers.get("Authorization", "")
        try:
            allowed = await self.bot_framework_authentication.authenticate_request(message, header)
        except PermissionError:
            return web.Response(status=401)
        await self.process_activity(allowed, message, bot.on_turn)
        return web.Response(status=201)


class _Echo(ActivityHandler):
    """Answers every message with a text."""

    def __init__(self, text: str) -> None:
        self._text = text

    async def on_message_activity(self, turn_context: TurnContext) -> None:
        await turn_context.send_activity(self._text)


class _Given(AppCredentials):
    """A fixed token: msal would ask for a new one at each turn."""

    def get_access_token(self, force_refresh: bool = False) -> str:
        return TOKEN


class _Credentials(ServiceClientCredentialsFactory):
    async def is_valid_app_id(self, app_id: str) -> bool:
        return app_id == APP_ID

    async def is_authentication_disabled(self) -> bool:
        return False

    async def create_credentials(
        self, app_id: str, oauth_scope: str, login_endpoint: str, validate_authority: bool
    ) -> AppCredentials:
        return _Given(app_id, oauth_scope=oauth_scope)

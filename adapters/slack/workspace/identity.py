"""Who the bot is in Slack: in its one workspace, or in each that installed it."""

import asyncio
import logging
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from slack_bolt.async_app import AsyncBoltContext
from slack_bolt.authorization import AuthorizeResult
from slack_sdk.oauth.installation_store import Bot
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.api.clients import with_token
from adapters.slack.api.trouble import CALL_ERRORS, SlackUnavailableError, cure, reason
from adapters.slack.workspace.installations import Installations
from adapters.slack.workspace.rotation import Rotation
from bot.model.errors import InstallationsError

logger = logging.getLogger(__name__)

RECHECK_S = 60.0
"""Between two looks at a token that was valid: it may have been revoked meanwhile."""
_REFUSED = frozenset(
    {"invalid_auth", "not_authed", "account_inactive", "token_revoked", "token_expired"}
)
_AGAIN = "Install it in that workspace: open /slack/install of this server."
_TIMEOUT_S = 2.5  # Slack waits 3 s for the answer to an event


@dataclass(frozen=True, slots=True)
class Installed:
    """Where the bot is installed: a workspace, or a whole organisation."""

    team_id: str = ""
    enterprise_id: str = ""
    org: bool = False


class Identity(Protocol):
    """Finds the bot's identity in the workspace of a request."""

    async def client_of(self, installed: Installed) -> AsyncWebClient | None:
        """Returns a client for an earlier request's workspace; None if not installed any more.

        Raises SlackUnavailableError.
        """
        ...

    async def known(self, context: AsyncBoltContext) -> AuthorizeResult | None:
        """Returns the bot's identity; None if not installed. Raises SlackUnavailableError."""
        ...

    async def trouble(self) -> str | None:
        """Returns one word for why requests cannot be answered; None if they can."""
        ...

    async def watch(self) -> None:
        """Checks now and then whether the bot's token is still valid, until it is cancelled."""
        ...


class OneWorkspace:
    """Asks Slack at the start (auth.test) and once a minute; after a failure, again on demand."""

    def __init__(self, client: AsyncWebClient, pause_s: float = 5.0) -> None:
        self._client = client
        self._pause_s = pause_s
        self._next_try = 0.0
        self._lock = asyncio.Lock()
        self._known: AuthorizeResult | None = None
        self._reason = "starting"

    async def known(self, context: AsyncBoltContext) -> AuthorizeResult | None:
        """Returns the bot's identity. Raises SlackUnavailableError."""
        reason = await self.trouble()
        if self._known is None:
            raise SlackUnavailableError(reason)
        return self._known

    async def client_of(self, installed: Installed) -> AsyncWebClient | None:
        """Returns the client of the one workspace."""
        return self._client

    async def trouble(self) -> str | None:
        """Returns why Slack does not accept the bot; None if it does."""
        async with self._lock:
            if self._known is None and time.monotonic() >= self._next_try:
                await self._ask()
        return None if self._known else self._reason

    async def watch(self) -> None:
        """Asks Slack again once a minute, until it is cancelled."""
        while True:
            await asyncio.sleep(RECHECK_S)
            async with self._lock:
                await self._ask()

    async def _ask(self) -> None:
        try:
            async with asyncio.timeout(_TIMEOUT_S):
                answer = await self._client.auth_test()
        except CALL_ERRORS as error:
            word = reason(error)
            if self._known is not None and word not in _REFUSED:
                return  # Slack is away; the token may well be valid
            self._known, self._reason = None, word
            self._next_try = time.monotonic() + self._pause_s
            about = {"reason": self._reason, "cure": cure(self._reason)}
            logger.error("Slack does not accept the bot", extra=about)  # noqa: TRY400 - no bug
            return
        self._known = AuthorizeResult.from_auth_test_response(
            auth_test_response=answer, bot_token=self._client.token
        )


class ManyWorkspaces:
    """Looks up the workspace among the installations, without a call to Slack."""

    def __init__(
        self, installations: Installations, rotation: Rotation, client: AsyncWebClient
    ) -> None:
        """The client gives its session to those of the workspaces."""
        self._installations = installations
        self._rotation = rotation
        self._client = client

    async def known(self, context: AsyncBoltContext) -> AuthorizeResult | None:
        """Returns the bot's identity in this workspace; None if not installed there.

        Raises SlackUnavailableError.
        """
        bot = await self._bot(context.enterprise_id, context.team_id, context.is_enterprise_install)
        if bot is None:
            about = {"reason": "not_installed", "team_id": context.team_id}
            about["cure"] = _AGAIN
            logger.warning("a request from a workspace without the bot", extra=about)
            return None
        return AuthorizeResult(
            enterprise_id=context.enterprise_id,
            team_id=context.team_id,
            bot_id=bot.bot_id,
            bot_user_id=bot.bot_user_id,
            bot_token=bot.bot_token,
            bot_scopes=bot.bot_scopes,
        )

    async def client_of(self, installed: Installed) -> AsyncWebClient | None:
        """Returns a client with a workspace's token; None if not installed there any more."""
        team, enterprise = installed.team_id or None, installed.enterprise_id or None
        bot = await self._bot(enterprise, team, installed.org)
        return with_token(self._client, bot.bot_token) if bot else None

    async def _bot(self, enterprise: str | None, team: str | None, org: bool | None) -> Bot | None:
        try:
            bot = await self._installations.async_find_bot(
                enterprise_id=enterprise, team_id=team, is_enterprise_install=org
            )
        except InstallationsError as error:
            logger.exception("the installations cannot be read")
            raise SlackUnavailableError("storage_error") from error
        return await self._rotation.fresh(bot) if bot else None

    async def trouble(self) -> str | None:
        """Always None: no single workspace decides whether the server is ready."""
        return None

    async def watch(self) -> None:
        """Asks Slack about the token of one workspace a minute, in turn, until it is cancelled."""
        try:
            await self._watch()
        finally:
            await self._rotation.drain()

    async def _watch(self) -> None:
        told: set[str] = set()
        asked: set[str] = set()
        while True:
            await asyncio.sleep(RECHECK_S)
            await self._renew_all()
            bots = {bot.bot_token: bot for bot in await self._in_use()}
            token = next((one for one in bots if one not in asked), None)
            if token is None:
                asked.clear()
                continue
            asked.add(token)
            word = await self._refused(bots[token])
            if word and token not in told:
                told.add(token)
                about = {"reason": word, "team_id": bots[token].team_id, "cure": _AGAIN}
                logger.error("Slack does not accept the bot in a workspace", extra=about)

    async def _renew_all(self) -> None:
        for bot in await self._in_use():
            with suppress(SlackUnavailableError):
                await self._rotation.fresh(bot)

    async def _in_use(self) -> list[Bot]:
        try:
            return await self._installations.in_use()
        except InstallationsError:
            return []  # the next request says so

    async def _refused(self, bot: Bot) -> str | None:
        """Slack's word for a token that is no longer valid; None for any other answer."""
        try:
            async with asyncio.timeout(_TIMEOUT_S):
                await with_token(self._client, bot.bot_token).auth_test()
        except CALL_ERRORS as error:
            word = reason(error)
            return word if word in _REFUSED else None
        return None

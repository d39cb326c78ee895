"""Installing the bot in any workspace (OAuth), and forgetting it when it is removed."""

import contextlib
import logging
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from html import escape
from typing import Any
from urllib.parse import urlencode, urljoin

from aiohttp import web
from slack_bolt import BoltResponse
from slack_bolt.adapter.aiohttp import to_aiohttp_response, to_bolt_request
from slack_bolt.async_app import AsyncBoltContext, AsyncBoltRequest
from slack_bolt.oauth.async_callback_options import (
    AsyncCallbackOptions,
    AsyncFailureArgs,
    AsyncSuccessArgs,
)
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_sdk.oauth.installation_store import Installation
from slack_sdk.web.async_client import AsyncWebClient

from adapters.database import Database
from adapters.slack import texts
from adapters.slack.api.clients import silent_logger
from adapters.slack.api.trouble import CALL_ERRORS, reason
from adapters.slack.receive.reading import Payload
from adapters.slack.setup.manifest import scopes
from adapters.slack.workspace.installations import Installations
from adapters.slack.workspace.rotation import Rotation
from adapters.slack.workspace.states import STATE_S, States
from bot.model.errors import InstallationsError
from bot.model.kept import EntryKind, Outcome
from bot.texts import LANGUAGES
from bot.upkeep.history.trail import Trail
from knowledge.model.documents import Language

logger = logging.getLogger(__name__)

_REFUSED = 400
_STATUS = {"access_denied": 200, "not_allowed": 403, "storage_error": 500, "unreachable": 502}
_CLIENT = "Set SLACK_CLIENT_ID and SLACK_CLIENT_SECRET to the values under Basic Information."
_START_AGAIN = "Start again at /slack/install."
_CURES = {
    "invalid_client_id": _CLIENT,
    "bad_client_secret": _CLIENT,
    "invalid_browser": "Start at https://YOUR-HOST/slack/install (https) and stay in one browser.",
    "not_allowed": "To allow this workspace, add it to SLACK_TEAM_IDS.",
}


class Install:
    """Two pages of the server: one redirects to Slack, Slack redirects back to the other."""

    def __init__(
        self,
        client: AsyncWebClient,
        client_id: str,
        client_secret: str,
        database: Database,
        allowed: frozenset[str] = frozenset(),
        trail: Trail | None = None,
        *,
        unfurls: bool = False,
    ) -> None:
        """`unfurls` is whether to ask for the scopes that previews of links need."""
        self._trail = trail or Trail()
        self.installations = Installations(database, client_id, allowed)
        self.rotation = Rotation(self.installations, client, client_id, client_secret)
        self._states = States(database)
        self._flow = _Flow(
            self.installations,
            self._trail,
            client=client,
            logger=silent_logger(),  # the SDK's errors quote states
            settings=AsyncOAuthSettings(
                client_id=client_id,
                client_secret=client_secret,
                scopes=list(scopes(unfurls=unfurls)),
                user_scopes=[],
                authorization_url=urljoin(client.base_url, "/oauth/v2/authorize"),
                install_page_rendering_enabled=False,
                callback_options=AsyncCallbackOptions(self._succeeded, _failed),
                installation_store=self.installations,
                installation_store_bot_only=True,
                state_store=self._states,
                state_expiration_seconds=STATE_S,
                logger=silent_logger(),
            ),
        )

    @property
    def routes(self) -> Sequence[web.RouteDef]:
        """The start page and the page that Slack redirects back to."""
        return [
            web.get("/slack/install", self._begin, allow_head=False),
            web.get("/slack/oauth_redirect", self._end, allow_head=False),
        ]

    async def forget(
        self,
        body: Payload,
        context: AsyncBoltContext,
        next: Callable[[], Awaitable[BoltResponse]],
    ) -> BoltResponse:
        """Deletes a workspace that removed the bot, before the event is acknowledged."""
        event = body.get("event")
        if isinstance(event, dict) and _is_end(event):
            await self._forget(context)
        return await next()

    async def _begin(self, request: web.Request) -> web.Response:
        return await _answered(request, self._flow.handle_installation)

    async def _end(self, request: web.Request) -> web.Response:
        return await _answered(request, self._flow.handle_callback)

    async def _succeeded(self, told: AsyncSuccessArgs) -> BoltResponse:
        made = told.installation
        await self._trail.note(
            EntryKind.INSTALLATION, _place(made.enterprise_id, made.team_id), "install"
        )
        return _succeeded(told)

    async def _forget(self, context: AsyncBoltContext) -> None:
        team_id = None if context.is_enterprise_install else context.team_id
        enterprise_id = context.enterprise_id
        await self.installations.async_delete_all(enterprise_id=enterprise_id, team_id=team_id)
        await self._trail.note(
            EntryKind.INSTALLATION, _place(enterprise_id, context.team_id), "uninstall"
        )
        about = {"team_id": context.team_id, "enterprise_id": enterprise_id}
        logger.info("a workspace removed the bot", extra=about)


def _is_end(event: Payload) -> bool:
    """Whether the bot's token is no longer valid: uninstalled or revoked."""
    if event.get("type") == "tokens_revoked":
        tokens = event.get("tokens")
        return isinstance(tokens, dict) and bool(tokens.get("bot"))
    return event.get("type") == "app_uninstalled"


class _NotAllowedError(Exception):
    """This workspace may not install the bot."""


class _Flow(AsyncOAuthFlow):
    def __init__(self, installations: Installations, trail: Trail, **more: Any) -> None:
        super().__init__(**more)
        self._installations = installations
        self._trail = trail

    async def run_installation(self, code: str) -> Installation:
        """Exchanges the code for the bot's token. Raises _NotAllowedError or one of CALL_ERRORS.

        The SDK's own method uses a deprecated part of aiohttp and stores the installer's data.
        """
        secret = {"client_id": self.client_id, "client_secret": self.settings.client_secret}
        given = await self.client.api_call("oauth.v2.access", data={"code": code, **secret})
        token = given.get("access_token")
        enterprise, team = given.get("enterprise") or {}, given.get("team") or {}
        if not self._installations.allows(enterprise.get("id"), team.get("id")):
            with contextlib.suppress(*CALL_ERRORS):
                await self.client.auth_revoke(token=token)
            where = _place(enterprise.get("id"), team.get("id"))
            await self._trail.note(EntryKind.INSTALLATION, where, "install", Outcome.REFUSED)
            raise _NotAllowedError
        told = await self.client.auth_test(token=token)
        return Installation(
            app_id=given.get("app_id"),
            enterprise_id=enterprise.get("id"),
            enterprise_name=enterprise.get("name"),
            team_id=team.get("id"),
            team_name=team.get("name"),
            bot_token=token,
            bot_id=told.get("bot_id"),
            bot_user_id=given.get("bot_user_id"),
            bot_scopes=given.get("scope") or "",
            bot_refresh_token=given.get("refresh_token"),
            bot_token_expires_in=given.get("expires_in"),
            user_id="",
            is_enterprise_install=given.get("is_enterprise_install"),
        )


async def _answered(
    request: web.Request, step: Callable[[AsyncBoltRequest], Awaitable[BoltResponse]]
) -> web.Response:
    bolt_request = await to_bolt_request(request)
    try:
        response = await step(bolt_request)
    except CALL_ERRORS as error:
        response = _stopped(bolt_request, reason(error))
    except _NotAllowedError:
        response = _stopped(bolt_request, "not_allowed")
    except InstallationsError as error:
        response = _stopped(bolt_request, "storage_error", str(error))
    return await to_aiohttp_response(response)


def _place(enterprise_id: str | None, team_id: str | None) -> str:
    """A workspace or an organisation, for the log; nothing about the installing person."""
    return f"slack:{team_id or enterprise_id or ''}:"


def _succeeded(told: AsyncSuccessArgs) -> BoltResponse:
    made = told.installation
    about = {"team_id": made.team_id, "enterprise_id": made.enterprise_id}
    logger.info("a workspace installed the bot", extra=about)
    place = made.enterprise_name if made.is_enterprise_install else made.team_name
    page = installed(_language(told.request), place, made.app_id or "", made.team_id)
    ended = {"Set-Cookie": told.settings.state_utils.build_set_cookie_for_deletion()}
    return BoltResponse(status=200, body=page, headers={**HEADERS, **ended})


async def _failed(told: AsyncFailureArgs) -> BoltResponse:
    return _stopped(told.request, told.reason)


def _stopped(request: AsyncBoltRequest, word: str, cure: str = _START_AGAIN) -> BoltResponse:
    about = {"reason": word[:40], "cure": _CURES.get(word, cure)}
    logger.warning("an installation failed", extra=about)
    page = not_installed(_language(request), word)
    status = _STATUS.get(word, _REFUSED)
    return BoltResponse(status=status, body=page, headers={**HEADERS})


def _language(request: AsyncBoltRequest) -> Language:
    return browsers_language(",".join(request.headers.get("accept-language", [])))


# The pages after an installation, finished or failed.


HEADERS: Mapping[str, str | Sequence[str]] = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}

_PAGE = """<!doctype html>
<html lang="{language}"><meta charset="utf-8"><title>storewise</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{{font:1.1rem/1.6 system-ui,sans-serif;max-width:34rem;margin:4rem auto;padding:0 1rem}}
</style><h1>storewise</h1><p>{text}</p><p><a href="{address}">{link}</a></p></html>
"""
_STALE_WORDS = frozenset({"invalid_browser", "invalid_state", "missing_code"})


def browsers_language(accepted: str) -> Language:
    """Returns the language that a browser asks for (Accept-Language)."""
    wanted: list[tuple[float, Language]] = []
    for part in accepted.lower().split(","):
        tag, _, rest = part.strip().partition(";")
        weight = re.fullmatch(r"\s*q\s*=\s*(0(?:\.\d+)?|1(?:\.0+)?)\s*", rest)
        for language in LANGUAGES:
            if tag.partition("-")[0] == language:
                wanted.append((-float(weight[1]) if weight else -1.0, language))
    return min(wanted, key=lambda one: one[0], default=(0.0, "en"))[1]


def installed(language: Language, place: str | None, app_id: str, team_id: str | None) -> str:
    """Returns the page after an installation."""
    text = texts.INSTALLED[language].format(place=place or texts.THE_WORKSPACE[language])
    query = {"app": app_id} | ({"team": team_id} if team_id else {})
    address = f"https://slack.com/app_redirect?{urlencode(query)}"
    return _page(language, text, address, texts.OPEN_SLACK[language])


def not_installed(language: Language, word: str) -> str:
    """Returns the page for a failed installation; anybody may send the word."""
    text = texts.INSTALL_FAILED[language].format(
        word=word if re.fullmatch(r"[a-z_]{1,40}", word) else "?"
    )
    if word == "access_denied":
        text = texts.INSTALL_DECLINED[language]
    if word == "not_allowed":
        text = texts.INSTALL_NOT_ALLOWED[language]
    if word in _STALE_WORDS:
        text = texts.INSTALL_STALE[language]
    return _page(language, text, "/slack/install", texts.START_AGAIN[language])


def _page(language: Language, text: str, address: str, link: str) -> str:
    return _PAGE.format(
        language=language, text=escape(text), address=escape(address), link=escape(link)
    )

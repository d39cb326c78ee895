"""A Slack on loopback that many workspaces use: it changes codes for tokens."""

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from aiohttp import ClientResponse, web
from pydantic import SecretStr

from bot.settings import SlackSettings
from tests.flow.slack.stand_in.api import (
    SECRET,
    Refusal,
    SlackApi,
    _arguments,
    _refused,
    mention,
    signed_json,
)
from tests.flow.slack.stand_in.bot import Running

CLIENT_ID, CLIENT_SECRET = "11.22", "client-secret"
COOKIE = "slack-app-oauth-state"


@dataclass(frozen=True)
class Workspace:
    """A workspace, or a whole organisation, and the bot in it."""

    team_id: str
    token: str
    bot: str
    enterprise_id: str | None = None
    org: bool = False
    refresh: str | None = None
    expires_in: int | None = None

    def access(self) -> dict[str, Any]:
        """What Slack gives for a code."""
        return {
            "ok": True,
            "app_id": "A1",
            "access_token": self.token,
            "token_type": "bot",
            "refresh_token": self.refresh,
            "expires_in": self.expires_in,
            "scope": "chat:write,commands",
            "bot_user_id": self.bot,
            "team": None if self.org else {"id": self.team_id, "name": f"Store <{self.team_id}>"},
            "enterprise": {"id": self.enterprise_id, "name": "Org"} if self.enterprise_id else None,
            "is_enterprise_install": self.org,
            "authed_user": {"id": "UINSTALLER"},
        }

    def event(self, text: str, event_id: str = "Ev1", ts: str = "1.0") -> dict[str, Any]:
        """A mention of the bot in this workspace."""
        return self.told(mention(text, ts=ts) | {"text": f"<@{self.bot}> {text}"}, event_id)

    def told(self, inner: dict[str, Any], event_id: str) -> dict[str, Any]:
        """Any event of this workspace."""
        where = {
            "enterprise_id": self.enterprise_id,
            "team_id": self.team_id,
            "is_enterprise_install": self.org,
        }
        outer = {"type": "event_callback", "team_id": self.team_id, "event_id": event_id}
        return outer | {"event": inner, "authorizations": [where]}


SEOUL = Workspace("T1", "xoxb-seoul", "UBOTSEOUL")
BUSAN = Workspace("T2", "xoxb-busan", "UBOTBUSAN")
ORG = Workspace("T5", "xoxb-org", "UBOTORG", enterprise_id="E1", org=True)
BRANCH = Workspace("T6", "xoxb-branch", "UBOTBRANCH", enterprise_id="E1")


@dataclass(frozen=True)
class Begun:
    """An installation that a person has begun."""

    location: str
    state: str
    cookie: str


class SlackOfMany(SlackApi):
    """Changes codes for tokens; keeps with which token each method was called."""

    def __init__(self, **codes: Workspace) -> None:
        super().__init__()
        self.application.router.add_get("/api/{method}", self._call)
        self.codes = codes
        self.renewable = {one.refresh: one for one in codes.values() if one.refresh}
        """Who may renew: each refresh token is good for one renewal."""
        self.used: list[tuple[str, str]] = []
        self.slow: asyncio.Event | None = None
        """What the answer to a renewal waits for, after it is done."""

    async def _call(self, request: web.Request) -> web.Response:
        method = request.match_info["method"]
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        self.used.append((method, token))
        if method == "oauth.v2.access" and not self.refusals.get(method):
            return await self._access(request)
        if method == "auth.revoke":
            return web.json_response({"ok": True, "revoked": True})
        if method == "auth.test" and not self.refusals.get(method):
            bots = {one.token: one.bot for one in self.codes.values()}
            self.calls.append(method)
            return web.json_response({"ok": True, "user_id": bots[token], "bot_id": "BBOT"})
        return await super()._call(request)

    async def _access(self, request: web.Request) -> web.Response:
        self.calls.append("oauth.v2.access")
        given = await _arguments(request)
        if (given.get("client_id"), given.get("client_secret")) != (CLIENT_ID, CLIENT_SECRET):
            return _refused(Refusal("bad_client_secret"), "oauth.v2.access")
        if given.get("grant_type") == "refresh_token":
            renewed = self._renewed(given.get("refresh_token", ""))
            async with self._moved:
                self._moved.notify_all()
            if self.slow is not None:
                await self.slow.wait()
            return renewed
        workspace = self.codes.get(given.get("code", ""))
        if workspace is None:
            return _refused(Refusal("invalid_code"), "oauth.v2.access")
        return web.json_response(workspace.access())

    def _renewed(self, refresh: str) -> web.Response:
        """Gives a new pair of tokens for twelve hours."""
        workspace = self.renewable.pop(refresh, None)
        if workspace is None:
            return _refused(Refusal("invalid_refresh_token"), "oauth.v2.access")
        number = len(self.used)
        renewed = replace(
            workspace,
            token=f"xoxb-new-{number}",
            refresh=f"xoxe-new-{number}",
            expires_in=12 * 60 * 60,
        )
        self.codes[f"renewed-{number}"] = renewed
        self.renewable[f"xoxe-new-{number}"] = renewed
        return web.json_response(renewed.access())


def installable(url: str) -> SlackSettings:
    """The settings of a server that any workspace can install the bot from."""
    return SlackSettings(
        bot_token=None,
        app_token=None,
        signing_secret=SecretStr(SECRET),
        client_id=CLIENT_ID,
        client_secret=SecretStr(CLIENT_SECRET),
        api_url=f"{url}api/",
    )


async def begin(bot: Running) -> Begun:
    """Open /slack/install, as a person does."""
    response = await bot.client.get("/slack/install", allow_redirects=False)
    location = response.headers["Location"]
    [state] = parse_qs(urlsplit(location).query)["state"]
    # Secure: the test's client would not send it by http.
    return Begun(location, state, f"{COOKIE}={response.cookies[COOKIE].value}")


async def come_back(bot: Running, begun: Begun, **query: str) -> ClientResponse:
    """Come back from Slack, where the person agreed."""
    asked = {"state": begun.state, "code": "seoul"} | query
    headers = {"Cookie": begun.cookie}
    return await bot.client.get("/slack/oauth_redirect", params=asked, headers=headers)


async def install(bot: Running, code: str) -> ClientResponse:
    """Install the bot from beginning to end."""
    return await come_back(bot, await begin(bot), code=code)


async def tell(bot: Running, workspace: Workspace, inner: dict[str, Any], event_id: str) -> int:
    """Send any event of a workspace; return the status."""
    return (await bot.send(signed_json(workspace.told(inner, event_id)))).status


def damage(data: Path) -> None:
    """Spoils the database's files."""
    for path in data.glob("storewise.db*"):
        path.write_bytes(b"no database at all" * 100)


def stored(data: Path) -> bytes:
    """All that the database's files hold."""
    return b"".join(path.read_bytes() for path in sorted(data.glob("storewise.db*")))

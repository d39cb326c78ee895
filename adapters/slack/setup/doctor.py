"""Checks everything that Slack needs and says how to fix problems. Shows no secret."""

import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import aiohttp
from pydantic import SecretStr
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from adapters.slack.api.trouble import CALL_ERRORS, Reason, cure, reason
from adapters.slack.setup.manifest import scopes
from bot.settings import SlackSettings
from bot.upkeep.checkup import Finding, Mark, formed, on_time

_TIMEOUT = aiohttp.ClientTimeout(total=10)
_BOT_TOKEN = re.compile(r"(?:xoxe\.)?xoxb-[\w-]+", re.ASCII)
_SIGNING_SECRET = re.compile(r"[0-9a-f]{32}")
_APP_TOKEN = re.compile(r"xapp-[\w-]+", re.ASCII)
_REFUSED = "all HTTP requests from Slack are refused"
_NO_HASH = "0.0"  # no view has this hash
_APP = "api.slack.com/apps > your app > "
_MESSAGES_TAB = f"{_APP}App Home > Show Tabs > Messages Tab"
_SECRET_CURE = (
    "Set SLACK_SIGNING_SECRET to the Signing Secret (32 digits and letters) from "
    f"{_APP}Basic Information > App Credentials."
)
_APP_TOKEN_CURE = (
    "Set SLACK_APP_TOKEN to an app-level token (xapp-...) with connections:write from "
    f"{_APP}Basic Information > App-Level Tokens."
)
_SCOPES_CURE = (
    f"Add them at {_APP}OAuth & Permissions > Scopes > Bot Token Scopes and reinstall the "
    "app there, or copy them from the output of `storewise manifests slack`."
)
_NO_ADMIN = "not checked; set SLACK_ADMIN_USER_IDS to try it with an administrator"
_HOME = "storewise fills this tab when you open it. 이 탭을 열면 내용이 표시됩니다."
_LINE = (
    "storewise doctor: direct messages work. Only you can see this. 다이렉트 메시지를 "
    "받을 수 있습니다. 이 메시지는 본인에게만 보입니다."
)


@dataclass(frozen=True, slots=True)
class _Answer:
    """The outcome of one call."""

    word: Reason | None
    """Slack's word for what is wrong."""
    headers: Mapping[str, str] = field(default_factory=dict)
    said: Mapping[str, Any] = field(default_factory=dict)


async def examine(
    settings: SlackSettings, clock: Callable[[], float] = time.time
) -> AsyncIterator[Finding]:
    """Yields each finding as soon as it is known."""
    set_up = [_bot_token(settings), _signing_secret(settings), _app_token(settings)]
    for finding in set_up:
        yield finding
    async with aiohttp.ClientSession(timeout=_TIMEOUT) as session:
        client = AsyncWebClient(
            token=_plain(settings.bot_token), base_url=settings.api_url, session=session
        )
        if set_up[0].mark is Mark.GOOD:
            answer = await _asked(client.auth_test())
            yield (reached := _api(answer, settings.api_url))
            if reached.mark is Mark.BAD:
                return
            yield on_time("Slack", answer.headers.get("Date", ""), clock(), _REFUSED)
            async for finding in _bot(client, settings, answer):
                yield finding
        if set_up[2].mark is Mark.GOOD:
            yield await _socket_mode(client, _plain(settings.app_token))


async def _bot(
    client: AsyncWebClient, settings: SlackSettings, answer: _Answer
) -> AsyncIterator[Finding]:
    yield _identity(answer)
    if answer.word is not None:
        return
    yield _scopes(answer, unfurls=bool(settings.unfurl_domains))
    admin = min((one.rpartition(":")[2] for one in settings.admin_user_ids), default=None)
    yield await _home_tab(client, admin)
    yield await _messages_tab(client, admin)


def _bot_token(settings: SlackSettings) -> Finding:
    cured = cure("invalid_auth")
    token = _plain(settings.bot_token)
    return formed("SLACK_BOT_TOKEN", token, _BOT_TOKEN, "xoxb-…", cured)


def _signing_secret(settings: SlackSettings) -> Finding:
    name = "SLACK_SIGNING_SECRET"
    if settings.signing_secret is None and settings.on:
        return Finding(Mark.UNASKED, name, "not set; not needed in Socket Mode")
    form = "32 characters: digits and letters a to f"
    return formed(name, _plain(settings.signing_secret), _SIGNING_SECRET, form, _SECRET_CURE)


def _app_token(settings: SlackSettings) -> Finding:
    name = "SLACK_APP_TOKEN"
    if settings.app_token is None:
        return Finding(Mark.UNASKED, name, "not set; only needed in Socket Mode")
    return formed(name, _plain(settings.app_token), _APP_TOKEN, "xapp-…", _APP_TOKEN_CURE)


def _api(answer: _Answer, url: str) -> Finding:
    word = answer.word
    what = f"SLACK_API_URL ({url})"
    if word is not None and (word in {"unreachable", "bad_response"} or word.startswith("http_")):
        return Finding(Mark.BAD, what, word, cure=cure(word))
    return Finding(Mark.GOOD, what, "answers")


def _identity(answer: _Answer) -> Finding:
    if answer.word is not None:
        return Finding(Mark.BAD, "bot token", answer.word, cure=cure(answer.word))
    bot, team = (_shown(answer.said.get(key)) for key in ("user", "team"))
    return Finding(Mark.GOOD, "bot token", f"Slack knows the bot as {bot} in {team}")


def _scopes(answer: _Answer, *, unfurls: bool) -> Finding:
    what, header = "scopes", answer.headers.get("x-oauth-scopes")
    if header is None:
        return Finding(Mark.UNASKED, what, "Slack did not list the token's scopes")
    granted = {scope.strip() for scope in header.split(",")}
    least, full = scopes(least=True), scopes(unfurls=unfurls)
    if full.keys() <= granted:
        return Finding(Mark.GOOD, what, "all scopes of manifests/slack.yaml")
    off = tuple(f"off without {one}: {use}" for one, use in full.items() if one not in granted)
    if granted == least.keys():
        return Finding(Mark.GOOD, what, "the scopes of manifests/slack.least.yaml", off)
    enough = least.keys() <= granted
    said = "some are missing" if enough else "some that every answer needs are missing"
    return Finding(Mark.DOUBT if enough else Mark.BAD, what, said, off, _SCOPES_CURE)


async def _home_tab(client: AsyncWebClient, admin: str | None) -> Finding:
    what = "Home tab"
    if admin is None:
        return Finding(Mark.UNASKED, what, _NO_ADMIN)
    # With a wrong hash, Slack reports a conflict and changes nothing. A person without a Home tab
    # may get this text until they open the tab.
    text = {"type": "plain_text", "text": _HOME}
    view = {"type": "home", "blocks": [{"type": "section", "text": text}]}
    answer = await _asked(client.views_publish(user_id=admin, view=view, hash=_NO_HASH))
    if answer.word in {None, "hash_conflict"}:
        return Finding(Mark.GOOD, what, "on")
    return _refused(what, answer.word, off="not_enabled")


async def _messages_tab(client: AsyncWebClient, admin: str | None) -> Finding:
    what = "Messages tab"
    if admin is None:
        return Finding(Mark.UNASKED, what, _NO_ADMIN)
    opened = await _asked(client.conversations_open(users=admin))
    if opened.word == "missing_scope":
        said = f"not checked; this needs im:write. See {_MESSAGES_TAB}"
        return Finding(Mark.UNASKED, what, said)
    if opened.word is not None:
        return _refused(what, opened.word, off="messages_tab_disabled")
    # Slack reveals this only on a post; an ephemeral line disappears by itself.
    channel = str(opened.said["channel"]["id"])
    sent = await _asked(client.chat_postEphemeral(channel=channel, user=admin, text=_LINE))
    if sent.word is not None:
        return _refused(what, sent.word, off="messages_tab_disabled")
    note = (
        f"Slack does not tell whether people may write there: check the box below {_MESSAGES_TAB}"
    )
    return Finding(Mark.GOOD, what, f"on ({admin} got a test message)", (note,))


async def _socket_mode(client: AsyncWebClient, token: str) -> Finding:
    what = "app token"
    word = (await _asked(client.apps_connections_open(app_token=token))).word
    if word is None:
        return Finding(Mark.GOOD, what, "Slack opens a connection")
    own = {"invalid_auth", "not_authed", "missing_scope", "not_allowed_token_type"}
    return Finding(Mark.BAD, what, word, cure=_APP_TOKEN_CURE if word in own else cure(word))


def _refused(what: str, word: Reason | None, off: str) -> Finding:
    """A finding for an error: off, or unknown for another reason."""
    if word == off:
        return Finding(Mark.BAD, what, "off", cure=cure(off))
    return Finding(Mark.DOUBT, what, f"unknown: {word}", cure=cure(word or ""))


async def _asked(call: Awaitable[AsyncSlackResponse]) -> _Answer:
    try:
        response = await call
    except AttributeError:  # the SDK takes every 200 for an object
        return _Answer(Reason("bad_response"))
    except CALL_ERRORS as error:
        headers = getattr(getattr(error, "response", None), "headers", {})
        return _Answer(reason(error), headers)
    said = response.data if isinstance(response.data, dict) else {}
    return _Answer(None, response.headers, said)


def _plain(secret: SecretStr | None) -> str:
    return secret.get_secret_value() if secret else ""


def _shown(name: object) -> str:
    """A name from outside, without terminal control characters."""
    return "".join(sign for sign in str(name or "?") if sign.isprintable())[:80]

"""Checks everything that Teams needs and says how to fix problems. Shows no secret."""

import time
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from ipaddress import ip_address
from typing import Any

import aiohttp
from yarl import URL

from adapters.teams.api.graph import Graph
from adapters.teams.api.tokens import Tokens
from adapters.teams.api.trouble import CALL_ERRORS, TeamsError, TokenError, cure
from adapters.teams.setup.settings_form import bot_in_azure, sdk, who_is_let_in
from bot.settings import TeamsSettings
from bot.upkeep.checkup import Finding, Mark, on_time


async def groups_in(graph: Graph, settings: TeamsSettings) -> Finding:
    """Tries each request that the bot makes to find a person's role."""
    what = f"TEAMS_GRAPH_URL ({settings.graph_url})"
    try:
        strange = [one for one in sorted(settings.group_ids) if not await graph.has_group(one)]
        person = await graph.anybody()
        if person is not None:
            await graph.groups_of(person, settings.group_ids)
            await graph.is_guest(person)
    except TeamsError as error:
        return Finding(Mark.BAD, what, error.word, cure=cure(error.word))
    if strange:
        said = f"does not know these groups: {', '.join(strange)}"
        return Finding(Mark.BAD, what, said, cure=cure("graph_bad_id"))
    return Finding(Mark.GOOD, what, f"tells who is in {len(settings.group_ids)} groups")


_TIMEOUT = aiohttp.ClientTimeout(total=10)
_PATH = "/api/messages"
_REFUSED = "all requests from Teams are refused"
_AZURE = "portal.azure.com > your Azure Bot > Configuration"
_ENDPOINT_CURE = (
    f"Start storewise with Teams on and let the proxy forward {_PATH} to it. Enter the "
    f"same address in {_AZURE} > Messaging endpoint."
)
_OPEN_CURE = (
    "Set TEAMS_AUTH=on and restart, or check which other program the proxy forwards to. "
    "Unsigned requests must be refused."
)
_CLOSED_CURE = (
    f"Let requests to {_PATH} through to storewise: Teams signs them and has no password."
)
_CERTIFICATE_CURE = (
    "Give the proxy a certificate for this name from a public authority, with its "
    "intermediate certificates. Teams trusts no other."
)
_REACH_CURE = (
    "Check the name, the firewall and the proxy. Teams calls from the internet: if only "
    "this machine cannot reach the address, check from another one."
)
_URL_CURE = "Write it like https://bot.example. Teams only uses https."
_ISSUER_CURE = (
    "Set TEAMS_TOKEN_ISSUER to the issuer named at TEAMS_OPENID_METADATA_URL. Leave both "
    "unset unless the bot is in another cloud."
)


@dataclass(frozen=True, slots=True)
class _Answer:
    """The outcome of one request."""

    word: str | None
    """The error word; None if it succeeded."""
    status: int = 0
    headers: Mapping[str, str] = field(default_factory=dict)
    said: Mapping[str, Any] = field(default_factory=dict)


async def examine(
    settings: TeamsSettings,
    tokens: Tokens,
    url: str | None = None,
    clock: Callable[[], float] = time.time,
) -> AsyncIterator[Finding]:
    """Yields each finding as soon as it is known; `url` is the bot's public address."""
    set_up, let_in = bot_in_azure(settings), who_is_let_in(settings)
    for finding in [sdk(settings), *set_up, *let_in]:
        yield finding
    # Uses the environment's proxy, like every request of the bot.
    async with aiohttp.ClientSession(timeout=_TIMEOUT, trust_env=True) as session:
        if settings.auth == "on":
            async for finding in _signatures(session, settings, clock):
                yield finding
        if all(finding.mark is Mark.GOOD for finding in set_up):
            token = await _token(tokens)
            yield token
            if settings.group_ids and all(one.mark is not Mark.BAD for one in [token, *let_in]):
                yield await groups_in(Graph(session, tokens, settings.graph_url), settings)
        yield await _endpoint(session, settings, url)


async def _signatures(
    session: aiohttp.ClientSession, settings: TeamsSettings, clock: Callable[[], float]
) -> AsyncIterator[Finding]:
    """Checks whether the bot can verify Teams' signatures."""
    metadata = await _got(session, settings.openid_metadata_url)
    if metadata.word is not None:
        yield _no_keys(settings, metadata.word)
        return
    yield await _keys(session, settings, metadata.said)
    yield _issuer(settings, metadata.said)
    yield on_time("Microsoft", metadata.headers.get("Date", ""), clock(), _REFUSED)


async def _keys(
    session: aiohttp.ClientSession, settings: TeamsSettings, metadata: Mapping[str, Any]
) -> Finding:
    answer = await _got(session, str(metadata.get("jwks_uri", "")))
    if answer.word is not None:
        return _no_keys(settings, answer.word)
    listed = answer.said.get("keys")
    keys = [one for one in listed if isinstance(one, Mapping)] if isinstance(listed, list) else []
    usable = [one for one in keys if "msteams" in (one.get("endorsements") or ())]
    if not usable:
        return _no_keys(settings, "bad_keys")
    what = f"TEAMS_OPENID_METADATA_URL ({settings.openid_metadata_url})"
    return Finding(Mark.GOOD, what, f"answers with {len(usable)} signing keys for Teams")


def _no_keys(settings: TeamsSettings, word: str) -> Finding:
    what = f"TEAMS_OPENID_METADATA_URL ({settings.openid_metadata_url})"
    known = "bad_keys" if word in {"bad_keys", "bad_response"} else "keys_unreachable"
    return Finding(Mark.BAD, what, word, cure=cure(known))


def _issuer(settings: TeamsSettings, metadata: Mapping[str, Any]) -> Finding:
    what = "TEAMS_TOKEN_ISSUER"
    if metadata.get("issuer") == settings.token_issuer:
        return Finding(Mark.GOOD, what, "matches the signer")
    said = "does not match the signer: every request is refused"
    return Finding(Mark.BAD, what, said, cure=_ISSUER_CURE)


async def _token(tokens: Tokens) -> Finding:
    try:
        await tokens.token()
    except TokenError as error:
        return Finding(Mark.BAD, "token", error.word, cure=cure(error.word))
    return Finding(Mark.GOOD, "token", "Microsoft issued one")


async def _endpoint(
    session: aiohttp.ClientSession, settings: TeamsSettings, url: str | None
) -> Finding:
    """Checks that the endpoint refuses an unsigned request with 401."""
    if url is None:
        said = "not checked; pass --url https://bot.example"
        return Finding(Mark.UNASKED, "messaging endpoint", said)
    address = _address(url)
    if address is None:
        said = "Teams cannot reach this address"
        return Finding(Mark.BAD, "messaging endpoint", said, cure=_URL_CURE)
    return _refusal(address, await _unsigned(session, address, settings.app_id or ""))


def _refusal(address: URL, answer: _Answer) -> Finding:
    what = f"messaging endpoint ({address})"
    if answer.word is not None:
        cured = _CERTIFICATE_CURE if answer.word == "certificate" else _REACH_CURE
        return Finding(Mark.BAD, what, answer.word, cure=cured)
    if answer.status < HTTPStatus.MULTIPLE_CHOICES:
        return Finding(Mark.BAD, what, "accepts an unsigned request", cure=_OPEN_CURE)
    password = answer.headers.get("WWW-Authenticate", "").lower().startswith("basic")
    if answer.status == HTTPStatus.FORBIDDEN or password:
        said = "something in front of storewise refuses requests"
        return Finding(Mark.BAD, what, said, cure=_CLOSED_CURE)
    if answer.status == HTTPStatus.UNAUTHORIZED:
        return Finding(Mark.GOOD, what, "refuses an unsigned request (401)")
    said = f"answers {answer.status}: nothing there accepts requests from Teams"
    return Finding(Mark.BAD, what, said, cure=_ENDPOINT_CURE)


def _address(url: str) -> URL | None:
    """The endpoint's address; None if Teams would not send to it (http only on this machine)."""
    try:
        parts = URL(url)
    except ValueError:
        return None
    host = parts.host or ""
    safe = parts.scheme == "https" or (parts.scheme == "http" and _is_here(host))
    plain = not (parts.user or parts.password or parts.query or parts.fragment)
    if not (host and safe and plain and parts.path in {"", "/", _PATH}):
        return None
    return parts.with_path(_PATH)


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


async def _got(session: aiohttp.ClientSession, address: str) -> _Answer:
    try:
        async with session.get(address) as response:
            if response.status != HTTPStatus.OK:
                return _Answer(f"http_{response.status}")
            said = await response.json(content_type=None)
            headers = response.headers.copy()
    except aiohttp.InvalidURL:
        return _Answer("bad_response")
    except CALL_ERRORS:
        return _Answer("unreachable")
    except ValueError:
        return _Answer("bad_response")
    return _Answer(None, response.status, headers, said if isinstance(said, Mapping) else {})


async def _unsigned(session: aiohttp.ClientSession, address: URL, app_id: str) -> _Answer:
    """Sends a request like Teams', without the signature."""
    activity = {
        "type": "message",
        "id": "storewise-doctor",
        "channelId": "msteams",
        "serviceUrl": "https://smba.trafficmanager.net/teams/",
        "from": {"id": "29:storewise-doctor"},
        "recipient": {"id": f"28:{app_id}"},
        "conversation": {"id": "a:storewise-doctor", "conversationType": "personal"},
        "text": "",
    }
    try:
        # Teams follows no redirects.
        async with session.post(address, json=activity, allow_redirects=False) as response:
            return _Answer(None, response.status, response.headers.copy())
    except aiohttp.ClientSSLError:
        return _Answer("certificate")
    except CALL_ERRORS:
        return _Answer("unreachable")

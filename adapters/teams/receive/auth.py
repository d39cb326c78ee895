"""Lets in requests signed by Teams, from allowed tenants and hosts."""

import logging
from collections.abc import Mapping
from typing import Any, Protocol

import aiohttp
import jwt

from adapters.teams.api.hosts import ServiceHosts
from adapters.teams.api.trouble import NotAllowedError, NotAuthenticatedError, cure
from adapters.teams.receive.activities import tenant_of
from adapters.teams.receive.signing_keys import SigningKeys
from adapters.web.problems import Refusals
from bot.settings import TeamsSettings

_CHANNEL = "msteams"
_LEEWAY_S = 300  # what Microsoft's own check allows
_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_REQUIRED = ("exp", "iss", "aud", "serviceurl")
_UNREADABLE = (jwt.PyJWTError, ValueError)  # ValueError: header bytes that are not text
_WORDS: tuple[tuple[type[Exception], str], ...] = (
    (jwt.ExpiredSignatureError, "expired"),
    (jwt.ImmatureSignatureError, "too_early"),
    (jwt.InvalidAudienceError, "wrong_audience"),
    (jwt.InvalidIssuerError, "wrong_issuer"),
    (jwt.MissingRequiredClaimError, "claim_missing"),
    (jwt.InvalidAlgorithmError, "wrong_algorithm"),
    (jwt.InvalidSignatureError, "wrong_signature"),
)

Claims = Mapping[str, Any]
"""The claims of a token."""


class Check(Protocol):
    """Verifies requests."""

    def start(self) -> None:
        """Starts fetching what verification needs."""
        ...

    async def close(self) -> None:
        """Stops fetching."""
        ...

    async def trouble(self) -> str | None:
        """Returns one word for why all requests are refused; None if they are not."""
        ...

    async def check(self, authorization: str, body: Mapping[str, Any]) -> Claims:
        """Returns the token's claims. Raises NotAuthenticatedError, NotAllowedError."""
        ...


class TokenCheck:
    """Accepts requests with a token that Teams signed for this app and service."""

    def __init__(self, keys: SigningKeys, app_id: str, issuer: str) -> None:
        self._keys = keys
        self._app_id = app_id
        self._issuer = issuer

    def start(self) -> None:
        """Starts keeping the keys fresh."""
        self._keys.start()

    async def close(self) -> None:
        """Stops fetching keys."""
        await self._keys.close()

    async def trouble(self) -> str | None:
        """Returns one word for why all tokens are refused; None if they are not."""
        return await self._keys.trouble()

    async def check(self, authorization: str, body: Mapping[str, Any]) -> Claims:
        """Returns the token's claims. Raises NotAuthenticatedError."""
        token = _token_of(authorization)
        try:
            head = jwt.get_unverified_header(token)
        except _UNREADABLE as error:
            raise NotAuthenticatedError("unreadable") from error
        signing = await self._keys.get(head.get("kid"))
        if body.get("channelId") != _CHANNEL or _CHANNEL not in signing.endorsements:
            raise NotAuthenticatedError("other_channel")
        claims = self._read(token, signing.key)
        if claims["serviceurl"] != body.get("serviceUrl"):
            raise NotAuthenticatedError("other_service")
        return claims

    def _read(self, token: str, key: Any) -> Claims:
        try:
            claims: dict[str, Any] = jwt.decode(
                token,
                key,
                algorithms=["RS256"],
                audience=self._app_id,
                issuer=self._issuer,
                leeway=_LEEWAY_S,
                options={"require": list(_REQUIRED)},
            )
        except _UNREADABLE as error:
            word = next((word for kind, word in _WORDS if isinstance(error, kind)), "unreadable")
            raise NotAuthenticatedError(word) from error
        return claims


class Everybody:
    """Accepts every request: TEAMS_AUTH=off, when only this machine reaches the server."""

    def start(self) -> None:
        """Does nothing."""

    async def close(self) -> None:
        """Does nothing."""

    async def trouble(self) -> str | None:
        """Always None: every request is accepted."""
        return None

    async def check(self, authorization: str, body: Mapping[str, Any]) -> Claims:
        """Returns no claims."""
        return {}


class Door:
    """Lets in verified requests from allowed tenants that want replies at allowed hosts."""

    def __init__(
        self, believed: Check, tenants: frozenset[str] | None, hosts: ServiceHosts
    ) -> None:
        """If `tenants` is None, every tenant is allowed."""
        self._believed = believed
        self._tenants = tenants
        self._hosts = hosts
        self._refusals = Refusals("/api/messages")

    def start(self) -> None:
        """Starts fetching what verification needs."""
        self._believed.start()

    async def close(self) -> None:
        """Stops fetching."""
        await self._believed.close()

    async def trouble(self) -> str | None:
        """Returns one word for why nobody is let in; None if somebody is."""
        return await self._believed.trouble()

    async def check(self, authorization: str, body: Mapping[str, Any]) -> Claims:
        """Returns the token's claims. Raises NotAuthenticatedError, NotAllowedError."""
        try:
            claims = await self._believed.check(authorization, body)
            self._allow(body)
        except (NotAuthenticatedError, NotAllowedError) as error:
            self._count(str(error))
            raise
        return claims

    def _count(self, word: str) -> None:
        # Internet scanners come often, and without a token.
        level = logging.INFO if word == "no_token" else logging.WARNING
        self._refusals.count(word, cure(word), level)

    def _allow(self, body: Mapping[str, Any]) -> None:
        if self._tenants is not None:
            tenant = tenant_of(dict(body))
            if tenant.lower() not in self._tenants:
                raise NotAllowedError("other_tenant" if tenant else "no_tenant")
        if self._hosts.url(body.get("serviceUrl")) is None:
            raise NotAllowedError("other_host")


def build_hosts(settings: TeamsSettings) -> ServiceHosts:
    """Returns the allowed hosts; with TEAMS_AUTH=off also this machine, for emulators."""
    here = _LOOPBACK if settings.auth == "off" else ()
    return ServiceHosts((*settings.service_hosts, *here))


def build_door(
    settings: TeamsSettings, session: aiohttp.ClientSession, hosts: ServiceHosts
) -> Door:
    """Returns the door that the settings describe; the caller starts and closes it."""
    if settings.auth == "off":
        return Door(Everybody(), None, hosts)
    if settings.app_id is None:
        raise ValueError("TEAMS_APP_ID is not set")
    keys = SigningKeys(session, settings.openid_metadata_url)
    believed = TokenCheck(keys, settings.app_id, settings.token_issuer)
    return Door(believed, settings.tenants, hosts)


def _token_of(authorization: str) -> str:
    scheme, _, token = authorization.partition(" ")
    if not authorization:
        raise NotAuthenticatedError("no_token")
    if scheme != "Bearer":
        raise NotAuthenticatedError("unreadable")
    return token

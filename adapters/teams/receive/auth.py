"""Who may come in: requests that Teams has signed, of tenants and hosts that are allowed."""

import logging
from collections.abc import Mapping
from typing import Any, Protocol

import aiohttp
import jwt

from adapters.teams.api.hosts import ServiceHosts
from adapters.teams.api.trouble import NotAllowedError, NotAuthenticatedError, cure
from adapters.teams.receive.activities import tenant_of
from adapters.teams.receive.keys import SigningKeys
from bot.settings import TeamsSettings

logger = logging.getLogger(__name__)

_CHANNEL = "msteams"
_LEEWAY_S = 300  # what Microsoft's own check allows
_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_REQUIRED = ("exp", "iss", "aud", "serviceurl")
_UNREADABLE = (jwt.PyJWTError, ValueError)  # the latter for bytes in the header that are no text
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
"""What a token says."""


class Check(Protocol):
    """Says who is believed."""

    def start(self) -> None:
        """Begin to get what it takes to tell."""
        ...

    async def close(self) -> None:
        """End that."""
        ...

    async def trouble(self) -> str | None:
        """Return in one word why nobody is believed; None when somebody is."""
        ...

    async def check(self, authorization: str, body: Mapping[str, Any]) -> Claims:
        """Return what the token says. Raises NotAuthenticatedError, NotAllowedError."""
        ...


class TokenCheck:
    """Believes requests with a token that Teams has signed for this app and this service."""

    def __init__(self, keys: SigningKeys, app_id: str, issuer: str) -> None:
        self._keys = keys
        self._app_id = app_id
        self._issuer = issuer

    def start(self) -> None:
        """Begin to keep the keys fresh."""
        self._keys.start()

    async def close(self) -> None:
        """Fetch no more keys."""
        await self._keys.close()

    async def trouble(self) -> str | None:
        """Return in one word why no token is believed; None when some are."""
        return await self._keys.trouble()

    async def check(self, authorization: str, body: Mapping[str, Any]) -> Claims:
        """Return what the token says. Raises NotAuthenticatedError."""
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
    """Believes every request: TEAMS_AUTH=off, where only this machine reaches the server."""

    def start(self) -> None:
        """Nothing is needed."""

    async def close(self) -> None:
        """Nothing was begun."""

    async def trouble(self) -> str | None:
        """Return None: everybody is believed."""
        return None

    async def check(self, authorization: str, body: Mapping[str, Any]) -> Claims:
        """Return that nothing is known."""
        return {}


class Door:
    """Lets in who is believed, of a tenant that is allowed, to be answered at an allowed host."""

    def __init__(
        self, believed: Check, tenants: frozenset[str] | None, hosts: ServiceHosts
    ) -> None:
        """Without a set of tenants, every tenant is allowed."""
        self._believed = believed
        self._tenants = tenants
        self._hosts = hosts

    def start(self) -> None:
        """Begin to get what it takes to tell who comes."""
        self._believed.start()

    async def close(self) -> None:
        """End that."""
        await self._believed.close()

    async def trouble(self) -> str | None:
        """Return in one word why nobody is let in; None when somebody is."""
        return await self._believed.trouble()

    async def check(self, authorization: str, body: Mapping[str, Any]) -> Claims:
        """Return what the token says. Raises NotAuthenticatedError, NotAllowedError."""
        try:
            claims = await self._believed.check(authorization, body)
            self._allow(body)
        except (NotAuthenticatedError, NotAllowedError) as error:
            _log(str(error))
            raise
        return claims

    def _allow(self, body: Mapping[str, Any]) -> None:
        if self._tenants is not None:
            tenant = tenant_of(dict(body))
            if tenant.lower() not in self._tenants:
                raise NotAllowedError("other_tenant" if tenant else "no_tenant")
        if self._hosts.url(body.get("serviceUrl")) is None:
            raise NotAllowedError("other_host")


def build_hosts(settings: TeamsSettings) -> ServiceHosts:
    """Return where replies may go; with TEAMS_AUTH=off also to this machine, for emulators."""
    here = _LOOPBACK if settings.auth == "off" else ()
    return ServiceHosts((*settings.service_hosts, *here))


def build_door(
    settings: TeamsSettings, session: aiohttp.ClientSession, hosts: ServiceHosts
) -> Door:
    """Return who is let in, as the settings say; it is to be started and closed."""
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


def _log(word: str) -> None:
    # Whoever looks for open doors on the internet comes without a token, and often.
    level = logging.INFO if word == "no_token" else logging.WARNING
    about = {"reason": word, "cure": cure(word)}
    logger.log(level, "a request to the address of Teams was refused", extra=about)

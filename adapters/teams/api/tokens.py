"""The bot's tokens for Teams and Microsoft Graph: fetched in a thread, cached, renewed in time."""

import asyncio
import json
import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import msal
import requests

from adapters.teams.api.trouble import TokenError, cure
from adapters.web.edge import wordless
from bot.settings import TeamsSettings

logger = logging.getLogger(__name__)

SCOPE = "https://api.botframework.com/.default"
"""The scope for an app that acts as a bot."""
_AUTHORITY = "https://login.microsoftonline.com/"
_TIMEOUT_S = 10  # of one request; msal makes up to three for a token
# Entra's number for an error says more than OAuth's word.
_NUMBERS = {
    7000215: "secret_wrong",
    7000218: "secret_wrong",
    7000222: "secret_expired",
    700016: "app_unknown",
    7000229: "app_unknown",
    90002: "tenant_unknown",
    900023: "tenant_unknown",
}
_OAUTH = ("invalid_client", "unauthorized_client", "invalid_scope", "invalid_request")

Answer = Mapping[str, Any]
"""What msal returns: a token or an error."""

Ask = Callable[[str], Answer]
"""Fetches a token for a scope; blocks. Raises TokenError."""


class Tokens(Protocol):
    """Provides tokens for requests to Teams."""

    async def token(self, scope: str = SCOPE) -> str:
        """Returns a token for a scope. Raises TokenError."""
        ...

    async def trouble(self) -> str | None:
        """Returns one word for why the bot has no token to speak; None if none was missing."""
        ...


@dataclass(frozen=True, slots=True)
class FixedToken:
    """Always the same token, for emulators and tests; an empty one is not sent."""

    value: str = field(default="", repr=False)

    async def token(self, scope: str = SCOPE) -> str:
        """Returns the token."""
        return self.value

    async def trouble(self) -> str | None:
        """Always None: nothing is fetched."""
        return None


@dataclass(frozen=True, slots=True)
class Pace:
    """The timing of token requests."""

    ahead_s: float = 240.0
    """How long before its expiry a token is renewed; msal renews none before its last 300 s."""
    spare_s: float = 30.0
    """A token that expires this soon is not used: it must still be valid on arrival."""
    rest_s: float = 5.0
    """The pause after a failure."""
    limit_s: float = 25.0
    """The limit for one answer."""


@dataclass(frozen=True, slots=True)
class _Kept:
    token: str = field(repr=False)
    renew_at: float
    ends_at: float


class AppTokens:
    """The tokens of one app, one per scope; each is fetched once at a time."""

    def __init__(
        self, ask: Ask, pace: Pace | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._ask = ask
        self._pace = pace or Pace()
        self._clock = clock
        self._kept: dict[str, _Kept] = {}
        self._asking: dict[str, asyncio.Task[None]] = {}
        self._failed: dict[str, tuple[float, str]] = {}

    async def token(self, scope: str = SCOPE) -> str:
        """Returns a token; renews an old one in the background. Raises TokenError."""
        kept = self._usable(scope)
        if kept is None:
            # Shielded: others may wait for the same fetch.
            await asyncio.wait({self._renewal(scope)})
            kept = self._usable(scope)
        elif self._clock() >= kept.renew_at:
            self._renewal(scope)
        if kept is None:
            raise TokenError(self._failed[scope][1])
        return kept.token

    async def trouble(self) -> str | None:
        """Returns one word for why there is no token; None if none was missing.

        Without a token for Microsoft Graph the bot still answers.
        """
        _, word = self._failed.get(SCOPE, (0.0, ""))
        return word if word and not self._usable(SCOPE) else None

    def _usable(self, scope: str) -> _Kept | None:
        kept = self._kept.get(scope)
        return kept if kept and self._clock() < kept.ends_at else None

    def _renewal(self, scope: str) -> asyncio.Task[None]:
        running = self._asking.get(scope)
        if running is None or running.done():
            running = self._asking[scope] = asyncio.create_task(self._renew(scope))
        return running

    async def _renew(self, scope: str) -> None:
        failed_at, _ = self._failed.get(scope, (float("-inf"), ""))
        if self._clock() - failed_at < self._pace.rest_s:
            return
        try:
            self._kept[scope] = await self._asked(scope)
            self._failed.pop(scope, None)
        except TokenError as error:
            self._fail(scope, error.word)
        except Exception as error:  # the edge: others wait for this
            logger.exception("a bug stopped a token", exc_info=wordless(error))
            self._fail(scope, "bad_token_answer")

    async def _asked(self, scope: str) -> _Kept:
        now = self._clock()
        try:
            async with asyncio.timeout(self._pace.limit_s):
                answer = await asyncio.to_thread(self._ask, scope)
        except TimeoutError as error:
            raise TokenError("login_unreachable") from error
        token, lasts_s = answer.get("access_token"), answer.get("expires_in")
        if not (isinstance(token, str) and token and isinstance(lasts_s, int | float)):
            raise TokenError(_word(answer))
        ahead_s = min(self._pace.ahead_s, lasts_s / 2)
        spare_s = min(self._pace.spare_s, lasts_s / 4)
        return _Kept(token, now + lasts_s - ahead_s, now + lasts_s - spare_s)

    def _fail(self, scope: str, word: str) -> None:
        self._failed[scope] = (self._clock(), word)
        about = {"scope": scope, "reason": word, "cure": cure(word)}
        logger.error("no token for Teams", extra=about)


class BySecret:
    """Fetches tokens from Entra with the client secret of a single-tenant app."""

    def __init__(
        self,
        app_id: str,
        secret: str,
        tenant_id: str,
        application: Callable[..., Any] = msal.ConfidentialClientApplication,
    ) -> None:
        """Creates msal's application on first use: its constructor reads over the network."""
        self._app_id = app_id
        self._secret = secret
        self._tenant_id = tenant_id
        self._application = application
        self._made: Any = None

    def __call__(self, scope: str) -> Answer:
        """Returns Entra's answer. Raises TokenError."""
        try:
            answer: Answer = self._app().acquire_token_for_client(scopes=[scope])
        except json.JSONDecodeError as error:
            raise TokenError("bad_token_answer") from error
        except OSError as error:  # requests' own errors are some
            raise TokenError("login_unreachable") from error
        except ValueError as error:  # what msal raises for an unknown tenant
            raise TokenError("tenant_unknown") from error
        return answer

    def _app(self) -> Any:
        if self._made is None:
            self._made = self._application(
                self._app_id,
                client_credential=self._secret,
                authority=_AUTHORITY + self._tenant_id,
                timeout=_TIMEOUT_S,
            )
        return self._made


class ByIdentity:
    """Fetches tokens from the Azure machine, by its user-assigned identity."""

    def __init__(self, app_id: str) -> None:
        self._identity = msal.UserAssignedManagedIdentity(client_id=app_id)

    def __call__(self, scope: str) -> Answer:
        """Returns the machine's answer. Raises TokenError."""
        try:
            with requests.Session() as session:
                client = msal.ManagedIdentityClient(self._identity, http_client=_Near(session))
                resource = scope.removesuffix("/.default")
                answer: Answer = client.acquire_token_for_client(resource=resource)
        except json.JSONDecodeError as error:
            raise TokenError("bad_token_answer") from error
        except (OSError, ValueError) as error:
            raise TokenError("identity_unreachable") from error
        if "access_token" not in answer:
            raise TokenError("identity_unknown")
        return answer


class _Near:
    """The HTTP client for msal: for local addresses, without a proxy, with a timeout."""

    def __init__(self, session: requests.Session) -> None:
        session.trust_env = False
        self._session = session

    def get(self, url: str, **options: Any) -> requests.Response:
        """Returns the response of an address."""
        return self._session.get(url, timeout=_TIMEOUT_S, **options)


def build_tokens(settings: TeamsSettings) -> Tokens:
    """Returns the token source that the settings choose."""
    if settings.app_id and settings.managed_identity:
        return AppTokens(ByIdentity(settings.app_id))
    if settings.app_id and settings.app_password and settings.tenant_id:
        secret = settings.app_password.get_secret_value()
        return AppTokens(BySecret(settings.app_id, secret, settings.tenant_id))
    # TEAMS_AUTH=off: an emulator needs none.
    return FixedToken()


def _word(answer: Answer) -> str:
    """The error word of an answer without a token; its sentences name people's directories."""
    numbers = answer.get("error_codes")
    for number in numbers if isinstance(numbers, list) else ():
        if number in _NUMBERS:
            return _NUMBERS[number]
    error = answer.get("error")
    return error if error in _OAUTH else "bad_token_answer"

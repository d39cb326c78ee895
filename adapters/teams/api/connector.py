"""Sends to Teams: in order, with the retries Teams asks for, to allowed hosts only."""

import asyncio
import json
import logging
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any
from urllib.parse import quote
from weakref import WeakValueDictionary

import aiohttp
from yarl import URL

from adapters.teams.api.hosts import ServiceHosts
from adapters.teams.api.tokens import Tokens
from adapters.teams.api.trouble import (
    CALL_ERRORS,
    QUIET,
    UNANSWERED,
    TeamsError,
    TokenError,
    cure,
    is_worth_retry,
    reason,
)
from adapters.web.problems import retry_after_s

logger = logging.getLogger(__name__)

Activity = Mapping[str, Any]
"""A message or another activity, as Teams accepts it."""

# Not retried: a POST whose answer is late may have been done.
_NOT_SENT = (aiohttp.ClientConnectorError, aiohttp.ServerDisconnectedError)
_ABOUT_US = frozenset(
    {
        HTTPStatus.UNAUTHORIZED,
        HTTPStatus.PRECONDITION_FAILED,
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        HTTPStatus.TOO_MANY_REQUESTS,
    }
)
"""Errors about the bot itself: Teams would refuse a message for everybody as well."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a message is tried."""

    tries: int = 5
    total_s: float = 30.0
    """From the first try to the last."""
    call_s: float = 15.0
    """The limit for one try."""
    first_pause_s: float = 1.0
    longest_pause_s: float = 10.0


@dataclass(frozen=True, slots=True)
class _Call:
    method: str
    url: URL
    body: Activity
    tries: int


@dataclass(frozen=True, slots=True)
class _Refusal:
    """Why a try failed, and how long Teams asks to wait."""

    word: str
    status: int = 0
    again: bool = False
    pause_s: float = 0.0

    @property
    def error(self) -> TeamsError:
        return TeamsError(self.word, self.status)


class Connector:
    """Sends and edits messages, one at a time per conversation."""

    def __init__(
        self,
        session: aiohttp.ClientSession,
        tokens: Tokens,
        hosts: ServiceHosts,
        pace: Pace | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._session = session
        self._tokens = tokens
        self._hosts = hosts
        self._pace = pace or Pace()
        self._sleep = sleep
        self._clock = clock
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def send(
        self,
        service_url: str,
        conversation_id: str,
        activity: Activity,
        *,
        targeted: bool = False,
        secret: bool = False,
    ) -> str:
        """Sends an activity and returns its id; "" if Teams returns none. Raises TeamsError.

        A targeted activity is private to its recipient. If Teams cannot do that, everybody sees
        it, unless it is secret.
        """
        path = _path(conversation_id)
        body = {"conversation": {"id": conversation_id}, **activity}
        # A late working sign is worse than none and delays the answer.
        tries = 1 if _is_sign(activity) else self._pace.tries
        async with self._turn(conversation_id):
            call = self._call("POST", service_url, path, body, tries)
            answer = await self._sent(call, targeted=targeted, secret=secret)
        found = answer.get("id")
        return found if isinstance(found, str) else ""

    async def update(
        self,
        service_url: str,
        conversation_id: str,
        activity_id: str,
        activity: Activity,
        *,
        targeted: bool = False,
        secret: bool = False,
    ) -> None:
        """Replaces a sent activity. Raises TeamsError."""
        path = _path(conversation_id, activity_id)
        body = {"conversation": {"id": conversation_id}, **activity, "id": activity_id}
        tries = self._pace.tries
        async with self._turn(conversation_id):
            call = self._call("PUT", service_url, path, body, tries)
            await self._sent(call, targeted=targeted, secret=secret)

    async def remove(self, service_url: str, conversation_id: str, activity_id: str) -> None:
        """Deletes a sent activity. Raises TeamsError."""
        path = _path(conversation_id, activity_id)
        async with self._turn(conversation_id):
            await self._answered(self._call("DELETE", service_url, path, {}, self._pace.tries))

    async def open(
        self, service_url: str, tenant_id: str, bot: Mapping[str, str], object_id: str
    ) -> str:
        """Opens the bot's chat with a person by their Entra id; returns its id. Raises TeamsError.

        Teams refuses it for whoever has not installed the app, by themselves or with a team.
        """
        body: Activity = {
            "bot": dict(bot),
            "members": [{"id": object_id}],
            "isGroup": False,
            "tenantId": tenant_id,
            "channelData": {"tenant": {"id": tenant_id}},
        }
        call = self._call("POST", service_url, "/v3/conversations", body, self._pace.tries)
        found = (await self._answered(call)).get("id")
        if not (isinstance(found, str) and found):
            raise _logged(TeamsError("no_chat"))
        return found

    @asynccontextmanager
    async def _turn(self, conversation_id: str) -> AsyncIterator[None]:
        """Lets one message of a conversation through at a time; drops unused locks."""
        async with self._turns.setdefault(conversation_id, asyncio.Lock()):
            yield

    def _call(self, method: str, service_url: str, path: str, body: Activity, tries: int) -> _Call:
        return _Call(method, self._url(service_url, path), body, tries)

    async def _sent(self, call: _Call, *, targeted: bool, secret: bool) -> Activity:
        if targeted:
            url = call.url.update_query(isTargetedActivity="true")
            try:
                return await self._answered(replace(call, url=url, body=_aimed(call.body)))
            except TeamsError as error:
                if secret or not may_be_for_all(error):
                    raise
        return await self._answered(replace(call, body=_for_all(call.body)))

    def _url(self, service_url: str, path: str) -> URL:
        base = self._hosts.url(service_url)
        if base is None:
            raise _logged(TeamsError("other_host"))
        return URL(str(base.with_query(None).with_fragment(None)).rstrip("/") + path)

    async def _answered(self, call: _Call) -> Activity:
        """Retries until Teams accepts it, refuses it for good, or time is up. Raises TeamsError."""
        ends_at = self._clock() + self._pace.total_s
        for tried in range(1, call.tries + 1):
            found = await self._tried(call)
            if not isinstance(found, _Refusal):
                return found
            pause_s = max(found.pause_s, self._backoff_s(tried))
            late = self._clock() + pause_s > ends_at
            if not found.again or late or tried == call.tries:
                raise _logged(found.error)
            about = {"reason": found.word, "tries": tried, "pause_s": round(pause_s, 1)}
            logger.info("Teams asks to retry a message later", extra=about)
            await self._sleep(pause_s)
        raise AssertionError

    def _backoff_s(self, tried: int) -> float:
        doubled = self._pace.first_pause_s * 2.0 ** (tried - 1)
        # Jitter: not all bots at the same instant after Teams was down.
        return min(doubled, self._pace.longest_pause_s) * random.uniform(0.5, 1.0)  # noqa: S311

    async def _tried(self, call: _Call) -> Activity | _Refusal:
        try:
            token = await self._tokens.token()
        except TokenError as error:
            return _Refusal(error.word)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        try:
            return await self._asked(call, headers)
        except CALL_ERRORS as error:
            is_sent = not isinstance(error, _NOT_SENT)
            return _Refusal(UNANSWERED if is_sent else "unreachable", again=not is_sent)

    async def _asked(self, call: _Call, headers: dict[str, str]) -> Activity | _Refusal:
        async with self._session.request(
            call.method,
            call.url,
            json=call.body,
            headers=headers,
            # A redirect could send the token to a host that is not allowed.
            allow_redirects=False,
            timeout=aiohttp.ClientTimeout(total=self._pace.call_s),
        ) as answer:
            said = _object(await answer.read())
            if answer.status < HTTPStatus.MULTIPLE_CHOICES:
                return said
            again = is_worth_retry(answer.status)
            pause_s = retry_after_s(answer.headers.get("Retry-After", "")) if again else None
            return _Refusal(reason(answer.status, said), answer.status, again, pause_s or 0.0)


def _for_all(body: Activity) -> Activity:
    """The same activity, untargeted."""
    recipient = body.get("recipient")
    if not isinstance(recipient, Mapping) or "isTargeted" not in recipient:
        return body
    return {**body, "recipient": {k: v for k, v in recipient.items() if k != "isTargeted"}}


def _path(conversation_id: str, activity_id: str | None = None) -> str:
    path = f"/v3/conversations/{quote(conversation_id, safe='')}/activities"
    return path if activity_id is None else f"{path}/{quote(activity_id, safe='')}"


def _is_sign(activity: Activity) -> bool:
    """Whether it is only a working sign, such as the start of a stream."""
    return activity.get("type") == "typing"


def _aimed(body: Activity) -> Activity:
    return {**body, "recipient": {**body.get("recipient", {}), "isTargeted": True}}


def may_be_for_all(error: TeamsError) -> bool:
    """Whether Teams only refused to show it to one person."""
    refused = HTTPStatus.BAD_REQUEST <= error.status < HTTPStatus.INTERNAL_SERVER_ERROR
    return refused and error.status not in _ABOUT_US


def _object(raw: bytes) -> dict[str, Any]:
    """The JSON object in an answer; empty for any other body."""
    try:
        found = json.loads(raw)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _logged(error: TeamsError) -> TeamsError:
    about: dict[str, object] = {"reason": error.word, "cure": cure(error.word, error.status)}
    level = logging.INFO if error.word in QUIET else logging.WARNING
    logger.log(level, "Teams refused a message", extra=about | {"status": error.status})
    return error

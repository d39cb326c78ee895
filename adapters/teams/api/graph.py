"""Asks Microsoft Graph about people and groups of the app's own tenant."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from http import HTTPStatus
from typing import Any
from uuid import UUID

import aiohttp
from yarl import URL

from adapters.chat.lookups import Lookups
from adapters.teams.api.tokens import Tokens
from adapters.teams.api.trouble import CALL_ERRORS, TeamsError, TokenError, cure
from adapters.web.problems import retry_after_s

_GROUPS_A_CALL = 20  # Graph refuses more
_WORDS: Mapping[int, str] = {
    HTTPStatus.BAD_REQUEST: "graph_bad_id",
    HTTPStatus.UNAUTHORIZED: "graph_unauthorized",
    HTTPStatus.FORBIDDEN: "graph_denied",
    HTTPStatus.NOT_FOUND: "graph_unknown",
    HTTPStatus.TOO_MANY_REQUESTS: "graph_busy",
}


class GraphError(TeamsError):
    """Microsoft Graph refused a request, or cannot be reached."""

    def __init__(self, word: str, status: int = 0, pause_s: float = 0.0) -> None:
        super().__init__(word, status)
        self.pause_s = pause_s
        """How long Graph asks to wait."""


class Graph:
    """Asks with the bot's own token: no person signs in. Each request may raise TeamsError."""

    def __init__(self, session: aiohttp.ClientSession, tokens: Tokens, url: str) -> None:
        self._session = session
        self._tokens = tokens
        self._home = URL(url)
        self._scope = scope_of(url)

    async def groups_of(self, person: str, groups: Iterable[str]) -> frozenset[str]:
        """Returns those of the groups that a person is in, directly or by another group."""
        asked, found = sorted(groups), set[str]()
        for first in range(0, len(asked), _GROUPS_A_CALL):
            some = asked[first : first + _GROUPS_A_CALL]
            path = f"users/{person}/checkMemberGroups"
            said = await self._said("POST", path, json={"groupIds": some})
            found.update(str(one).lower() for one in _listed(said))
        return frozenset(found)

    async def is_guest(self, person: str) -> bool:
        """Whether a person is a guest of the tenant, from another company."""
        said = await self._said("GET", f"users/{person}", params={"$select": "userType"})
        return str(said.get("userType")).lower() == "guest"

    async def has_group(self, group: str) -> bool:
        """Whether the tenant has a group."""
        try:
            await self._said("GET", f"groups/{group}", params={"$select": "id"})
        except GraphError as error:
            if error.word != "graph_unknown":
                raise
            return False
        return True

    async def anybody(self) -> str | None:
        """Returns the id of a person, to try the other calls with."""
        said = await self._said("GET", "users", params={"$select": "id", "$top": "1"})
        ids = [str(one.get("id", "")) for one in _listed(said) if isinstance(one, Mapping)]
        return next(filter(None, ids), None)

    async def _said(self, method: str, path: str, **more: Any) -> Mapping[str, Any]:
        token = await self._tokens.token(self._scope)
        headers = {"Authorization": f"Bearer {token}"}
        url = self._home.with_path(f"/v1.0/{path}")
        try:
            # A redirect could send the token to another host.
            async with self._session.request(
                method, url, headers=headers, allow_redirects=False, **more
            ) as answer:
                if answer.status != HTTPStatus.OK:
                    raise _refusal(answer)
                said = await answer.json(content_type=None)
        except CALL_ERRORS as error:
            raise GraphError("graph_unreachable") from error
        except (ValueError, RecursionError) as error:
            raise GraphError("graph_bad_answer") from error
        if not isinstance(said, Mapping):
            raise GraphError("graph_bad_answer")
        return said


def scope_of(url: str) -> str:
    """Returns the scope of tokens for the Graph of a cloud."""
    return f"{URL(url).origin()}/.default"


def _listed(said: Mapping[str, Any]) -> list[Any]:
    value = said.get("value")
    if not isinstance(value, list):
        raise GraphError("graph_bad_answer")
    return value


def _refusal(answer: aiohttp.ClientResponse) -> GraphError:
    down = answer.status >= HTTPStatus.INTERNAL_SERVER_ERROR
    word = _WORDS.get(answer.status, "graph_down" if down else "graph_bad_answer")
    return GraphError(
        word, answer.status, retry_after_s(answer.headers.get("Retry-After", "")) or 0.0
    )


# Remembers who is in the groups of the settings; if Microsoft Graph does not say, nobody.


logger = logging.getLogger(__name__)

_LIMIT_S = 2.0
"""Seconds for one person: Teams shows an error after 5 s, and the answer takes its own time."""
_LONGEST_REST_S = 5 * 60.0
_SAY_AGAIN_S = 5 * 60.0
_NONE: frozenset[str] = frozenset()


class Members:
    """Finds the groups of a person: in time, once in some minutes, and never raises."""

    def __init__(
        self,
        graph: Callable[[], Graph],
        groups: frozenset[str],
        *,
        limit_s: float = _LIMIT_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Without groups, nothing is ever asked."""
        self._graph = graph
        self._groups = groups
        self._limit_s = limit_s
        self._clock = clock
        self._known: Lookups[frozenset[str]] = Lookups(clock)
        self._rests_until = clock()
        self._said: dict[str, float] = {}

    async def groups_of(self, person: str) -> frozenset[str]:
        """The groups that a person of the tenant is in, by object id; a guest is in none."""
        if not self._groups or not _is_object_id(person):
            return _NONE
        return await self._known.get(person, partial(self._found, person)) or _NONE

    async def _found(self, person: str) -> frozenset[str] | None:
        """Graph's answer; None after an error, which is logged once in a while."""
        if self._clock() < self._rests_until:
            return None
        try:
            async with asyncio.timeout(self._limit_s):
                return await self._asked(person)
        except TokenError:
            return None  # logged where it is fetched
        except GraphError as error:
            self._rests_until = self._clock() + min(error.pause_s, _LONGEST_REST_S)
            self._say(error.word)
        except TimeoutError:
            self._say("graph_slow")
        return None

    async def _asked(self, person: str) -> frozenset[str]:
        graph = self._graph()
        found = await graph.groups_of(person, self._groups)
        # Asked only of those who would get rights: most people are in no such group.
        return _NONE if found and await graph.is_guest(person) else found

    def _say(self, word: str) -> None:
        now = self._clock()
        if self._said.get(word, now) > now:
            return
        self._said[word] = now + _SAY_AGAIN_S
        about = {"reason": word, "cure": cure(word)}
        logger.warning("Microsoft Graph did not return a person's groups", extra=about)


def _is_object_id(person: str) -> bool:
    try:
        return str(UUID(person)) == person
    except ValueError:
        return False

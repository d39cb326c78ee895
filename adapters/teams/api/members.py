"""Remembers who is in the groups of the settings; if Microsoft Graph does not say, nobody."""

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial
from uuid import UUID

from adapters.chat.lookups import Lookups
from adapters.teams.api.graph import Graph, GraphError
from adapters.teams.api.trouble import TokenError, cure

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

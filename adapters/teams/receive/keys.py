"""The keys that requests of Teams are signed with: fetched, kept, and fetched again in time."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import aiohttp
import jwt
from yarl import URL

from adapters.teams.api.trouble import CALL_ERRORS, NotAuthenticatedError, cure
from adapters.web.edge import wordless

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Pace:
    """How often the keys are fetched, and how long they are believed."""

    fetch_s: float = 10.0
    """How long the provider has for each of its two answers."""
    wait_s: float = 3.0
    """How long a request waits for them: Teams waits 5 s for some answers."""
    refresh_s: float = 3600.0
    keep_s: float = 86_400.0
    """How long keys are believed that could not be fetched again."""
    pause_s: float = 1.0
    """After a first failure; twice as long after each further one."""
    unknown_s: float = 60.0
    """How often a key that nobody knows makes them be fetched at once; also the longest pause."""


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A public key, and the channels whose requests it may sign."""

    key: Any
    """An RSA key of cryptography's, which PyJWT takes."""
    endorsements: frozenset[str]


class SigningKeys:
    """The keys that an OpenID provider names, by their ids."""

    def __init__(
        self,
        session: aiohttp.ClientSession,
        metadata_url: str,
        pace: Pace | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._session = session
        self._metadata_url = metadata_url
        self._pace = pace or Pace()
        self._clock = clock
        self._keys: Mapping[str, SigningKey] = {}
        self._fetched_at = 0.0
        self._asked_at = float("-inf")
        self._reason: str | None = "starting"
        self._fetching: asyncio.Task[None] | None = None
        self._keeping: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to keep the keys fresh."""
        self._keeping = asyncio.create_task(self._keep())

    async def close(self) -> None:
        """Fetch no more."""
        tasks = [task for task in (self._keeping, self._fetching) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def get(self, key_id: object) -> SigningKey:
        """Return the key with an id. Raises NotAuthenticatedError."""
        if not isinstance(key_id, str):
            raise NotAuthenticatedError("no_key_id")
        if key_id not in self._believed() and self._may_ask():
            await asyncio.wait({self._fetch()}, timeout=self._pace.wait_s)
        keys = self._believed()
        if key_id not in keys:
            raise NotAuthenticatedError("unknown_key" if keys else "keys_unreachable")
        return keys[key_id]

    async def trouble(self) -> str | None:
        """Return in one word why no request is believed; None when they are."""
        return None if self._believed() else self._reason or "keys_unreachable"

    def _believed(self) -> Mapping[str, SigningKey]:
        age_s = self._clock() - self._fetched_at
        return self._keys if age_s < self._pace.keep_s else {}

    def _may_ask(self) -> bool:
        """Whether to wait for a fetch: for one that runs, or for one in a minute of its own."""
        if self._fetching is not None and not self._fetching.done():
            return True
        if self._clock() - self._asked_at < self._pace.unknown_s:
            return False
        self._asked_at = self._clock()
        return True

    def _fetch(self) -> asyncio.Task[None]:
        """The fetch that runs, or a new one; whoever stops waiting does not stop it."""
        if self._fetching is None or self._fetching.done():
            self._fetching = asyncio.create_task(self._fetched())
        return self._fetching

    async def _keep(self) -> None:
        failures = 0
        while True:
            await asyncio.wait({self._fetch()})
            failures = failures + 1 if self._reason else 0
            await asyncio.sleep(self._pause_s(failures))

    def _pause_s(self, failures: int) -> float:
        if not failures:
            return self._pace.refresh_s
        return min(self._pace.pause_s * 2.0 ** min(failures - 1, 20), self._pace.unknown_s)

    async def _fetched(self) -> None:
        try:
            keys = await self._asked()
        except CALL_ERRORS:
            self._tell("keys_unreachable")
        except (ValueError, LookupError, TypeError, AttributeError, jwt.PyJWTError):
            self._tell("bad_keys")
        except Exception as error:  # the edge: a bug must not end the fetching
            logger.exception("a bug stopped the keys", exc_info=wordless(error))
            self._reason = "keys_unreachable"
        else:
            self._keys, self._fetched_at, self._reason = keys, self._clock(), None

    async def _asked(self) -> Mapping[str, SigningKey]:
        metadata = await self._json(URL(self._metadata_url))
        address = URL(metadata["jwks_uri"])
        if self._metadata_url.startswith("https:") and address.scheme != "https":
            raise ValueError(address.scheme)
        listed = await self._json(address)
        if not (keys := _usable(listed["keys"])):
            raise LookupError
        return keys

    async def _json(self, address: URL) -> dict[str, Any]:
        limit = aiohttp.ClientTimeout(total=self._pace.fetch_s)
        async with self._session.get(
            address,
            timeout=limit,
            raise_for_status=True,
            # Whoever names another address names who is believed.
            allow_redirects=False,
        ) as answer:
            found: dict[str, Any] = await answer.json(content_type=None)
            return found

    def _tell(self, word: str) -> None:
        """Log a new kind of trouble once, with its cure."""
        if word != self._reason:
            about = {"reason": word, "cure": cure(word)}
            logger.error("the keys of Teams cannot be read", extra=about)
        self._reason = word


def _usable(listed: Iterable[object]) -> dict[str, SigningKey]:
    """The keys by their ids; one that cannot be read does not cost the others."""
    found = {}
    for one in listed:
        if not isinstance(one, Mapping) or one.get("kty") != "RSA":
            continue
        with contextlib.suppress(jwt.PyJWTError, ValueError, TypeError, KeyError):
            key = jwt.PyJWK(dict(one), algorithm="RS256").key
            found[str(one["kid"])] = SigningKey(key, frozenset(one.get("endorsements", ())))
    return found

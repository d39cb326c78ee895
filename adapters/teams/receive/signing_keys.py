"""The public keys of Teams' signatures: fetched, cached, refreshed in time."""

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
    """How often keys are fetched, and how long they are trusted."""

    fetch_s: float = 10.0
    """The limit for each of the provider's two answers."""
    wait_s: float = 3.0
    """How long a request waits for the keys: Teams waits 5 s for some answers."""
    refresh_s: float = 3600.0
    keep_s: float = 86_400.0
    """How long keys are trusted if they cannot be refreshed."""
    pause_s: float = 1.0
    """The pause after the first failure; it doubles after each further one."""
    unknown_s: float = 60.0
    """The least time between fetches for unknown keys; also the longest pause."""


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A public key and the channels whose requests it may sign."""

    key: Any
    """An RSA key of the cryptography package, for PyJWT."""
    endorsements: frozenset[str]


class SigningKeys:
    """The keys of an OpenID provider, by id."""

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
        """Starts keeping the keys fresh."""
        self._keeping = asyncio.create_task(self._keep())

    async def close(self) -> None:
        """Stops fetching keys."""
        tasks = [task for task in (self._keeping, self._fetching) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def get(self, key_id: object) -> SigningKey:
        """Returns the key with an id. Raises NotAuthenticatedError."""
        if not isinstance(key_id, str):
            raise NotAuthenticatedError("no_key_id")
        if key_id not in self._believed() and self._may_ask():
            await asyncio.wait({self._fetch()}, timeout=self._pace.wait_s)
        keys = self._believed()
        if key_id not in keys:
            raise NotAuthenticatedError("unknown_key" if keys else "keys_unreachable")
        return keys[key_id]

    async def trouble(self) -> str | None:
        """Returns one word for why all requests are refused; None if they are not."""
        return None if self._believed() else self._reason or "keys_unreachable"

    def _believed(self) -> Mapping[str, SigningKey]:
        age_s = self._clock() - self._fetched_at
        return self._keys if age_s < self._pace.keep_s else {}

    def _may_ask(self) -> bool:
        """Whether to wait for a fetch: one is running, or the last one was a minute ago."""
        if self._fetching is not None and not self._fetching.done():
            return True
        if self._clock() - self._asked_at < self._pace.unknown_s:
            return False
        self._asked_at = self._clock()
        return True

    def _fetch(self) -> asyncio.Task[None]:
        """The running fetch or a new one; it goes on if a waiter stops waiting."""
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
            # A redirect could replace the trusted keys.
            allow_redirects=False,
        ) as answer:
            found: dict[str, Any] = await answer.json(content_type=None)
            return found

    def _tell(self, word: str) -> None:
        """Logs a new kind of error once, with its cure."""
        if word != self._reason:
            about = {"reason": word, "cure": cure(word)}
            logger.error("the keys of Teams cannot be read", extra=about)
        self._reason = word


def _usable(listed: Iterable[object]) -> dict[str, SigningKey]:
    """The keys by id, without unreadable ones."""
    found = {}
    for one in listed:
        if not isinstance(one, Mapping) or one.get("kty") != "RSA":
            continue
        with contextlib.suppress(jwt.PyJWTError, ValueError, TypeError, KeyError):
            key = jwt.PyJWK(dict(one), algorithm="RS256").key
            found[str(one["kid"])] = SigningKey(key, frozenset(one.get("endorsements", ())))
    return found

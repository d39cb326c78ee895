"""Sends requests again as Slack does, until one gets 200: at once, after one minute and five."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from http import HTTPStatus

import aiohttp

from benchmarks.under_load.posed import Posed, Request

PAUSES_S = (0.0, 60.0, 300.0)
"""Slack's pauses before a retry; a run makes them shorter."""

Attempt = Callable[[Request], Awaitable[str]]
"""Sends a request; returns why that failed, in Slack's words, or an empty text."""


@dataclass(frozen=True, slots=True)
class Sending:
    """What became of a request."""

    posed: Posed
    tries: int
    ack_s: float
    """Seconds from the last try to its answer."""
    reason: str
    """Why the last try failed, in Slack's words; empty if it got 200."""
    began_at: float = 0.0
    """When the first try began, in seconds of this process's clock."""
    ended_at: float = 0.0
    """When the last try had its answer."""

    @property
    def accepted(self) -> bool:
        """Whether the server said 200."""
        return not self.reason


async def sent(posed: Posed, attempt: Attempt, faster: float = 1.0) -> Sending:
    """Sends a question until it is accepted or the last retry has failed.

    With `faster` 10, the pauses between the retries are a tenth of Slack's.
    """
    sending = await _once(posed, attempt, {}, 1)
    began_at = sending.began_at
    for tried, pause_s in enumerate(PAUSES_S, start=1):
        if sending.accepted:
            break
        await asyncio.sleep(pause_s / faster)
        again = {"X-Slack-Retry-Num": str(tried), "X-Slack-Retry-Reason": sending.reason}
        sending = await _once(posed, attempt, again, tried + 1)
    return replace(sending, began_at=began_at)


def attempts(session: aiohttp.ClientSession, url: str, patience_s: float) -> Attempt:
    """Returns what sends requests to a server, and waits so long for each answer."""
    patience = aiohttp.ClientTimeout(total=patience_s)

    async def attempt(request: Request) -> str:
        try:
            async with session.post(
                url + request.path, data=request.body, headers=request.headers, timeout=patience
            ) as response:
                await response.read()
                return "" if response.status == HTTPStatus.OK else "http_error"
        except TimeoutError:
            return "http_timeout"
        except (aiohttp.ClientError, OSError):
            return "connection_failed"

    return attempt


def unheard(attempt: Attempt) -> Attempt:
    """Returns the same, but no 200 reaches Slack before its last retry: it sends all of them."""
    left = len(PAUSES_S)

    async def unanswered(request: Request) -> str:
        nonlocal left
        left -= 1
        return await attempt(request) or ("http_timeout" if left >= 0 else "")

    return unanswered


async def _once(posed: Posed, attempt: Attempt, headers: dict[str, str], tries: int) -> Sending:
    request = posed.request()
    request = replace(request, headers={**request.headers, **headers})
    start = time.perf_counter()
    reason = await attempt(request)
    end = time.perf_counter()
    return Sending(posed, tries, end - start, reason, start, end)

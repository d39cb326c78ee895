"""Makes Web API calls that may fail: Slack's answer, or its error word."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse
from tenacity import AsyncRetrying, retry_if_result, stop_after_attempt, wait_random_exponential

from adapters.slack.api.trouble import (
    CALL_ERRORS,
    RATE_LIMITED,
    UNREACHABLE,
    cure,
    passes,
    reason,
)

Answer = TypeVar("Answer")

logger = logging.getLogger(__name__)

_TRIES = 4
_LONGEST_PAUSE_S = 2.0
"""Seconds before a retry, at most; a longer trouble is for the inbox."""
CALL_LIMIT_S = 60.0  # with the waits that Slack asks for when it is rate limited


async def answered(
    call: Awaitable[Answer], limit_s: float = CALL_LIMIT_S
) -> tuple[str | None, Answer | None]:
    """Returns Slack's answer, or the error word."""
    try:
        async with asyncio.timeout(limit_s):
            return None, await call
    except CALL_ERRORS as error:
        return reason(error), None


async def refusal(call: Awaitable[object], limit_s: float = CALL_LIMIT_S) -> str | None:
    """Returns the error word of a call; None if it succeeded."""
    return (await answered(call, limit_s))[0]


async def called(without_it: str, call: Awaitable[AsyncSlackResponse]) -> AsyncSlackResponse | None:
    """Returns Slack's answer; None after an error, which is logged with its cure."""
    word, answer = await answered(call)
    if word is not None:
        logger.warning(without_it, extra={"reason": word, "cure": cure(word)})
    return answer


async def tried(
    once: Callable[[], Awaitable[tuple[str | None, Answer | None]]], *, unseen: bool = False
) -> tuple[str | None, Answer | None]:
    """Repeats a call while its trouble may pass; returns its last error word and answer.

    `unseen` is for a message that cannot be looked up: it is not sent again if it may be there.
    """

    def is_worth_it(result: tuple[str | None, Answer | None]) -> bool:
        word = result[0]
        # The SDK has waited already where Slack limits the rate.
        if word is None or word in RATE_LIMITED or not passes(word):
            return False
        return not (unseen and word == UNREACHABLE)

    retrying = AsyncRetrying(
        retry=retry_if_result(is_worth_it),
        stop=stop_after_attempt(_TRIES),
        wait=wait_random_exponential(multiplier=0.25, max=_LONGEST_PAUSE_S),
        retry_error_callback=lambda state: state.outcome.result() if state.outcome else None,
    )
    result: tuple[str | None, Answer | None] = await retrying(once)
    return result


# Remembers which calls a workspace refuses for good, so that each is tried and logged once.


_MOST_TOKENS = 1000


class Granted:
    """The calls that an app may make: its scopes belong to its token."""

    def __init__(self) -> None:
        self._refused: dict[str, set[str]] = {}

    def allows(self, client: AsyncWebClient, method: str) -> bool:
        """Whether a call was not refused yet."""
        return method not in self._refused.get(client.token or "", ())

    def refused(self, client: AsyncWebClient, method: str, word: str) -> None:
        """Notes a call that would be refused every time, with Slack's word for it."""
        token = client.token or ""
        if token not in self._refused and len(self._refused) >= _MOST_TOKENS:
            self._refused.pop(next(iter(self._refused)))
        self._refused.setdefault(token, set()).add(method)
        about = {"method": method, "reason": word, "cure": cure(word)}
        logger.warning("Slack refuses a call; the bot works without it", extra=about)

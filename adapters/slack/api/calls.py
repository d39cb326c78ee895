"""Makes one Web API call that may fail: Slack's answer, or its error word."""

import asyncio
import logging
from collections.abc import Awaitable
from typing import TypeVar

from slack_sdk.web.async_slack_response import AsyncSlackResponse

from adapters.slack.api.trouble import CALL_ERRORS, cure, reason

Answer = TypeVar("Answer")

logger = logging.getLogger(__name__)

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

"""Who the bot is in Slack."""

import asyncio
import logging
import time

from slack_bolt.authorization import AuthorizeResult
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.trouble import CALL_ERRORS, SlackUnavailableError, cure, reason

logger = logging.getLogger(__name__)

_TIMEOUT_S = 2.5  # Slack waits 3 s for the answer to an event


class Identity:
    """Asks Slack once (auth.test); while that fails, again on demand."""

    def __init__(self, client: AsyncWebClient, pause_s: float = 5.0) -> None:
        self._client = client
        self._pause_s = pause_s
        self._next_try = 0.0
        self._lock = asyncio.Lock()
        self._known: AuthorizeResult | None = None
        self._reason = "starting"

    async def known(self) -> AuthorizeResult:
        """Return who the bot is. Raises SlackUnavailableError."""
        reason = await self.trouble()
        if self._known is None:
            raise SlackUnavailableError(reason)
        return self._known

    async def trouble(self) -> str | None:
        """Return why Slack does not know the bot; None when it does."""
        async with self._lock:
            if self._known is None and time.monotonic() >= self._next_try:
                await self._ask()
        return None if self._known else self._reason

    async def _ask(self) -> None:
        try:
            async with asyncio.timeout(_TIMEOUT_S):
                answer = await self._client.auth_test()
        except CALL_ERRORS as error:
            self._reason = reason(error)
            self._next_try = time.monotonic() + self._pause_s
            about = {"reason": self._reason, "cure": cure(self._reason)}
            logger.error("Slack does not accept the bot", extra=about)  # noqa: TRY400 - no bug
            return
        self._known = AuthorizeResult.from_auth_test_response(
            auth_test_response=answer, bot_token=self._client.token
        )

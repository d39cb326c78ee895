"""Slack's SDK as the bot uses it: Web API clients, and loggers without secrets."""

import asyncio
import logging
import random
from http import HTTPStatus

from slack_sdk.http_retry.async_handler import AsyncRetryHandler
from slack_sdk.http_retry.response import HttpResponse
from slack_sdk.http_retry.state import RetryState
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.webhook.async_client import AsyncWebhookClient
from yarl import URL

from adapters.web.problems import retry_after_s

_HOOKS = "hooks.slack.com"
_USUAL_PAUSE_S = 1.0  # Slack takes a message a second in a channel
_LONGEST_PAUSE_S = 20.0
"""Seconds; who waits longer is answered elsewhere, or later from the inbox."""


Response = HttpResponse | None
Error = Exception | None


class _Patient(AsyncRetryHandler):
    """Waits as Slack asks, however it writes that: the SDK's own handler reads whole seconds only.

    It is the only one: the SDK would also repeat a post after a lost connection, and Slack may have
    it already.
    """

    async def _can_retry_async(
        self, *, response: Response = None, error: Error = None, **_: object
    ) -> bool:
        return _asked_to_wait(response, error) and _pause_s(response) <= _LONGEST_PAUSE_S

    async def prepare_for_next_attempt_async(
        self, *, state: RetryState, response: Response = None, **_: object
    ) -> None:
        # Jitter: not all that wait at the same instant.
        await asyncio.sleep(_pause_s(response) + random.uniform(0.0, 0.3))  # noqa: S311
        state.next_attempt_requested = True
        state.increment_current_attempt()


_RETRIES: list[AsyncRetryHandler] = [_Patient(max_retry_count=2)]


def web_client(api_url: str, token: str | None = None) -> AsyncWebClient:
    """Returns a client that retries as Slack asks; the caller sets its session."""
    client = AsyncWebClient(token=token, base_url=api_url, logger=quiet_logger())
    client.retry_handlers[:] = _RETRIES
    return client


def with_token(client: AsyncWebClient, token: str | None) -> AsyncWebClient:
    """Returns a client for another workspace that shares a client's session and retries."""
    made = web_client(client.base_url, token)
    made.session = client.session
    return made


def webhook_client(url: str, client: AsyncWebClient) -> AsyncWebhookClient:
    """Returns a response_url client that shares another client's session and retries."""
    webhook = AsyncWebhookClient(url, session=client.session, logger=quiet_logger())
    webhook.retry_handlers[:] = _RETRIES
    return webhook


def is_slacks(url: str, api_url: str) -> bool:
    """Whether a response_url belongs to Slack: nothing is sent anywhere else."""
    try:
        address, api = URL(url), URL(api_url)
        own = bool(api.host) and address.origin() == api.origin()
    except ValueError:
        return False
    hooks = address.scheme == "https" and address.explicit_port is None
    slacks = hooks and address.host in (_HOOKS, f"hooks.{api.host}")
    return address.user is None and (own or slacks)


def quiet_logger() -> logging.Logger:
    """Returns a logger at WARNING for the SDK: below that it logs people's words."""
    logger = logging.getLogger("slack_sdk")
    logger.setLevel(logging.WARNING)
    return logger


def silent_logger() -> logging.Logger:
    """Returns a silent logger for code that logs secrets even at ERROR (socket address, code)."""
    logger = logging.getLogger("slack_sdk.silent")
    logger.setLevel(logging.CRITICAL + 1)
    return logger


def _asked_to_wait(response: Response, error: Error) -> bool:
    # Without JSON in its body, the SDK has only the error's own response.
    status = getattr(getattr(error, "response", None), "status", None)
    return (response.status_code if response else status) == HTTPStatus.TOO_MANY_REQUESTS


def _pause_s(response: Response) -> float:
    headers = response.headers if response else {}
    said = next((value for key, value in headers.items() if key.lower() == "retry-after"), "")
    pause_s = retry_after_s(said if isinstance(said, str) else "".join(said[:1]))
    return _USUAL_PAUSE_S if pause_s is None else pause_s
